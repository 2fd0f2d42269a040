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
  ;[app, project, cli] = await Promise.all([
    startTestApp(),
    aReporterProject('jest', ['jest-image-snapshot', 'pngjs']),
    buildCli(),
  ])
  owner = await aWorkspace(app)
  await project.write(
    'jest.config.js',
    `module.exports = {
      rootDir: __dirname,
      testMatch: ['**/*.test.js'],
      haste: { forceNodeFilesystemAPI: true },
      watchman: false,
      maxWorkers: 2,
      reporters: [['assay-reporter-jest', JSON.parse(process.env.OPTIONS ?? '{}')]],
      ...JSON.parse(process.env.CONFIG ?? '{}'),
    }`,
  )
  await project.write(
    'cart.test.js',
    `jest.retryTimes(1, { logErrorsBeforeRetry: true })
    let attempt = 0
    describe('cart', () => {
      describe('sum', () => test('adds', () => {}))
      test('pays in the second attempt', () => expect((attempt += 1)).toBe(2))
      test('has a namesake', () => { throw new Error('always') })
      test('has a namesake', () => {})
      test('refunds', () => {
        console.error('from the file')
        throw new Error('no refund')
      })
      test.skip('ships', () => {})
      test.todo('bills later')
    })
    test('opens', () => {})`,
  )
  await project.write('broken.test.js', `throw new Error('cannot load')`)
  await project.write(
    'hook.test.js',
    `test('passes', () => {}); afterAll(() => { throw new Error('cannot clean up') })`,
  )
})
afterAll(async () => {
  await app.close()
  await project.remove()
  await cli.remove()
})

const run = (env: Record<string, string>, args: readonly string[] = []) =>
  project.run('jest/bin/jest.js', ['--config', 'jest.config.js', ...args], env)

test('a run is one launch with the results, attempts and output of its tests, where an upload of its report has the same histories', async () => {
  const target = await aTarget(app, owner)
  const env = { ...target.env, GITHUB_ACTIONS: 'true', GITHUB_RUN_NUMBER: '7', GITHUB_REF_NAME: 'main' }
  const ran = await run(env, ['--json', '--outputFile=report.json'])
  expect(ran.code).toBe(1)
  const [launch, ...others] = await target.launches()
  expect(others).toEqual([])
  expect(launch).toMatchObject({ name: 'Jest', status: 'FAILED', build: '7', origin: { branch: 'main' } })
  const id = launch?.id ?? 0
  const tests = await target.tests(id)
  expect(tests.map(({ name, status }) => `${name}: ${status}`).toSorted()).toEqual([
    'adds: PASSED',
    'bills later: SKIPPED',
    'broken.test.js: FAILED',
    'has a namesake: FAILED',
    'has a namesake: PASSED',
    'hook.test.js: FAILED',
    'opens: PASSED',
    'passes: PASSED',
    'pays in the second attempt: PASSED',
    'refunds: FAILED',
    'ships: SKIPPED',
  ])
  expect((await target.testNamed(id, 'adds')).test.className).toBe('cart sum')
  const pays = await target.testNamed(id, 'pays in the second attempt')
  expect(pays.attempts).toMatchObject([
    { status: 'FAILED', message: expect.stringContaining('Expected: 2') },
    { status: 'PASSED' },
  ])
  const refunds = await target.testNamed(id, 'refunds')
  expect([refunds.attempts.length, refunds.stackTrace]).toEqual([2, expect.stringMatching(/^Error: no refund\n\s+at /)])
  expect(await target.log(id, refunds.test.id, 2)).toMatchObject([
    { level: 'WARN', message: expect.stringContaining('from the file') },
    { level: 'WARN', message: expect.stringContaining('from the file') },
  ])
  expect((await target.testNamed(id, 'broken.test.js')).stackTrace).toContain('cannot load')
  expect((await target.testNamed(id, 'hook.test.js')).stackTrace).toContain('cannot clean up')

  const live = await target.identities(id)
  await cli.write('report.json', await readFile(path.join(project.folder, 'report.json')))
  const { stdout } = await cli.run(['upload', 'report.json', '--json'], target.env)
  const uploaded = JSON.parse(stdout) as { launch: { launchId: number } }
  expect(await target.identities(uploaded.launch.launchId)).toEqual(live)
})

test('the tests of a file that several projects run are those of each project, with its label', async () => {
  const target = await aTarget(app, owner)
  await project.write('twice.test.js', `test('runs in each project', () => expect(process.env.FAIL).toBe(undefined))`)
  const projects = ['node', 'edge'].map((displayName) => ({ displayName, testMatch: ['**/twice.test.js'] }))
  await run({ ...target.env, CONFIG: JSON.stringify({ projects }) })
  const [launch] = await target.launches()
  const tests = await target.tests(launch?.id ?? 0)
  expect(tests.map(({ status, labels }) => ({ status, labels }))).toEqual(
    expect.arrayContaining(
      ['node', 'edge'].map((value) => ({ status: 'PASSED', labels: [{ key: 'project', value }] })),
    ),
  )
  expect(tests).toHaveLength(2)
})

test('the difference of jest-image-snapshot is a file of its test', async () => {
  const target = await aTarget(app, owner)
  await project.write(
    'image.test.js',
    `const { PNG } = require('pngjs')
    expect.extend(require('jest-image-snapshot'))
    test('looks as before', () => {
      const image = new PNG({ width: 2, height: 2 })
      image.data.fill(process.env.COLOR === 'other' ? 100 : 0)
      expect(PNG.sync.write(image)).toMatchImageSnapshot()
    })`,
  )
  await run(target.env, ['image.test.js'])
  await run({ ...target.env, COLOR: 'other' }, ['image.test.js', '--ci'])
  const [launch] = await target.launches()
  const { test: looks } = await target.testNamed(launch?.id ?? 0, 'looks as before')
  expect(looks.status).toBe('FAILED')
  const images = (await target.log(launch?.id ?? 0, looks.id, 1)).flatMap(({ url }) => url ?? [])
  expect(images).toEqual([expect.stringMatching(/-snap-diff\.png$/)])
})

test('shards of a build are one launch', async () => {
  const target = await aTarget(app, owner)
  const env = { ...target.env, GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '9', GITHUB_REPOSITORY: 'shop/cart' }
  await run(env, ['--shard=1/2'])
  expect(await target.launches()).toMatchObject([{ status: 'IN_PROGRESS' }])
  await run(env, ['--shard=2/2'])
  expect(await target.launches()).toMatchObject([{ status: 'FAILED', shards: { total: 2, done: 2 } }])
})

test('a run ends as it would without a server, and fails only if it is strict', async () => {
  const target = await aTarget(app, owner)
  const env = { ...target.env, ASSAY_URL: 'http://127.0.0.1:9', ASSAY_RETRY_FOR: '0' }
  const lenient = await run(env, ['cart.test.js', '-t', 'adds'])
  expect([lenient.code, lenient.stderr]).toEqual([0, expect.stringContaining('.assay/unsent')])
  expect(await run({ ...env, OPTIONS: '{"strict":true}' }, ['cart.test.js', '-t', 'adds'])).toMatchObject({ code: 1 })
  expect(await target.launches()).toEqual([])
})

test('the failure of a hook is an entry also beside failed tests', async () => {
  const target = await aTarget(app, owner)
  await project.write(
    'hooks.test.js',
    `describe('database', () => { afterAll(() => { throw new Error('cannot clean up') }); test('reads', () => {}) })
    test('refunds', () => { throw new Error('no refund') })`,
  )
  await run(target.env, ['hooks.test.js'])
  const [launch] = await target.launches()
  const id = launch?.id ?? 0
  expect(await target.results(id)).toEqual({ reads: 'PASSED', refunds: 'FAILED', 'hooks.test.js': 'FAILED' })
  const { stackTrace } = await target.testNamed(id, 'hooks.test.js')
  expect([stackTrace, stackTrace]).toEqual([
    expect.stringContaining('cannot clean up'),
    expect.not.stringContaining('no refund'),
  ])
})
