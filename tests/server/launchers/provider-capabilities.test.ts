import { afterEach, beforeEach, expect, test } from 'vitest'
import { getProviderCapabilities, type TestingTool } from '../../../contract/launchers/options.ts'
import { saveIntegration } from '../../../contract/workspace/integrations.ts'
import { CAPABILITIES } from '../../../server/launchers/options/capabilities.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { listenWith, type TestServer } from '../support/systems.ts'

let app: TestApp
let owner: TestUser
let platform: TestServer
/** Answers of the platform by path; other paths are not found. */
let answers: Record<string, unknown>
let query: { path: string; authorization: string | undefined }[]

beforeEach(async () => {
  answers = {}
  query = []
  platform = await listenWith((request, response) => {
    const path = request.url ?? ''
    query.push({ path, authorization: request.headers.authorization })
    const answer = answers[path]
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}))
  })
  app = await startTestApp({ ALLOW_INTERNAL_ADDRESSES: '127.0.0.1' })
  owner = await aWorkspace(app)
  await aProject(app, owner, 'SHOP')
})
afterEach(async () => {
  await app.close()
  await platform.close()
})

const connected = (integration: string, accessKey = 'key') =>
  ask(app, saveIntegration, {
    token: owner.token,
    params: { integration },
    body: { hubUrl: `${platform.url}/wd/hub`, apiUrl: `${platform.url}/`, username: 'qa', accessKey, enabled: true },
  })
const offered = async (tool: TestingTool) =>
  (await ask(app, getProviderCapabilities, { token: owner.token, params: { projectKey: 'SHOP', tool } })).items

test('offers the built-in list without a request when no provider is connected', async () => {
  expect(await offered('BROWSER_STACK')).toEqual(CAPABILITIES.BROWSER_STACK)
  expect(query).toEqual([])
})

test('requests BrowserStack once with its key, and lists systems with browsers newest first, and devices', async () => {
  const windows = { os: 'Windows', os_version: '11', device: null, real_mobile: null }
  const phone = { os: 'ios', os_version: '26', browser: 'iphone', browser_version: null, real_mobile: true }
  answers['/automate/browsers.json'] = [
    { ...windows, browser: 'chrome', browser_version: '99.0' },
    { ...windows, browser: 'chrome', browser_version: '150.0' },
    { ...windows, browser: 'edge', browser_version: '149.0 beta' },
    { ...phone, device: 'iPhone 17' },
    { ...phone, device: 'iPhone 17 Pro' },
  ]
  await connected('browserstack')
  const requestedValues = [
    {
      platformName: 'Windows',
      platformVersion: '11',
      browsers: [
        { name: 'chrome', versions: ['latest', '150.0', '99.0'] },
        { name: 'edge', versions: ['latest', '149.0 beta'] },
      ],
      devices: [],
    },
    { platformName: 'iOS', platformVersion: '26', browsers: [], devices: ['iPhone 17', 'iPhone 17 Pro'] },
  ]
  expect(await Promise.all([offered('BROWSER_STACK'), offered('BROWSER_STACK')])).toEqual([
    requestedValues,
    requestedValues,
  ])
  expect(await offered('BROWSER_STACK')).toEqual(requestedValues)
  const authorization = `Basic ${Buffer.from('qa:key').toString('base64')}`
  expect(query).toEqual([{ path: '/automate/browsers.json', authorization }])
  // Another account may have other options.
  await connected('browserstack', 'another key')
  await offered('BROWSER_STACK')
  expect(query).toHaveLength(2)
})

test('LambdaTest names its systems with their browsers, as capabilities call them', async () => {
  answers['/automation/api/v1/platforms'] = {
    platforms: {
      Desktop: [
        {
          platform: 'Windows 11',
          browsers: [
            { browser_name: 'Chrome', version: '150.0', type: 'stable' },
            { browser_name: 'Chrome', version: '149.0', type: 'stable' },
            { browser_name: 'MicrosoftEdge', version: '150.0', type: 'stable' },
          ],
        },
      ],
      Mobile: [{ platform: 'ios', devices: [{ device_name: 'iPhone 17' }] }],
    },
  }
  await connected('lambdatest')
  expect(await offered('LAMBDA_TEST')).toEqual([
    {
      platformName: 'Windows 11',
      platformVersion: null,
      browsers: [
        { name: 'chrome', versions: ['latest', '150.0', '149.0'] },
        { name: 'edge', versions: ['latest', '150.0'] },
      ],
      devices: [],
    },
    ...CAPABILITIES.LAMBDA_TEST.filter(({ devices }) => devices.length > 0),
  ])
  expect(query.map(({ path }) => path)).toEqual(['/automation/api/v1/platforms'])
})

test('Sauce Labs and TestingBot name their systems and browsers; devices stay those of the built-in lists', async () => {
  answers['/rest/v1/info/platforms/webdriver'] = [
    { os: 'Mac 15', api_name: 'safari', short_version: '26', device: '', automation_backend: 'webdriver' },
    { os: 'Windows 11', api_name: 'chrome', short_version: 'latest', device: '' },
    { os: 'Linux', api_name: 'android', short_version: '16', device: 'Android GoogleAPI Emulator' },
  ]
  answers['/v1/browsers?type=webdriver'] = [
    { selenium_name: 'CH150', name: 'chrome', version: 150, platform: 'WIN11', browser_id: 1 },
    { selenium_name: 'CH151', name: 'chrome', version: '151', platform: 'WIN11', browser_id: 2 },
  ]
  await connected('sauce-labs')
  await connected('testingbot')
  const devicesOf = (tool: TestingTool) => CAPABILITIES[tool].filter(({ devices }) => devices.length > 0)
  expect(await offered('SAUCE_LABS')).toEqual([
    {
      platformName: 'macOS 15',
      platformVersion: null,
      browsers: [{ name: 'safari', versions: ['latest', '26'] }],
      devices: [],
    },
    {
      platformName: 'Windows 11',
      platformVersion: null,
      browsers: [{ name: 'chrome', versions: ['latest'] }],
      devices: [],
    },
    ...devicesOf('SAUCE_LABS'),
  ])
  expect(await offered('TESTING_BOT')).toEqual([
    {
      platformName: 'WIN11',
      platformVersion: null,
      browsers: [{ name: 'chrome', versions: ['latest', '151', '150'] }],
      devices: [],
    },
    ...devicesOf('TESTING_BOT'),
  ])
})

test('a platform that rejects, answers garbage or is another system leaves the built-in list, and is not requested repeatedly', async () => {
  await connected('browserstack')
  for (const answer of [undefined, '<html>', { error: 'no' }, [], [{ os: 7 }]]) {
    answers['/automate/browsers.json'] = answer
    await connected('browserstack', JSON.stringify(answer ?? null))
    expect([answer, await offered('BROWSER_STACK')]).toEqual([answer, CAPABILITIES.BROWSER_STACK])
    expect([answer, await offered('BROWSER_STACK')]).toEqual([answer, CAPABILITIES.BROWSER_STACK])
  }
  expect(query).toHaveLength(5)
})
