import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listLaunchAttempts, readConsole } from '../../../contract/launchers/engine.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, anAccessToken } from '../support/people.ts'
import { buildCli, junit, type Cli } from './support/cli.ts'
import { aFaultyProxy } from './support/faulty-proxy.ts'

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

const RESULTS = ['--results', 'out/*.xml']
const scriptOf = (script: string) => [
  '--',
  process.execPath,
  '-e',
  `const fs = require('fs'); fs.mkdirSync('out', { recursive: true }); ${script}`,
]
const written = (file: string, results: Parameters<typeof junit>[0]) =>
  `fs.writeFileSync('out/${file}', ${JSON.stringify(junit(results, file))});`
const runScript = (script: string, flags: readonly string[] = [], more: Record<string, string> = {}) =>
  cli.run(['run', ...RESULTS, ...flags, ...scriptOf(script)], { ...env, ...more })

const projectKey = 'DEF'
const launches = async () => (await ask(app, listLaunches, { token, params: { projectKey } })).items
const testsOf = (launchId: number) =>
  app.db
    .selectFrom('test')
    .select(['name', 'status', 'reason'])
    .where('launch_id', '=', launchId)
    .orderBy('name')
    .execute()
const attemptsOf = async (launchId: number) =>
  (await ask(app, listLaunchAttempts, { token, params: { projectKey, launchId } })).items
const linesOf = async (launchId: number) => {
  const [attempt] = await attemptsOf(launchId)
  if (attempt === undefined) return []
  const params = { projectKey, launchId, attemptUuid: attempt.attemptUuid }
  return (await ask(app, readConsole, { token, params })).items.map(({ value }) => value)
}
/** Starts a command that ends, or does something else, with each line of its input. */
const startScript = (script: string) => {
  const child = spawn(process.execPath, [cli.file, 'run', ...RESULTS, ...scriptOf(script)], {
    cwd: cli.folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  return { child, closed: once(child, 'close') as Promise<[number | null]> }
}
const patient = { timeout: 180_000, interval: 100 }

describe('a command in progress', () => {
  test('shows its output and complete result files before it ends, and replaces those of a file that changes', async () => {
    const { child, closed } = startScript(`
      console.log('\\u001b[32mgreen\\u001b[0m'); console.error('a warning');
      ${written('a.xml', { adds: 'passed', removes: 'failed' })}
      fs.writeFileSync('out/b.xml', '<testsuite name="b"><testcase name="half"/>');
      process.stdin.once('data', () => { ${written('a.xml', { adds: 'passed' })}
        process.stdin.once('data', () => { ${written('b.xml', { whole: 'passed' })} console.log('end'); process.exit(0) }) })`)
    const launch = await vi.waitFor(async () => {
      const [found] = await launches()
      expect(found).toMatchObject({ status: 'IN_PROGRESS', hasConsole: true, statistics: { passed: 1, failed: 1 } })
      expect((await linesOf(found?.id ?? 0)).toSorted()).toEqual(['a warning', 'green'])
      return found
    }, patient)
    const id = launch?.id ?? 0
    expect(launch?.name).toBe(path.basename(process.execPath))
    expect(await attemptsOf(id)).toMatchObject([{ state: 'running', startedAt: null, exitCode: null }])
    child.stdin.write('next\n')
    await vi.waitFor(async () => expect(await testsOf(id)).toMatchObject([{ name: 'adds' }]), patient)
    child.stdin.write('end\n')
    expect(await closed).toEqual([0, null])
    expect(await launches()).toMatchObject([{ id, status: 'PASSED' }])
    expect(await testsOf(id)).toMatchObject([{ name: 'adds' }, { name: 'whole' }])
    expect(await linesOf(id)).toContain('end')
    expect(await attemptsOf(id)).toMatchObject([{ state: 'ended', exitCode: 0 }])
  })
})

describe('the end of a command', () => {
  test('a failing command without a failed test is a failed test with the last output', async () => {
    expect((await runScript(`${written('c.xml', { adds: 'passed' })} console.log('boom'); process.exit(3)`)).code).toBe(
      3,
    )
    const [launch] = await launches()
    expect(launch).toMatchObject({ status: 'FAILED', statistics: { passed: 1, failed: 1 } })
    const [, entry] = await testsOf(launch?.id ?? 0)
    expect(entry).toMatchObject({ status: 'FAILED' })
    expect(entry?.reason).toMatch(/ended with exit code 3, and no test failed\n\nboom$/)
  })

  test('a failing command with a failed test adds no other; --no-console reports no output', async () => {
    const ran = await runScript(`${written('d.xml', { adds: 'failed' })} console.log('out'); process.exit(1)`, [
      '--no-console',
    ])
    expect(ran.stdout).toMatch(/^out\nLaunch #\d+: 1 test of 1 file, 1 failed\n/)
    const [launch] = await launches()
    expect(launch).toMatchObject({ hasConsole: false, statistics: { failed: 1 } })
    expect(await attemptsOf(launch?.id ?? 0)).toEqual([])
  })

  test('a command without a result file leaves an incomplete launch', async () => {
    expect((await runScript('')).code).toBe(0)
    expect(await launches()).toMatchObject([{ labels: [{ key: 'import', value: 'incomplete' }] }])
  })

  test('everything is uploaded if Assay could not be reached before', async () => {
    const proxy = await aFaultyProxy(app.url, [{ status: 503 }, 'lost', 'cut', { status: 503 }])
    const ran = await runScript(`${written('e.xml', { adds: 'passed' })} console.log('kept')`, [], {
      ASSAY_URL: proxy.url,
    })
    await proxy.close()
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    const [launch, ...others] = await launches()
    expect(others).toEqual([])
    expect(await testsOf(launch?.id ?? 0)).toMatchObject([{ name: 'adds' }])
    expect(await linesOf(launch?.id ?? 0)).toEqual(['kept'])
  })

  test('a shard ends, and its results replace those of an earlier job', async () => {
    const flags = ['--shard', '1/1', '--build-key', 'b1', '--name', 'Nightly']
    await runScript(written('f.xml', { adds: 'failed' }), flags)
    await runScript(written('f.xml', { adds: 'passed', removes: 'passed' }), flags)
    expect(await launches()).toMatchObject([
      { name: 'Nightly', status: 'PASSED', statistics: { passed: 2, failed: 0 } },
    ])
  })
})

test('passes large output on in full, and does not wait for a process in the background', async () => {
  const ran = await runScript(`
    require('child_process').spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'inherit'], detached: true }).unref();
    ${written('g.xml', { adds: 'passed' })}
    for (let i = 0; i < 120000; i += 1) fs.writeSync(1, 'line ' + i + '\\n')`)
  expect(ran.code).toBe(0)
  expect(ran.stdout.split('\n').slice(0, 120_000).at(-1)).toBe('line 119999')
  const [launch] = await launches()
  const [attempt] = await attemptsOf(launch?.id ?? 0)
  const count = await app.db
    .selectFrom('launch_output as o')
    .innerJoin('launch_execution as e', 'e.id', 'o.execution_id')
    .where('e.launch_id', '=', launch?.id ?? 0)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirst()
  expect(attempt?.state).toBe('ended')
  expect(Number(count?.n)).toBeLessThanOrEqual(100_000)
  expect((await linesOf(launch?.id ?? 0)).at(-1)).toMatch(/^The output is longer/)
})
