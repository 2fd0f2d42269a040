import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, anAccessToken } from '../support/people.ts'
import { buildCli, junit, type Cli } from './support/cli.ts'

let app: TestApp
let token: string
let cli: Cli
let env: Record<string, string>
beforeAll(async () => {
  ;[app, cli] = await Promise.all([startTestApp(), buildCli()])
  const owner = await aWorkspace(app)
  await aProject(app, owner)
  token = await anAccessToken(app, owner)
  env = { ASSAY_URL: app.url, ASSAY_TOKEN: token, ASSAY_PROJECT: 'DEF' }
})
afterAll(async () => {
  await app.close()
  await cli.remove()
})
beforeEach(() => app.db.deleteFrom('launch').execute())

const launches = async () => (await ask(app, listLaunches, { token, params: { projectKey: 'DEF' } })).items
/** Runs a script of Node that can write a report. */
const runScript = (
  script: string,
  args: readonly string[] = ['--results', 'out/*.xml'],
  more: Record<string, string> = {},
) => cli.run(['run', ...args, '--', process.execPath, '-e', `const fs = require('fs'); ${script}`], { ...env, ...more })
const report = `fs.writeFileSync('out/now.xml', ${JSON.stringify(junit({ adds: 'failed' }))});`

describe('running a command', () => {
  test('passes its output and exit code on, and uploads the files that it has written, not those of an earlier run', async () => {
    await cli.write('out/earlier.xml', junit({ old: 'passed', older: 'passed' }))
    const ran = await runScript(`console.log('from the tests'); console.error('a warning'); ${report} process.exit(3)`)
    expect(ran.code).toBe(3)
    expect(ran.stdout).toMatch(/^from the tests\nLaunch #\d+: 1 test of 1 file, 1 failed\n/)
    expect(ran.stderr).toBe('a warning\n')
    expect(await launches()).toMatchObject([{ name: path.basename(process.execPath) }])
  })

  test('runs although a link among the result files leads nowhere', async () => {
    await cli.write('links/report.xml', junit({ adds: 'passed' }))
    await symlink('gone.xml', path.join(cli.folder, 'links/latest.xml'))
    const ran = await runScript('console.log("ran")', ['--results', 'links/*.xml'])
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('ran')])
    expect(await cli.run(['upload', 'links'], env)).toMatchObject({ code: 0 })
  })

  test('warns if it has written nothing, or the results cannot be uploaded, and fails only with --strict', async () => {
    const nothing = await runScript('')
    expect([nothing.code, nothing.stderr]).toEqual([
      0,
      expect.stringContaining('has written no file that matches out/*.xml'),
    ])
    const down = { ASSAY_URL: 'http://assay.invalid' }
    const flags = ['--results', 'out/*.xml', '--retry-for', '0']
    expect(await runScript(`${report}//1`, flags, down)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('cannot be reached'),
    })
    expect((await runScript(`${report}//22`, [...flags, '--strict'], down)).code).toBe(2)
    expect((await runScript('process.exit(7)', [...flags, '--strict'], down)).code).toBe(7)
    // Of the command without a result file.
    expect(await launches()).toHaveLength(1)
  })

  test('rejects wrong use before it runs the command', async () => {
    const ran = `fs.writeFileSync('ran', '')`
    expect(await runScript(ran, [])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--results'),
    })
    expect(await runScript(ran, ['--results', 'x.xml'], { ASSAY_TOKEN: '' })).toMatchObject({ code: 2 })
    expect(await cli.run(['run', '--results', 'x.xml', 'npm', 'test'], env)).toMatchObject({ code: 2 })
    const { code } = await cli.run(['run', '--results', 'x.xml', '--', 'no-such-program'], env)
    expect(code).toBe(127)
  })

  test.each([
    ['ends by itself', `process.on('SIGTERM', () => { ${report} process.exit(0) })`, 0],
    ['is ended by it', report, 143],
  ])('forwards a signal to a command that %s, and uploads its results', async (_, script, code) => {
    await cli.write('out/now.xml', '')
    const child = spawn(
      process.execPath,
      [
        cli.file,
        'run',
        '--results',
        'out/*.xml',
        '--',
        process.execPath,
        '-e',
        `const fs = require('fs'); ${script}; setInterval(() => {}, 1000); console.log('ready')`,
      ],
      { cwd: cli.folder, env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    const closed = once(child, 'close')
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await closed).toEqual([code, null])
    expect(await launches()).toHaveLength(1)
  })
})
