import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignFailureTag } from '../../../contract/launches/failure-tags.ts'
import { getFailureTags } from '../../../contract/settings/failure-tags.ts'
import { abortLaunch, deleteLaunch, getLaunch, reviewLaunch, type Launch } from '../../../contract/launches/launches.ts'
import { linkIssue, listTests, markTests, type LaunchTest } from '../../../contract/launches/launch-tests.ts'
import { assignLaunchesToMilestone } from '../../../contract/launches/launch-actions.ts'
import { createMilestone } from '../../../contract/settings/milestones.ts'
import { launchStream, projectStream, replayStream, type LiveMessage } from '../../../contract/live.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
let projectId: number
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  projectId = await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

interface Followed {
  launch: Launch | null
  tests: LaunchTest[]
}

/** Applies all messages of a launch, as a page does that is open from its start. */
const followed = (messages: readonly LiveMessage[], launchId: number): Followed => {
  let launch = null as Launch | null
  const tests = new Map<number, LaunchTest>()
  for (const message of messages)
    switch (message.type) {
      case 'TEST_RUN': {
        const { before: _, ...testRun } = message.testRun
        if (testRun.id === launchId) launch = testRun
        break
      }
      case 'TEST_RUN_DELETED':
        if (message.testRunId === launchId) launch = null
        break
      case 'TEST_RUN_STATISTICS': {
        const { testRunId, reviewed, ...statistics } = message.testRunStatistics
        if (launch !== null && testRunId === launchId) launch = { ...launch, reviewed, statistics }
        break
      }
      case 'TEST': {
        const { before: _, ...changed } = message.test
        tests.set(changed.id, changed)
        break
      }
      case 'TEST_DELETED':
        tests.delete(message.testId)
        break
      case 'PASS_RATE':
        break
    }
  return { launch, tests: [...tests.values()].sort((one, other) => one.id - other.id) }
}

test('[LIVE-11] a subscriber has the state that a reload shows, after every kind of change', async () => {
  const { token } = owner
  const launch = await agent.startLaunch({ name: 'Nightly' })
  const at = { token, params: { projectKey: 'DEF', launchId: launch.id } }
  const ofStream = async (stream: string) => {
    const { events } = await ask(app, replayStream, {
      token,
      params: { projectKey: 'DEF', stream },
      query: { after: 0 },
    })
    return events
  }
  const ofProject = () => ofStream(projectStream(projectId))
  const messages = async () => [...(await ofProject()), ...(await ofStream(launchStream(launch.id)))]
  const reloaded = async (): Promise<Followed> => {
    const { items } = await ask(app, listTests, { ...at, query: { pageSize: 100 } })
    return {
      launch: (await ask(app, getLaunch, at)).launch,
      tests: items.sort((one, other) => one.id - other.id),
    }
  }
  const failing = await launch.startTest({ name: 'pays', methodName: 'pays' })
  const passing = await launch.test('refunds', 'PASSED')
  const skipped = await launch.test('gives up', 'SKIPPED')
  const { items: tags } = await ask(app, getFailureTags, { token, params: { projectKey: 'DEF' } })
  const tagId = tags.find(({ enabled, value }) => enabled && value !== 'TO_INVESTIGATE')?.id ?? 0
  const milestoneBody = { name: '2.4', description: '', startDate: null, dueDate: null }
  const milestone = await ask(app, createMilestone, { token, params: { projectKey: 'DEF' }, body: milestoneBody })
  const changes: [string, () => Promise<unknown>][] = [
    ['a label of the launch', () => launch.label([{ key: 'browser', value: 'Firefox' }])],
    ['a label of a test', () => launch.label([{ key: 'area', value: 'cart' }], passing)],
    ['a link of the launch', () => launch.refer([{ name: 'Build', value: 'https://ci.example.test/7' }])],
    ['a link of a test', () => launch.refer([{ name: 'Trace', value: 'https://ci.example.test/8' }], passing)],
    ['a file of the launch', () => launch.upload('report.txt', 'all of it')],
    ['a file of a test', () => launch.upload('trace.txt', 'what happened', `/tests/${passing}`)],
    ['a session with tests', async () => launch.updateSession(await launch.startSession(), { testIds: [passing] })],
    ['a failure', () => launch.finishTest(failing, { result: 'FAILED', reason: 'Error: no card' })],
    ['a retry', () => launch.restartTest(failing, 'pays')],
    ['its failure', () => launch.finishTest(failing, { result: 'FAILED', reason: 'Error: no card' })],
    ['a deleted test', () => launch.call('DELETE', `/tests/${skipped}`)],
    [
      'a failure tag',
      () => ask(app, assignFailureTag, { ...at, params: { ...at.params, testId: failing }, body: { newTagId: tagId } }),
    ],
    ['an issue', () => ask(app, linkIssue, { ...at, body: { ids: [failing], issueId: 'SHOP-1' } })],
    ['no issue', () => ask(app, linkIssue, { ...at, body: { ids: [failing], issueId: null } })],
    ['a mark', () => ask(app, markTests, { ...at, body: { ids: [failing], status: 'PASSED' } })],
    [
      'a milestone',
      () =>
        ask(app, assignLaunchesToMilestone, {
          token,
          params: { projectKey: 'DEF' },
          body: { launchIds: [launch.id], milestoneId: milestone.id },
        }),
    ],
    ['the end', () => launch.finish()],
    ['a review', () => ask(app, reviewLaunch, { ...at, body: { comment: 'Looked at' } })],
  ]
  for (const [what, change] of changes) {
    await change()
    expect({ what, ...followed(await messages(), launch.id) }).toEqual({ what, ...(await reloaded()) })
  }
  await ask(app, deleteLaunch, at)
  expect(followed(await ofProject(), launch.id).launch).toBeNull()
  expect((await refusalOf(app, getLaunch, at)).status).toBe(404)

  const aborted = await agent.startLaunch({ name: 'Stuck' })
  const stuck = { token, params: { projectKey: 'DEF', launchId: aborted.id } }
  await aborted.startTest({ name: 'hangs' })
  await ask(app, abortLaunch, stuck)
  expect(followed(await ofProject(), aborted.id).launch).toEqual((await ask(app, getLaunch, stuck)).launch)
})
