import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli, runProgram, type Cli } from '../cli/support/cli.ts'
import { aFaultyProxy } from '../cli/support/faulty-proxy.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aReporterProject, aTarget, type ReporterProject } from './support/reporter.ts'

let app: TestApp
let owner: TestUser
let project: ReporterProject
let cli: Cli
beforeAll(async () => {
  ;[app, project, cli] = await Promise.all([startTestApp(), aReporterProject('mocha', ['mocha']), buildCli()])
  owner = await aWorkspace(app)
  await project.write(
    'cart.cjs',
    `const assert = require('node:assert')
    describe('cart', () => {
      describe('sum', () => it('adds', () => {
        // Fakes that a test forgets to remove.
        globalThis.fetch = () => Promise.reject(new Error('no network'))
        require('node:test').mock.timers.enable({ apis: ['setTimeout', 'Date'] })
      }))
      let attempt = 0
      it('pays in the second attempt', function () { this.retries(1); assert.equal((attempt += 1), 2) })
      it('refunds', () => { throw new Error('no refund') })
      it.skip('ships', () => {})
      it('bills later')
      it('asks whether it can', function () { this.skip() })
    })
    describe('hooks', () => {
      beforeEach('signs in', () => { throw new Error('no sign-in') })
      it('is prevented', () => {})
      it('is not reached', () => {})
    })
    describe('late hooks', () => {
      afterEach(() => { throw new Error('cannot clean up') })
      it('passes', () => {})
    })
    it('opens', () => {})`,
  )
  await project.write(
    'other.cjs',
    `after(() => { throw new Error('root') })\ndescribe('other', () => it('opens', () => {}))`,
  )
})
afterAll(async () => {
  await app.close()
  await project.remove()
  await cli.remove()
})

const run = (env: Record<string, string>, args: readonly string[] = []) => project.run('mocha/bin/mocha.js', args, env)
/** Mocha, which is not in the project, looks for the name beside itself. */
const REPORTER = './node_modules/assay-reporter-mocha/dist/index.cjs'
const REPORTED = ['--reporter', REPORTER]

const RESULTS = {
  adds: 'PASSED',
  'pays in the second attempt': 'PASSED',
  refunds: 'FAILED',
  ships: 'SKIPPED',
  'bills later': 'SKIPPED',
  'asks whether it can': 'SKIPPED',
  '"before each" hook: signs in for "is prevented"': 'FAILED',
  '"after each" hook for "passes"': 'FAILED',
  passes: 'PASSED',
  opens: 'PASSED',
}

test('a run is one launch with the results and attempts of its tests and failed hooks, where an upload of its report has the same histories', async () => {
  const target = await aTarget(app, owner)
  const env = { ...target.env, GITHUB_ACTIONS: 'true', GITHUB_RUN_NUMBER: '7', GITHUB_REF_NAME: 'main' }
  const ran = await run(env, [...REPORTED, 'cart.cjs', 'other.cjs'])
  expect([ran.code, ran.stdout]).toEqual([4, expect.stringMatching(/✔ adds[^]*4 failing/)])
  const [launch, ...others] = await target.launches()
  expect(others).toEqual([])
  expect(launch).toMatchObject({ name: 'Mocha', status: 'FAILED', build: '7', origin: { branch: 'main' } })
  const id = launch?.id ?? 0
  expect(await target.results(id)).toEqual({
    ...RESULTS,
    '"after all" hook for "opens"': 'FAILED',
    'is prevented': 'SKIPPED',
  })
  expect((await target.testNamed(id, 'adds')).test.className).toBe('cart sum')
  const pays = await target.testNamed(id, 'pays in the second attempt')
  expect(pays.attempts).toMatchObject([
    { status: 'FAILED', message: expect.stringContaining('1 == 2') },
    { status: 'PASSED' },
  ])
  expect((await target.testNamed(id, 'refunds')).stackTrace).toMatch(/^Error: no refund\n\s+at /)
  const prevented = await target.testNamed(id, 'is prevented')
  expect(prevented.test.message).toBe('"before each" hook: signs in for "is prevented" failed')

  const live = (await target.identities(id)).filter((identity) => !identity.startsWith('is prevented'))
  const { stdout } = await run({}, ['--reporter', 'json', 'cart.cjs', 'other.cjs'])
  await cli.write('report.json', stdout)
  const upload = await cli.run(['upload', 'report.json', '--json'], target.env)
  const uploaded = JSON.parse(upload.stdout) as { launch: { launchId: number } }
  expect(await target.identities(uploaded.launch.launchId)).toEqual(live)
})

test('parallel workers report the tests of their files, with their attempts', async () => {
  const target = await aTarget(app, owner)
  await run(target.env, [
    ...REPORTED,
    '--reporter-option',
    'console=dot',
    '--parallel',
    '--jobs',
    '2',
    'cart.cjs',
    'other.cjs',
  ])
  const [launch] = await target.launches()
  expect(await target.results(launch?.id ?? 0)).toEqual({ ...RESULTS, '"after all" hook in "{root}"': 'FAILED' })
  const { attempts } = await target.testNamed(launch?.id ?? 0, 'pays in the second attempt')
  expect(attempts).toMatchObject([{ status: 'FAILED' }, { status: 'PASSED' }])
})

test('mocha-multi-reporters runs it beside other reporters, with its options', async () => {
  const target = await aTarget(app, owner)
  const config = {
    reporterEnabled: `tap, ${REPORTER}`,
    nodeModulesAssayReporterMochaDistIndexCjsReporterOptions: { console: 'none', name: 'Nightly' },
  }
  await project.write('multi.json', JSON.stringify(config))
  const args = ['--reporter', 'mocha-multi-reporters', '--reporter-option', 'configFile=multi.json', 'other.cjs']
  const ran = await run(target.env, args)
  expect(ran.stdout).toMatch(/^ok 1 other opens$/m)
  expect(ran.stdout).not.toContain('passing')
  expect(await target.launches()).toMatchObject([{ name: 'Nightly', status: 'FAILED' }])
})

test('a run ends as it would without a server, and fails only if it is strict', async () => {
  const target = await aTarget(app, owner)
  await project.write('good.cjs', `it('passes', () => {})`)
  const env = { ...target.env, ASSAY_URL: 'http://127.0.0.1:9', ASSAY_RETRY_FOR: '0' }
  const lenient = await run(env, [...REPORTED, 'good.cjs'])
  expect([lenient.code, lenient.stderr]).toEqual([0, expect.stringContaining('.assay/unsent')])
  expect(await run(env, [...REPORTED, '--reporter-option', 'strict=true', 'good.cjs'])).toMatchObject({ code: 1 })
  expect(await target.launches()).toEqual([])
})

test('an error without a stack is a failure, and does not fail the reporter', async () => {
  const target = await aTarget(app, owner)
  await project.write(
    'bare.cjs',
    `it('throws', () => { throw Object.assign(new Error('bare', { cause: new Error('no route') }), { stack: null }) })`,
  )
  const ran = await run(target.env, [...REPORTED, 'bare.cjs'])
  const [launch] = await target.launches()
  const { attempts } = await target.testNamed(launch?.id ?? 0, 'throws')
  expect([ran.code, attempts]).toEqual([
    1,
    [expect.objectContaining({ message: expect.stringMatching(/^bare\n\nCaused by: Error: no route/) })],
  ])
})

test('results before a process.exit in a test are stored in the folder of the run, and sent later', async () => {
  const target = await aTarget(app, owner)
  // Some readers of lines end a line at this separator.
  await project.write(
    'exit.cjs',
    `it('adds \u2028 lines', () => {})
    it('moves away', () => process.chdir(require('node:os').tmpdir()))
    it('exits', () => process.exit(0))`,
  )
  const ran = await run(target.env, [...REPORTED, 'exit.cjs'])
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('The run was interrupted. The results are in')])
  const upload = (env: Record<string, string>) =>
    runProgram(process.execPath, [cli.file, 'upload'], { cwd: project.folder, env })
  const rejected = await upload({ ...target.env, ASSAY_TOKEN: 'assay_expired' })
  expect(rejected.code).toBe(2)
  expect(await upload(target.env)).toMatchObject({ code: 0 })
  const launches = await target.launches()
  expect(launches).toMatchObject([{ status: expect.not.stringMatching('IN_PROGRESS') }])
  expect(await target.results(launches[0]?.id ?? 0)).toMatchObject({
    'adds \u2028 lines': 'PASSED',
    'moves away': 'PASSED',
  })
})

test('results that follow a revoked token are stored and sent with the next one', async () => {
  const target = await aTarget(app, owner)
  await project.write('later.cjs', `it('adds', () => {})`)
  // The first calls start the launch and read the quarantine.
  const proxy = await aFaultyProxy(app.url, [null, null, { status: 401 }])
  const env = { ...target.env, ASSAY_URL: proxy.url }
  const ran = await run(env, [...REPORTED, 'later.cjs'])
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('are sent by the next run or assay upload')])
  const sent = await runProgram(process.execPath, [cli.file, 'upload'], { cwd: project.folder, env })
  expect(sent.stdout).toContain('A launch of an earlier run was sent')
  const launches = await target.launches()
  expect(launches).toMatchObject([{ status: 'PASSED' }])
  expect(await target.results(launches[0]?.id ?? 0)).toEqual({ adds: 'PASSED' })
  await proxy.close()
})

test('a signal ends a run as it would without the reporter, and its results are stored', async () => {
  const target = await aTarget(app, owner)
  // The first signal has a listener, which is removed with it.
  await project.write(
    'slow.cjs',
    `it('adds', () => {})
    it('waits', async () => {
      process.once('SIGTERM', () => {})
      process.kill(process.pid, 'SIGTERM')
      await new Promise((done) => setTimeout(done, 100))
      process.kill(process.pid, 'SIGTERM')
      await new Promise(() => setInterval(() => {}, 1000))
    }).timeout(60_000)`,
  )
  const ran = await run(target.env, [...REPORTED, 'slow.cjs'])
  expect([ran.code, ran.stderr]).toEqual([null, expect.stringContaining('The run was interrupted. The results are in')])
})
