import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli, type Cli } from '../cli/support/cli.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aReporterProject, aTarget, type ReporterProject } from './support/reporter.ts'

let app: TestApp
let owner: TestUser
let project: ReporterProject
let cli: Cli
beforeAll(async () => {
  ;[app, project, cli] = await Promise.all([startTestApp(), aReporterProject('vitest', []), buildCli()])
  owner = await aWorkspace(app)
  await project.write(
    'vitest.config.mjs',
    `export default {
      test: {
        globals: true,
        retry: 1,
        reporters: [['assay-reporter-vitest', JSON.parse(process.env.OPTIONS ?? '{}')], ['json', { outputFile: 'report.json' }]],
      },
    }`,
  )
  await project.write(
    'cart.test.js',
    `describe('cart', () => {
      describe('sum', () => {
        test('adds', async ({ annotate }) => {
          console.log('from the test')
          await annotate('receipt', { contentType: 'text/plain', body: 'total 3', bodyEncoding: 'utf-8' })
        })
      })
      let attempt = 0
      test('pays in the second attempt', () => expect((attempt += 1)).toBe(2))
      test('refunds', () => { throw new Error('no refund') })
      test.skip('ships', () => {})
    })
    test('opens', () => {})`,
  )
  await project.write('broken.test.js', `throw new Error('cannot load')`)
  await project.write(
    'hook.test.js',
    `describe('late', () => { afterAll(() => { throw new Error('cannot clean up') }); test('passes', () => {}) })`,
  )
})
afterAll(async () => {
  await app.close()
  await project.remove()
  await cli.remove()
})

const run = (env: Record<string, string>, args: readonly string[] = []) =>
  project.run('vitest/vitest.mjs', ['run', ...args], env)

test('a run is one launch with the results, attempts, output and files of its tests, where an upload of its report has the same histories', async () => {
  const target = await aTarget(app, owner)
  const ran = await run({ ...target.env, GITHUB_ACTIONS: 'true', GITHUB_RUN_NUMBER: '7', GITHUB_REF_NAME: 'main' })
  expect(ran.code).toBe(1)
  const [launch, ...others] = await target.launches()
  expect(others).toEqual([])
  expect(launch).toMatchObject({ name: 'Vitest', status: 'FAILED', build: '7', origin: { branch: 'main' } })
  const id = launch?.id ?? 0
  expect(await target.results(id)).toEqual({
    adds: 'PASSED',
    'pays in the second attempt': 'PASSED',
    refunds: 'FAILED',
    ships: 'SKIPPED',
    opens: 'PASSED',
    'broken.test.js': 'FAILED',
    passes: 'PASSED',
    'hook.test.js': 'FAILED',
  })
  const adds = await target.testNamed(id, 'adds')
  expect(adds.test.className).toBe('cart sum')
  expect(adds.artifacts).toMatchObject([{ name: 'receipt.txt' }])
  expect(await target.log(id, adds.test.id, 1)).toMatchObject([{ level: 'INFO', message: 'from the test' }])
  const pays = await target.testNamed(id, 'pays in the second attempt')
  expect(pays.attempts).toMatchObject([
    { status: 'FAILED', message: expect.stringContaining('expected 1 to be 2') },
    { status: 'PASSED' },
  ])
  const refunds = await target.testNamed(id, 'refunds')
  expect(refunds.stackTrace).toMatch(/^Error: no refund\n\s+at /)
  expect((await target.testNamed(id, 'broken.test.js')).stackTrace).toContain('cannot load')
  expect((await target.testNamed(id, 'hook.test.js')).stackTrace).toContain('cannot clean up')

  const live = await target.identities(id)
  await cli.write('report.json', await readFile(path.join(project.folder, 'report.json')))
  const { stdout } = await cli.run(['upload', 'report.json', '--json'], target.env)
  const uploaded = JSON.parse(stdout) as { launch: { launchId: number } }
  expect(await target.identities(uploaded.launch.launchId)).toEqual(live)
})

test('a run ends as it would without a server, and fails only if it is strict', async () => {
  const target = await aTarget(app, owner)
  const env = { ...target.env, ASSAY_URL: 'http://127.0.0.1:9', ASSAY_RETRY_FOR: '0' }
  const lenient = await run(env, ['cart.test.js', '-t', 'adds'])
  expect([lenient.code, lenient.stderr]).toEqual([0, expect.stringContaining('.assay/unsent')])
  expect(await run({ ...env, OPTIONS: '{"strict":true}' }, ['cart.test.js', '-t', 'adds'])).toMatchObject({ code: 1 })
  expect(await target.launches()).toEqual([])
})

test('the failure of a hook is an entry also beside failed tests, and a test has the duration that Vitest measured', async () => {
  const target = await aTarget(app, owner)
  await project.write(
    'hooks.test.js',
    `describe('database', () => { beforeAll(() => { throw new Error('no database') }); test('reads', () => {}) })
    test('refunds', async () => { await new Promise((done) => setTimeout(done, 30)); throw new Error('no refund') })`,
  )
  await run(target.env, ['hooks.test.js', '--retry=0'])
  const [launch] = await target.launches()
  const id = launch?.id ?? 0
  expect(await target.results(id)).toEqual({ reads: 'SKIPPED', refunds: 'FAILED', 'hooks.test.js': 'FAILED' })
  expect((await target.testNamed(id, 'hooks.test.js')).stackTrace).toContain('no database')
  const times = await app.db
    .selectFrom('test')
    .select(['started_at', 'ended_at'])
    .where('launch_id', '=', id)
    .where('name', '=', 'refunds')
    .executeTakeFirstOrThrow()
  expect(Number(times.ended_at) - Number(times.started_at)).toBeGreaterThanOrEqual(29)
})
