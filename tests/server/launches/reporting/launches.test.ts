import { expect, test } from 'vitest'
import { abortLaunch, getLaunch } from '../../../../contract/launches/launches.ts'
import { launchOf } from '../../../../server/launches/rows.ts'
import { ask } from '../../support/app.ts'
import { aProject } from '../../support/people.ts'
import { eventsOf, launchRow } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const at = '2026-11-20T17:19:06.757Z'
const start = (given: Record<string, unknown>) =>
  server.agent.call<{ id: number; uuid: string }>('POST', '/test-runs?projectKey=DEF', {
    name: 'Nightly',
    framework: 'testng',
    startedAt: at,
    ...given,
  })
const row = (id: number) => launchRow(server.app, id)
const shown = async (id: number) => launchOf(await row(id), { startedBy: null, reviewedBy: null, artifacts: [] })

test('protocol 2.3: the answer contains the fields that the Java and C# agents read', async () => {
  expect(await start({ config: { environment: 'stage', build: '1.4' } })).toEqual({
    id: expect.any(Number),
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Nightly',
    framework: 'testng',
    status: 'IN_PROGRESS',
    startedAt: at,
    endedAt: null,
    config: { environment: 'stage', build: '1.4', treatSkipsAsFailures: true },
  })
  expect(await start({})).toMatchObject({ config: { environment: null, build: null } })
})

test('protocol 2.3: an existing uuid continues the same launch, in progress and without an end', async () => {
  const uuid = '9a1c0d1e-1111-4222-8333-444455556666'
  const first = await start({ uuid })
  await server.agent.call('PUT', `/test-runs/${first.id}`, { endedAt: at })
  expect(await row(first.id)).toMatchObject({ status: 'PASSED', ended_by: 'agent' })
  expect(await start({ uuid, startedAt: '2026-11-21T10:00:00Z' })).toMatchObject({
    id: first.id,
    uuid,
    status: 'IN_PROGRESS',
  })
  expect(await row(first.id)).toMatchObject({ status: 'IN_PROGRESS', ended_at: null, ended_by: null })
  expect((await eventsOf(server.app, first.id)).filter((type) => type === 'launch/started')).toHaveLength(1)
})

test('protocol 2.3: the same uuid in another project is another launch', async () => {
  await aProject(server.app, server.owner, 'TWIN')
  const uuid = 'one-for-two'
  const first = await start({ uuid })
  const second = await server.agent.call('POST', '/test-runs?projectKey=TWIN', { uuid, name: 'Twin', startedAt: at })
  expect(second.id).not.toBe(first.id)
})

test('protocol 2.3: a queued launch is queued until its agent starts it', async () => {
  const { id, uuid } = await start({ status: 'QUEUED' })
  expect((await row(id)).status).toBe('QUEUED')
  expect(await start({ uuid })).toMatchObject({ id, status: 'IN_PROGRESS' })
})

test.each([
  [undefined, true],
  [null, true],
  [true, true],
  [false, false],
  ['true', true],
  ['FALSE', false],
  ['', true],
])('protocol 2.3: treatSkipsAsFailures %j means %j', async (given, understood) => {
  const { id } = await start({ config: { treatSkipsAsFailures: given } })
  expect((await row(id)).treat_skips_as_failures).toBe(understood)
})

test.each([
  [
    { id: 7, name: 'Spring release' },
    { id: 7, name: 'Spring release' },
  ],
  [
    { id: '7', name: 'Spring release' },
    { id: 7, name: 'Spring release' },
  ],
  [{ id: null, name: 'Spring release' }, { name: 'Spring release' }],
  [{ id: 'no number', name: 'Spring release' }, { name: 'Spring release' }],
  [{ name: 'Spring release' }, { name: 'Spring release' }],
  [{ id: 7, name: null }, null],
  [{ id: 7 }, null],
  [{}, null],
  [null, null],
])('protocol 2.3: the milestone %j loses no launch', async (milestone, saved) => {
  const { id } = await start({ milestone })
  expect((await row(id)).milestone).toEqual(saved)
})

test.each([
  [
    'JENKINS',
    { BUILD_URL: 'https://ci.test/job/shop/7/', BUILD_NUMBER: '7', JOB_NAME: 'shop' },
    'https://ci.test/job/shop/7/',
    '7',
  ],
  ['CIRCLE_CI', { CIRCLE_BUILD_URL: 'https://circle.test/9', CIRCLE_BUILD_NUM: '9' }, 'https://circle.test/9', '9'],
  [
    'TRAVIS_CI',
    { TRAVIS_BUILD_WEB_URL: 'https://travis.test/3', TRAVIS_BUILD_NUMBER: '3' },
    'https://travis.test/3',
    '3',
  ],
  ['TRAVIS_CI', { bamboo_buildResultsUrl: 'https://bamboo.test/4' }, 'https://bamboo.test/4', null],
  ['TEAM_CITY', { BUILD_URL: 'https://teamcity.test/2', BUILD_NUMBER: 2 }, 'https://teamcity.test/2', '2'],
])('protocol 6: %s leads back to its build', async (ciType, envVariables, jobUrl, number) => {
  const { id } = await start({ ciContext: { ciType, envVariables: { ...envVariables, BUILD_EMPTY: null } } })
  expect((await shown(id)).ciBuild).toEqual({ jobUrl, number })
})

test('protocol 6: an address that would run in the page is no way back', async () => {
  const { id } = await start({ ciContext: { ciType: 'JENKINS', envVariables: { BUILD_URL: 'javascript:alert(1)' } } })
  expect((await shown(id)).ciBuild).toBeNull()
})

test('protocol 2.3: the Jenkins context of C# leads back to its build', async () => {
  const { id } = await start({ jenkinsContext: { jobUrl: 'https://ci.test/job/a', jobNumber: 12, parentJobUrl: null } })
  expect((await shown(id)).ciBuild).toEqual({ jobUrl: 'https://ci.test/job/a', number: '12' })
})

test('what a reporter states about the origin wins over the variables of the CI server, and labels add what neither has', async () => {
  const envVariables = { BUILD_URL: 'https://ci.test/7', GIT_BRANCH: 'origin/main' }
  const { id } = await start({
    ciContext: { ciType: 'JENKINS', envVariables },
    origin: { branch: 'fix', pullRequest: 12 },
  })
  const label = (key: string, value: string) => ({ key, value })
  await server.agent.call('PUT', `/test-runs/${id}/labels`, {
    items: [label('branch', 'other'), label('git.commit', 'ABCDEF1'), label('job.name', 'nightly')],
  })
  const { origin, labels } = await shown(id)
  expect(origin).toEqual({
    ciServer: 'Jenkins',
    buildUrl: 'https://ci.test/7',
    branch: 'fix',
    pullRequest: '12',
    commit: 'abcdef1',
    job: 'nightly',
  })
  expect(labels).toHaveLength(3)
})

test('rejects a stated origin with a name for each wrong field, and ignores wrong variables', async () => {
  const refused = start({ origin: { commit: 'main', buildUrl: 'javascript:alert(1)' } })
  await expect(refused).rejects.toThrow(/origin\.commit.*origin\.buildUrl/s)
  const { id } = await start({
    ciContext: {
      ciType: 'JENKINS',
      envVariables: { GIT_COMMIT: 'none', GIT_BRANCH: 'b'.repeat(300), CHANGE_ID: '0x1' },
    },
  })
  expect((await shown(id)).origin).toEqual({ ciServer: 'Jenkins' })
})

test('protocol 2.3: stores notification targets, also from their older field', async () => {
  const targets = [{ type: 'SLACK_CHANNELS', value: 'qa-alerts,dev' }]
  const newer = await start({ notifications: { notifyOnEachFailure: false, targets } })
  const older = await start({ notificationTargets: targets })
  expect((await row(newer.id)).notifications).toEqual({ notifyOnEachFailure: false, targets })
  expect((await row(older.id)).notifications).toEqual(targets)
})

test('[LAUNCH-01] a launch answers with the settings that its agent sent', async () => {
  const settingsOf = async (launchId: number) =>
    (await ask(server.app, getLaunch, { token: server.owner.token, params: { projectKey: 'DEF', launchId } }))
      .agentSettings
  const targets = [{ type: 'SLACK_CHANNELS', value: 'qa-alerts,dev' }]
  const notifications = { notifyOnEachFailure: false, targets }
  const { id } = await start({ notifications, config: { treatSkipsAsFailures: false } })
  await server.agent.call('PATCH', `/test-runs/${id}/tcm-configs`, { 'testrail.suite-id': '7' })
  expect(await settingsOf(id)).toEqual({
    treatSkipsAsFailures: false,
    notifications,
    testCaseSettings: { 'testrail.suite-id': '7' },
  })
  expect(await settingsOf((await start({})).id)).toEqual({
    treatSkipsAsFailures: true,
    notifications: null,
    testCaseSettings: {},
  })
})

test('protocol 2.4: finished twice, the first end stays', async () => {
  const run = await server.agent.startLaunch()
  await run.test('a', 'PASSED')
  await run.finish('2026-11-20T18:00:00.000Z')
  const events = await eventsOf(server.app, run.id)
  await run.finish('2026-11-20T19:00:00.000Z')
  expect(await row(run.id)).toMatchObject({ status: 'PASSED', ended_at: new Date('2026-11-20T18:00:00.000Z') })
  expect(await eventsOf(server.app, run.id)).toEqual(events)
  expect(events.filter((type) => type === 'launch/finished')).toHaveLength(1)
})

test('protocol 2.4: an agent cannot finish a launch that a user aborted', async () => {
  const run = await server.agent.startLaunch()
  const params = { projectKey: 'DEF', launchId: run.id }
  await ask(server.app, abortLaunch, { params, body: { comment: '' }, token: server.owner.token })
  await run.test('goes on', 'PASSED')
  await run.finish()
  expect(await row(run.id)).toMatchObject({ status: 'ABORTED', ended_by: 'user', passed: 1 })
})

test('protocol 2.4: the build is changed by a JSON patch under either content type; other paths mean nothing', async () => {
  const run = await server.agent.startLaunch({ config: { build: '1.0' } })
  for (const [type, build] of [
    ['application/json', '2.0'],
    ['application/json-patch+json', '3.0'],
  ] as const) {
    await run.call('PATCH', '', JSON.stringify([{ op: 'replace', path: '/config/build', value: build }]), {
      'content-type': type,
    })
    expect((await row(run.id)).build).toBe(build)
  }
  await run.call('PATCH', '', [{ op: 'replace', path: '/name', value: 'Other' }])
  expect(await row(run.id)).toMatchObject({ name: 'Nightly', build: '3.0' })
})

test('protocol 2.4: the platform is set, with or without a version, and outranks that of sessions', async () => {
  const run = await server.agent.startLaunch()
  await run.call('PUT', '/platform', { name: 'linux', version: '12' })
  expect(await row(run.id)).toMatchObject({ platform: 'linux', platform_version: '12' })
  await run.call('PUT', '/platform', { name: 'api' })
  await run.startSession({ capabilities: { platformName: 'windows', platformVersion: '11' } })
  expect(await row(run.id)).toMatchObject({ platform: 'api', platform_version: null })
})

test('protocol 2.4: every change is announced once, and a repeated one is not', async () => {
  const run = await server.agent.startLaunch()
  const twice = async (method: string, path: string, body: unknown) => {
    const before = (await eventsOf(server.app, run.id)).length
    await run.call(method, path, body)
    const after = await eventsOf(server.app, run.id)
    await run.call(method, path, body)
    expect(await eventsOf(server.app, run.id)).toEqual(after)
    return after.slice(before)
  }
  expect(await twice('PATCH', '', [{ op: 'replace', path: '/config/build', value: '2' }])).toEqual(['launch/changed'])
  expect(await twice('PUT', '/platform', { name: 'linux' })).toEqual(['launch/changed'])
  expect(await twice('PUT', '/labels', { items: [{ key: 'a', value: 'b' }] })).toEqual(['launch/changed'])
  expect(await twice('PUT', '/artifact-references', { items: [{ name: 'a', value: 'b' }] })).toEqual(['launch/changed'])
  expect(await twice('PATCH', '/tcm-configs', { xraySyncEnabled: true })).toEqual([])
})
