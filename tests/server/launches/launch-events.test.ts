import { afterAll, beforeAll, expect, test } from 'vitest'
import { mergeCause, splitCause } from '../../../contract/launches/causes.ts'
import { listLaunchEvents } from '../../../contract/launches/launch-events.ts'
import { listTests } from '../../../contract/launches/launch-tests.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { launchStream } from '../../../contract/live.ts'
import { appendEvents } from '../../../server/db/events.ts'
import { pruneEvents } from '../../../server/db/prune-events.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'

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

const read = (launch: TestLaunch, after?: number) =>
  ask(app, listLaunchEvents, {
    token: owner.token,
    params: { projectKey: 'DEF', launchId: launch.id },
    query: after === undefined ? {} : { after },
  })

const listed = async (launch: TestLaunch) =>
  (await ask(app, listTests, { token: owner.token, params: { projectKey: 'DEF', launchId: launch.id } })).items

/** Status of each test after all events. */
const folded = (events: Awaited<ReturnType<typeof read>>['events']) =>
  new Map(events.flatMap((event) => (event.type === 'TEST' ? [[event.test.id, event.test.status] as const] : [])))

test('the last event of each test matches the list of tests', async () => {
  const launch = await agent.startLaunch()
  const nothing = { source: 'events', reason: null, keptDays: 7, events: [], causes: [], last: 0, next: null }
  expect(await read(launch)).toEqual(nothing)
  await launch.test('pays', 'PASSED')
  await launch.test('refunds', 'FAILED')
  await launch.startTest({ name: 'ships' })
  const { source, events, last, next } = await read(launch)
  expect([source, next]).toEqual(['events', null])
  expect(events.map((event) => event.sequence)).toEqual(Array.from({ length: last }, (_, index) => index + 1))
  expect(folded(events)).toEqual(new Map((await listed(launch)).map((item) => [item.id, item.status])))
  expect(folded(events).size).toBe(3)
})

test('pages follow each other without a hole', async () => {
  const launch = await agent.startLaunch()
  const many = Array.from({ length: LIMITS.replayEvents + 1 }, (_, testId) => ({
    stream: launchStream(launch.id),
    type: 'test/deleted',
    payload: { testId },
    projectId,
  }))
  await app.db.transaction().execute((tx) => appendEvents(tx, many))
  const page = await read(launch)
  expect([page.events.length, page.last, page.next]).toEqual([LIMITS.replayEvents, many.length, LIMITS.replayEvents])
  const rest = await read(launch, LIMITS.replayEvents)
  expect([rest.events.map((event) => event.sequence), rest.next]).toEqual([[many.length], null])
})

const received = ({ events }: Awaited<ReturnType<typeof read>>) =>
  events.map((event) => (event.type === 'TEST' ? [event.event, event.test.name, event.test.status, event.at] : event))

test('a launch with missing events, or reported after its end, is replayed from the starts and ends of its tests', async () => {
  const launch = await agent.startLaunch({ startedAt: '2026-01-01T10:00:00.000Z' })
  const at = (second: number) => `2026-01-01T10:00:0${second}.000Z`
  const reason = 'expected 1 to be 2'
  await launch.test('refunds', { result: 'FAILED', endedAt: at(4), reason }, { startedAt: at(1) })
  await launch.test('pays', { result: 'PASSED', endedAt: at(3) }, { startedAt: at(2) })
  await launch.startTest({ name: 'ships', startedAt: at(5) })
  const starts = [
    ['test/started', 'refunds', 'IN_PROGRESS', at(1)],
    ['test/started', 'pays', 'IN_PROGRESS', at(2)],
    ['test/finished', 'pays', 'PASSED', at(3)],
    ['test/finished', 'refunds', 'FAILED', at(4)],
    ['test/started', 'ships', 'IN_PROGRESS', at(5)],
    ['test/finished', 'ships', 'ABORTED', expect.any(String)],
  ]
  expect((await read(launch)).source).toBe('events')

  await launch.finish(at(9))
  const late = await read(launch)
  expect([late.source, late.reason, late.last, late.next]).toEqual(['tests', 'late', 6, null])
  expect(received(late)).toEqual(starts)
  expect(late.events.map((event) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6])
  const [first] = late.events
  expect(first?.type === 'TEST' && first.test.message).toBeNull()
  expect(folded(late.events)).toEqual(new Map((await listed(launch)).map((item) => [item.id, item.status])))
  expect(received(await read(launch, 3))).toEqual(starts.slice(3))

  await app.db
    .updateTable('event')
    .set({ at: new Date(0) })
    .where('stream', '=', launchStream(launch.id))
    .execute()
  await pruneEvents(app.db, { olderThan: new Date(1), limit: 2 })
  const cut = await read(launch)
  expect([cut.source, cut.reason, received(cut)]).toEqual(['tests', 'pruned', starts])
})

test('answers a launch of another project as not found, and rejects an invalid number', async () => {
  await aProject(app, owner, 'OTHER')
  const hidden = await (await TestAgent.of(app, owner, 'OTHER')).startLaunch()
  const launch = await agent.startLaunch()
  const stranger = await aUser(app)
  const of = (id: number) => ({ projectKey: 'DEF', launchId: id })
  const refused = [
    { token: owner.token, params: of(hidden.id) },
    { token: stranger.token, params: of(launch.id) },
    { params: of(launch.id) },
    { token: owner.token, params: of(launch.id), query: { after: -1 } },
  ]
  const statuses = await Promise.all(refused.map(async (one) => (await refusalOf(app, listLaunchEvents, one)).status))
  expect(statuses).toEqual([404, 404, 401, 400])
})

test('events contain the causes of their failures, with merges and splits, by every call that reads them', async () => {
  const launch = await agent.startLaunch()
  const reason = (what: string) => ({
    result: 'FAILED' as const,
    reason: `Error: ${what}\n    at pay (pay.spec.ts:1:1)`,
  })
  await launch.test('pays', reason('the card is declined'))
  await launch.test('refunds', reason('no answer from the bank'))
  await launch.test('ships', 'PASSED')
  await launch.finish()
  const keys = (await listed(launch)).flatMap(({ failureKey }) => failureKey ?? [])
  const [declined = '', silent = ''] = keys
  const causes = async () => (await read(launch)).causes
  expect(await causes()).toMatchObject([
    { failureKey: declined, causeKey: declined, label: 'Error: the card is declined' },
    { failureKey: silent, causeKey: silent, label: 'Error: no answer from the bank' },
  ])
  const of = (failureKey: string) => ({ token: owner.token, params: { projectKey: 'DEF', failureKey } })
  await ask(app, mergeCause, { ...of(silent), body: { into: declined, label: 'No answer' } })
  const merged = [
    { failureKey: declined, causeKey: declined },
    { failureKey: silent, causeKey: declined },
  ]
  expect(await causes()).toMatchObject(merged)
  await app.db.updateTable('event_stream').set({ pruned: 1 }).where('stream', '=', launchStream(launch.id)).execute()
  expect(await read(launch)).toMatchObject({ source: 'tests', causes: merged })
  await ask(app, splitCause, { ...of(silent), body: { from: declined, label: 'No answer', withKeys: [] } })
  expect(await causes()).toMatchObject([{ causeKey: declined }, { causeKey: silent }])
})
