import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readBack } from '../support/read-back.ts'
import { areInstalled, findChromedriver, runMochaAgent, runMochaAlone, runNightwatchAgent } from '../support/agents.ts'
import { followGuide, guidePage } from '../support/guide-run.ts'
import { PROJECT_KEY, unattended } from '../support/founding.ts'
import { signInDirectly } from '../support/session.ts'
import { expect, test } from '../support/test.ts'

test.use({ environment: unattended })
test.describe.configure({ timeout: 120_000 })
test.skip(!areInstalled() && process.env.CI === undefined, 'the agents are not installed: npm ci in tests/e2e/agents')

const asMochaKnowsThem = async () => {
  const { passes, failures, pending } = await runMochaAlone()
  return [
    ...passes.map(({ fullTitle }) => ({ title: fullTitle, status: 'PASSED', message: null as string | null })),
    ...failures.map(({ fullTitle, err }) => ({ title: fullTitle, status: 'FAILED', message: err.message ?? '' })),
    ...pending.map(({ fullTitle }) => ({ title: fullTitle, status: 'SKIPPED', message: null })),
  ].sort((a, b) => a.title.localeCompare(b.title))
}

test('protocol 9.4: the mocha agent reports what mocha itself saw', { tag: '@full' }, async ({ assay, request }) => {
  const written = await runMochaAgent(assay, 'Cart nightly')
  const reader = await readBack(assay, request)
  const launch = await reader.launch('Cart nightly')
  expect(launch, written).toMatchObject({
    status: 'FAILED',
    framework: 'mocha',
    build: '1.4.0-rc2',
    environment: 'stage',
    locale: 'en_GB',
    milestone: { name: 'Spring release' },
    endedAt: expect.any(String),
    labels: [{ key: 'team', value: 'checkout' }],
    artifacts: [{ name: 'handbook', url: 'https://example.org/handbook', kind: 'link' }],
    statistics: { passed: 2, failed: 2, skipped: 1, inProgress: 0, aborted: 0 },
  })

  const really = await asMochaKnowsThem()
  const tests = (await reader.tests(launch.id)).sort((a, b) => a.name.localeCompare(b.name))
  const reported = await Promise.all(
    tests.map(async ({ id, methodName, status }) => ({
      // Its outermost suite is in the class name.
      title: `Cart ${methodName}`,
      status,
      trace: (await reader.test(launch.id, id)).stackTrace,
    })),
  )
  reported.sort((a, b) => a.title.localeCompare(b.title))
  expect(reported.map(({ title, status }) => ({ title, status }))).toEqual(
    really.map(({ title, status }) => ({ title, status })),
  )
  for (const [index, { message }] of really.entries())
    if (message === null) expect(reported[index]?.trace).toBeNull()
    else expect(reported[index]?.trace).toContain(message.split('\n')[0])

  const adds = tests.find(({ methodName }) => methodName === 'adds an item')
  expect(adds).toMatchObject({
    owner: 'nadia',
    maintainerId: launch.startedBy?.id,
    labels: [
      { key: 'feature', value: 'cart' },
      { key: 'feature', value: 'pricing' },
    ],
  })
  const { artifacts } = await reader.test(launch.id, adds?.id ?? 0)
  expect(artifacts.map(({ name, kind }) => `${name}: ${kind}`).sort()).toEqual(['cart.txt: file', 'ticket: link'])
  expect(await reader.file(artifacts.find(({ kind }) => kind === 'file')?.url ?? '')).toBe('one item')

  // Its pino transport forwards each line as JSON.
  const log = (await reader.logs(launch.id, adds?.id ?? 0)).filter(({ kind }) => kind === 'line')
  const said = log.map(({ level, message }) => [level, (JSON.parse(message ?? '{}') as { msg?: string }).msg])
  expect(said).toEqual([
    ['INFO', 'two items in the cart'],
    ['WARN', 'the third is sold out'],
  ])
})

test(
  'protocol 9.4: mocha takes the uuid of a run context and continues that launch',
  { tag: '@full' },
  async ({ assay, request }) => {
    const context = JSON.stringify({ testRunUuid: '7d0fd3a4-9c1e-4b6e-8f6e-2f5f3a8f9a10' })
    await runMochaAgent(assay, 'Cart again', { REPORTING_RUN_CONTEXT: context })
    const reader = await readBack(assay, request)
    const first = await reader.launch('Cart again')
    await runMochaAgent(assay, 'Cart again', { REPORTING_RUN_CONTEXT: context })
    expect(await reader.launch('Cart again')).toMatchObject({
      id: first.id,
      uuid: '7d0fd3a4-9c1e-4b6e-8f6e-2f5f3a8f9a10',
      // It ignores earlier ids: everything runs as new tests.
      statistics: { passed: 4, failed: 4, skipped: 2, inProgress: 0 },
    })
  },
)

const servePage = async (): Promise<Server> => {
  const page = '<!doctype html><title>Larkspur</title><h1>Larkspur</h1><p id="total">£54.97</p>'
  const server = createServer((_request, answer) =>
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(page),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test(
  'protocol 9.3: the nightwatch agent reports tests, browser, logs, screenshots and files',
  { tag: '@full' },
  async ({ assay, request }, testInfo) => {
    const driver = findChromedriver()
    const browser = process.env.CHROMIUM_PATH ?? chromium.executablePath()
    const canRun = driver !== null && existsSync(browser)
    test.skip(!canRun && process.env.CI === undefined, 'there is no chromedriver: set CHROMEDRIVER_PATH')
    if (driver === null) throw new Error('There is no chromedriver to run nightwatch with: set CHROMEDRIVER_PATH')
    const shop = await servePage()
    const shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`
    const written = await runNightwatchAgent(assay, 'Shop nightly', {
      shopUrl,
      chromium: browser,
      chromedriver: driver,
      port: await freePort(),
      screenshots: testInfo.outputPath('screens'),
    }).finally(() => shop.close())

    const reader = await readBack(assay, request)
    const launch = await reader.launch('Shop nightly')
    expect(launch, written).toMatchObject({
      status: 'FAILED',
      framework: 'nightwatch',
      build: '1.4.0-rc2',
      environment: 'stage',
      locale: 'en_GB',
      browser: expect.stringMatching(/chrome/i),
      milestone: { name: 'Spring release' },
      labels: [{ key: 'team', value: 'checkout' }],
      // This agent does not report a test that its file skips.
      statistics: { passed: 1, failed: 1, skipped: 0, inProgress: 0 },
    })
    expect(launch.artifacts.map(({ name, kind }) => [name, kind])).toEqual([
      ['handbook', 'link'],
      ['launch-notes.txt', 'file'],
    ])
    expect(await reader.file(launch.artifacts[1]?.url ?? '')).toBe('Notes of the release that was tested.\n')

    const tests = new Map((await reader.tests(launch.id)).map((one) => [one.methodName, one]))
    expect([...tests].map(([name, { status }]) => `${name}: ${status}`).sort()).toEqual([
      'shows its name: PASSED',
      'takes the voucher off the total: FAILED',
    ])
    expect(tests.get('shows its name')?.labels).toEqual([
      { key: 'feature', value: 'home' },
      { key: 'feature', value: 'branding' },
    ])
    const failed = tests.get('takes the voucher off the total')
    const { stackTrace, sessions } = await reader.test(launch.id, failed?.id ?? 0)
    expect(stackTrace).toContain('£49.47')
    expect(stackTrace).not.toContain('\u001b')
    // Nightwatch leaves its sessions open: the launch closed them.
    expect(sessions).toMatchObject([{ status: 'COMPLETED', browser: expect.stringMatching(/chrome/i) }])
    const log = await reader.logs(launch.id, tests.get('shows its name')?.id ?? 0)
    expect(
      log
        .filter(({ kind }) => kind === 'line')
        .map(({ message }) => message)
        .join('\n'),
    ).toContain('Larkspur')

    const taken = (await reader.logs(launch.id, failed?.id ?? 0)).filter(({ kind }) => kind === 'screenshot')
    const screens = testInfo.outputPath('screens')
    const files = (await readdir(screens, { recursive: true })).filter((name) => name.endsWith('.png'))
    expect([taken.length, files.length]).toEqual([1, 1])
    const bytes = await readFile(path.join(screens, files[0] ?? ''))
    expect((await reader.bytes(taken[0]?.url ?? '')).equals(bytes)).toBe(true)
  },
)

for (const { id, framework } of [
  { id: 'wdio', framework: 'webdriver.io' },
  { id: 'nightwatch', framework: 'nightwatch' },
])
  test(
    `[GUIDE-31] the guide of ${id}, followed to the letter, ends with its launch`,
    { tag: '@full' },
    async ({ page, assay, request }, testInfo) => {
      const driver = findChromedriver()
      const browser = process.env.CHROMIUM_PATH ?? chromium.executablePath()
      const canRun = driver !== null && existsSync(browser)
      test.skip(!canRun && process.env.CI === undefined, 'there is no chromedriver: set CHROMEDRIVER_PATH')
      await signInDirectly(page)
      // Both guides report to one server; the name identifies each launch.
      const name = `Guide of ${id}`
      const search = new URLSearchParams({ launchName: name }).toString()
      await page.goto(`/projects/${PROJECT_KEY}/automation-launches/getting-started/${id}?${search}`)
      const folder = testInfo.outputPath('project')
      await mkdir(folder, { recursive: true })
      const written = await followGuide(page, folder, { CHROME_PATH: browser, CHROMEDRIVER_PATH: driver ?? '' })
      await expect(guidePage(page).arrived(), written).toContainText(name)

      const reader = await readBack(assay, request)
      const launch = await reader.launch(name)
      expect(launch, written).toMatchObject({
        status: 'PASSED',
        framework,
        build: '2.41.2.2431-SNAPSHOT',
        environment: 'LOCAL',
        statistics: { passed: 2, failed: 0, inProgress: 0 },
      })
    },
  )
