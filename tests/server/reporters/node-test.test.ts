import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli, runProgram, type Cli } from '../cli/support/cli.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aReporterProject, aTarget, type ReporterProject } from './support/reporter.ts'

let app: TestApp
let owner: TestUser
let project: ReporterProject
let cli: Cli
beforeAll(async () => {
  ;[app, project, cli] = await Promise.all([startTestApp(), aReporterProject('node-test', []), buildCli()])
  owner = await aWorkspace(app)
  await project.write(
    'cart.test.mjs',
    `import { describe, it, test } from 'node:test'
    import assert from 'node:assert'
    describe('cart', () => {
      it('adds', () => {})
      it('refunds', () => { throw new Error('no refund') })
      it('ships', { skip: 'no port' }, () => {})
      it('bills later', { todo: true }, () => { throw new Error('not yet') })
      it('has subtests', async (t) => {
        await t.test('inner', () => {})
        await t.test('throws a text', () => { throw 'just text' })
      })
    })
    test('opens # 2', () => {})
    test('fails after its subtests', async (t) => {
      await t.test('passes', () => {})
      assert.equal(1, 2)
    })`,
  )
  await project.write('broken.test.mjs', `throw new Error('cannot load')`)
})
afterAll(async () => {
  await app.close()
  await project.remove()
  await cli.remove()
})

const run = (env: Record<string, string>, file?: string) =>
  runProgram(
    process.execPath,
    [
      '--test',
      '--test-reporter=assay-reporter-node-test',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      '--test-reporter-destination=report.tap',
      ...(file === undefined ? [] : [file]),
    ],
    { cwd: project.folder, env },
  )

test('a run is one launch with the results of its tests, where an upload of its TAP report has the same histories', async () => {
  const target = await aTarget(app, owner)
  const ran = await run({ ...target.env, GITHUB_ACTIONS: 'true', GITHUB_RUN_NUMBER: '7' })
  expect([ran.code, ran.stdout]).toEqual([1, ''])
  const [launch, ...others] = await target.launches()
  expect(others).toEqual([])
  expect(launch).toMatchObject({ name: 'node:test', status: 'FAILED', build: '7' })
  const id = launch?.id ?? 0
  expect(await target.results(id)).toEqual({
    adds: 'PASSED',
    refunds: 'FAILED',
    ships: 'SKIPPED',
    'bills later': 'SKIPPED',
    inner: 'PASSED',
    'throws a text': 'FAILED',
    'opens # 2': 'PASSED',
    passes: 'PASSED',
    'fails after its subtests': 'FAILED',
    'broken.test.mjs': 'FAILED',
  })
  expect((await target.testNamed(id, 'inner')).test.className).toBe('cart › has subtests')
  expect((await target.testNamed(id, 'refunds')).stackTrace).toMatch(/^Error: no refund\n\s+at /)
  expect((await target.testNamed(id, 'throws a text')).stackTrace).toBe("'just text'")
  expect((await target.testNamed(id, 'ships')).test.message).toBe('no port')
  const broken = await target.testNamed(id, 'broken.test.mjs')
  expect(await target.log(id, broken.test.id, 1)).toMatchObject([{ message: expect.stringContaining('cannot load') }])

  const live = await target.identities(id)
  await cli.write('report.tap', await readFile(path.join(project.folder, 'report.tap')))
  const { stdout } = await cli.run(['upload', 'report.tap', '--json'], target.env)
  const uploaded = JSON.parse(stdout) as { launch: { launchId: number } }
  expect(await target.identities(uploaded.launch.launchId)).toEqual(live)
})

test('a run ends as it would without a server, and fails only if it is strict', async () => {
  const target = await aTarget(app, owner)
  await project.write('good.mjs', `import { test } from 'node:test'\ntest('passes', () => {})`)
  const env = { ...target.env, ASSAY_URL: 'http://127.0.0.1:9', ASSAY_RETRY_FOR: '0' }
  const lenient = await run(env, 'good.mjs')
  expect([lenient.code, lenient.stderr]).toEqual([0, expect.stringContaining('.assay/unsent')])
  expect(await run({ ...env, ASSAY_STRICT: 'true' }, 'good.mjs')).toMatchObject({ code: 1 })
})

test('the failure of a hook is an entry beside the tests that it prevents, and fake timers do not change the times', async () => {
  const target = await aTarget(app, owner)
  await project.write(
    'hooks.mjs',
    `import { before, describe, it, mock, test } from 'node:test'
    describe('database', () => { before(() => { throw new Error('no database') }); it('reads', () => {}) })
    test('mocks time', () => mock.timers.enable({ apis: ['Date'] }))
    test('opens', () => {})`,
  )
  const args = ['--test-reporter=assay-reporter-node-test', '--test-reporter-destination=stdout', 'hooks.mjs']
  await runProgram(process.execPath, args, { cwd: project.folder, env: target.env })
  const [launch] = await target.launches()
  const id = launch?.id ?? 0
  expect(await target.results(id)).toMatchObject({ database: 'FAILED', reads: 'FAILED', opens: 'PASSED' })
  expect((await target.testNamed(id, 'database')).stackTrace).toContain('no database')
  const tests = await app.db.selectFrom('test').select('started_at').where('launch_id', '=', id).execute()
  expect(tests.filter(({ started_at: at }) => Number(at) < Date.UTC(2020, 0))).toEqual([])
})
