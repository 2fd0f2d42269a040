import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeQuarantine } from '../../../contract/launches/quarantine.ts'
import { aFaultyProxy } from '../cli/support/faulty-proxy.ts'
import { buildCli, runProgram, type Cli } from '../cli/support/cli.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aReporterProject, aTarget, type ReporterProject } from './support/reporter.ts'

let app: TestApp
let owner: TestUser
let project: ReporterProject
let cli: Cli
beforeAll(async () => {
  ;[app, project, cli] = await Promise.all([
    startTestApp(),
    aReporterProject('playwright', ['@playwright/test']),
    buildCli(),
  ])
  owner = await aWorkspace(app)
  await project.write(
    'playwright.config.js',
    `module.exports = {
      testDir: 'e2e',
      retries: 1,
      workers: 2,
      projects: [{ name: 'chromium' }, { name: 'firefox', testMatch: /other/ }],
      reporter: [['assay-reporter-playwright', JSON.parse(process.env.OPTIONS ?? '{}')], ['blob'], ['json', { outputFile: 'report.json' }]],
    }`,
  )
  await project.write(
    'e2e/cart.spec.js',
    `const { test, expect } = require('@playwright/test')
    test.describe('cart', () => {
      test('adds @smoke', async () => {
        console.log('from the test')
        test.info().annotations.push({ type: 'issue', description: 'A-1' })
        await test.step('fills the cart', async () => {
          await test.step('adds one', async () => {})
          await test.info().attach('receipt', { body: 'total 3', contentType: 'text/plain' })
        })
      })
      test('pays in the second attempt', async ({}, info) => {
        console.error('attempt ' + info.retry)
        await test.step('pays', async () => expect(info.retry).toBe(1))
      })
      test('refunds ', async () => { throw new Error('no refund') })
      test.skip('ships', async () => {})
      test.fail('fails as expected', async () => { throw new Error('known') })
    })
    test('opens', async () => {})`,
  )
  await project.write('e2e/other.spec.js', `require('@playwright/test').test('opens', async () => {})`)
})
afterAll(async () => {
  await app.close()
  await project.remove()
  await cli.remove()
})

const run = (env: Record<string, string>, args: readonly string[] = []) =>
  project.run('@playwright/test/cli.js', ['test', ...args], env)
const unsent = () => readdir(path.join(project.folder, '.assay/unsent')).catch(() => [])

test('a run is one launch with the results, attempts, output, steps and files of its tests, where an upload of its reports has the same histories', async () => {
  const target = await aTarget(app, owner)
  const ran = await run({ ...target.env, GITHUB_ACTIONS: 'true', GITHUB_RUN_NUMBER: '7', GITHUB_REF_NAME: 'main' })
  expect(ran.code).toBe(1)
  const [launch, ...others] = await target.launches()
  expect(others).toEqual([])
  expect(launch).toMatchObject({ name: 'Playwright', status: 'FAILED', build: '7', origin: { branch: 'main' } })
  const id = launch?.id ?? 0
  expect(ran.stderr).toContain(`assay: ${app.url}/projects/${target.projectKey}/automation-launches/${id}`)
  expect(ran.stdout + ran.stderr).not.toContain(target.token)
  expect(await target.results(id)).toEqual({
    'cart › adds @smoke': 'PASSED',
    'cart › pays in the second attempt': 'PASSED',
    'cart › refunds': 'FAILED',
    'cart › ships': 'SKIPPED',
    'cart › fails as expected': 'PASSED',
    opens: 'PASSED',
  })

  const adds = await target.testNamed(id, 'cart › adds @smoke')
  expect(adds.test.labels).toEqual(
    expect.arrayContaining([
      { key: 'project', value: 'chromium' },
      { key: 'issue', value: 'A-1' },
    ]),
  )
  expect(await target.log(id, adds.test.id, 1)).toMatchObject([{ level: 'INFO', message: 'from the test' }])
  const { items, artifacts } = await target.steps(id, adds.test.id, 1)
  const index = items.findIndex(({ title }) => title === 'fills the cart')
  expect(items.slice(index, index + 2)).toMatchObject([
    { category: 'test.step', status: 'PASSED', location: 'cart.spec.js:6' },
    { title: 'adds one', depth: (items[index]?.depth ?? 0) + 1 },
  ])
  expect(artifacts).toMatchObject([{ name: 'receipt.txt' }])
  expect(items[artifacts[0]?.step ?? -1]?.title).toContain('Attach "receipt"')

  const pays = await target.testNamed(id, 'cart › pays in the second attempt')
  expect(pays.attempts).toMatchObject([{ status: 'FAILED' }, { status: 'PASSED' }])
  expect(await target.log(id, pays.test.id, 1)).toMatchObject([{ level: 'WARN', message: 'attempt 0' }])
  expect(await target.log(id, pays.test.id, 2)).toMatchObject([{ level: 'WARN', message: 'attempt 1' }])
  const failed = await target.steps(id, pays.test.id, 1)
  expect(failed.items.filter(({ title }) => title === 'pays')).toMatchObject([{ status: 'FAILED' }])

  const live = await target.identities(id)
  const [blob = ''] = await readdir(path.join(project.folder, 'blob-report'))
  for (const report of ['report.json', `blob-report/${blob}`]) {
    const name = path.basename(report)
    await cli.write(name, await readFile(path.join(project.folder, report)))
    const { stdout } = await cli.run(['upload', name, '--json'], target.env)
    const uploaded = JSON.parse(stdout) as { launch: { launchId: number } }
    const histories = await target.identities(uploaded.launch.launchId)
    expect({ report, histories }).toEqual({ report, histories: live })
  }
})

test('a trace is opened by the page of the test', async () => {
  const target = await aTarget(app, owner)
  await project.write(
    'e2e/trace.spec.js',
    `const { test } = require('@playwright/test')
    const fs = require('fs')
    test('fails', async () => {
      const at = test.info().outputPath('trace.zip')
      fs.writeFileSync(at, 'PK')
      test.info().attachments.push({ name: 'trace', path: at, contentType: 'application/zip' })
      throw new Error('broken')
    })`,
  )
  await run(target.env, ['trace.spec.js', '--project=chromium', '--retries=0'])
  const [launch] = await target.launches()
  const { test: shown, artifacts } = await target.testNamed(launch?.id ?? 0, 'fails')
  expect([shown.hasTrace, artifacts.map(({ name }) => name)]).toEqual([true, expect.arrayContaining(['trace.zip'])])
})

test('a run ends as it would without a server; its results are stored, and the next run sends them', async () => {
  const target = await aTarget(app, owner)
  const down = await aFaultyProxy(app.url, [])
  await down.close()
  const env = { ...target.env, ASSAY_URL: down.url, ASSAY_RETRY_FOR: '1' }
  const args = ['cart.spec.js', '--project=chromium']
  const ran = await run(env, args)
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain('.assay/unsent, and are sent by the next run or assay upload')
  expect(await unsent()).toHaveLength(1)
  const passing = ['cart.spec.js', '--project=chromium', '-g', 'adds']
  expect((await run(env, passing)).code).toBe(0)
  expect((await run({ ...env, OPTIONS: '{"strict":true}' }, passing)).code).toBe(1)
  expect(await unsent()).toHaveLength(3)

  expect(await target.launches()).toEqual([])
  const port = Number(new URL(down.url).port)
  const up = await aFaultyProxy(app.url, [], port)
  await run({ ...env, ASSAY_RETRY_FOR: '60' }, passing)
  expect(await unsent()).toEqual([])
  const launches = await target.launches()
  expect(launches).toHaveLength(4)
  expect(launches.every(({ status }) => status !== 'IN_PROGRESS')).toBe(true)
  const whole = await Promise.all(launches.map(({ id }) => target.results(id)))
  expect(whole).toContainEqual(expect.objectContaining({ 'cart › refunds': 'FAILED', opens: 'PASSED' }))
  await up.close()
})

test('the command line sends the results that a run has stored', async () => {
  const target = await aTarget(app, owner)
  const down = await aFaultyProxy(app.url, [])
  await down.close()
  const env = { ...target.env, ASSAY_URL: down.url, ASSAY_RETRY_FOR: '0' }
  await run(env, ['cart.spec.js', '--project=chromium', '-g', 'adds'])
  const up = await aFaultyProxy(app.url, ['lost', 'lost'], Number(new URL(down.url).port))
  const sent = await runProgram(process.execPath, [cli.file, 'upload'], {
    cwd: project.folder,
    env: { ...env, ASSAY_RETRY_FOR: '60' },
  })
  expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining('A launch of an earlier run was sent: ')])
  const [launch] = await target.launches()
  const adds = await target.testNamed(launch?.id ?? 0, 'cart › adds @smoke')
  expect([adds.test.status, adds.artifacts.map(({ name }) => name)]).toEqual(['PASSED', ['receipt.txt']])
  await up.close()
})

test('answers that are lost and a server that is overloaded change nothing in what is reported', async () => {
  const target = await aTarget(app, owner)
  // The first two are the start of the launch and the quarantine, and the start is repeated; then come tests and files.
  const faults = ['lost', 'lost', null, 'lost', { status: 503 }, 'lost', 'lost'] as const
  const faulty = await aFaultyProxy(app.url, faults)
  const ran = await run({ ...target.env, ASSAY_URL: faulty.url }, ['cart.spec.js', '--project=chromium'])
  expect(ran.stderr).toContain('automation-launches/')
  const [launch, ...others] = await target.launches()
  expect(others).toEqual([])
  expect(Object.keys(await target.results(launch?.id ?? 0))).toHaveLength(6)
  const pays = await target.testNamed(launch?.id ?? 0, 'cart › pays in the second attempt')
  expect(pays.attempts).toHaveLength(2)
  const adds = await target.testNamed(launch?.id ?? 0, 'cart › adds @smoke')
  expect(adds.artifacts).toHaveLength(1)
  await faulty.close()
})

test('a failure of a test in quarantine is marked, and with the option the test is skipped', async () => {
  const target = await aTarget(app, owner)
  const args = ['cart.spec.js', '--project=chromium', '-g', 'refunds']
  await run(target.env, args)
  const [first] = await target.launches()
  const { test: refunds } = await target.testNamed(first?.id ?? 0, 'cart › refunds')
  await ask(app, changeQuarantine, {
    token: target.token,
    params: { projectKey: target.projectKey },
    body: { items: [{ testId: refunds.id, version: null, entry: { reason: 'Waits for the bank', until: null } }] },
  })
  const marked = await run(target.env, args)
  expect([marked.code, marked.stderr]).toEqual([
    1,
    expect.stringContaining('cart › refunds failed, and is in quarantine: Waits for the bank'),
  ])
  const skipped = await run({ ...target.env, OPTIONS: '{"quarantine":"skip"}' }, args)
  expect(skipped.code).toBe(0)
  const [newest] = await target.launches()
  const { test: shown } = await target.testNamed(newest?.id ?? 0, 'cart › refunds')
  expect(shown).toMatchObject({ status: 'SKIPPED', message: 'In quarantine: Waits for the bank' })
})

test('without settings the run is not reported, which one line tells', async () => {
  const ran = await run({}, ['cart.spec.js', '--project=chromium', '-g', 'adds'])
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('assay: the results are not reported: ')])
})

test('shards of a build are one launch', async () => {
  const target = await aTarget(app, owner)
  const env = { ...target.env, GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '9', GITHUB_REPOSITORY: 'shop/cart' }
  await run(env, ['--shard=1/2'])
  expect(await target.launches()).toMatchObject([{ status: 'IN_PROGRESS' }])
  await run(env, ['--shard=2/2'])
  expect(await target.launches()).toMatchObject([{ status: 'FAILED', shards: { total: 2, done: 2 } }])
})
