import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { createTestCase, updateTestCase } from '../../../contract/cases/cases.ts'
import { deleteTestCases } from '../../../contract/cases/operations.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { recordFinishedLaunch } from '../../../contract/launches/finished-launch.ts'
import { reviewLaunch } from '../../../contract/launches/launches.ts'
import { createProject } from '../../../contract/projects/projects.ts'
import { sendRunCommands } from '../../../contract/runs/commands.ts'
import { createTestRun } from '../../../contract/runs/runs.ts'
import { createMilestone, MilestoneValues, updateMilestone } from '../../../contract/settings/milestones.ts'
import { createAccessToken } from '../../../contract/workspace/profile.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { aWorkspace, type TestUser } from '../support/people.ts'
import { aRepository, type TestRepository } from '../cases/support.ts'
import { runsOf } from '../runs/support.ts'

let app: TestApp
let owner: TestUser
let repository: TestRepository
let writes: readonly Write[]

interface Write {
  call: AnyCall
  params?: Record<string, string | number>
  body: object
}

beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  repository = await aRepository(app, owner)
  const { params } = repository
  const at = { token: owner.token, params }
  const suite = await repository.suite('Checkout')
  const { id: caseId, version } = await repository.case(suite, 'pays')
  const { id: goneId } = await repository.case(suite, 'is deleted')
  const { id: milestoneId } = await ask(app, createMilestone, {
    ...at,
    body: MilestoneValues.parse({ name: 'Spring' }),
  })
  const runs = await runsOf(app, owner, repository.projectKey)
  const { id: runId } = await runs.create([caseId])
  const entries = [{ resultId: crypto.randomUUID(), caseId, seenResultId: null }]
  const values = { statusId: runs.status('Passed'), comment: '', elapsedMs: null, attachments: [], steps: [] }
  const command = { type: 'results/record', runId, entries, values }
  const commands = [{ key: crypto.randomUUID(), at: new Date().toISOString(), command }]
  writes = [
    { call: createProject, body: { name: 'Other', key: 'OTHER', publiclyAccessible: false } },
    { call: createSuite, params, body: { title: 'Twice' } },
    { call: createTestCase, params, body: { testSuiteId: suite, title: 'plain' } },
    { call: createTestCase, params, body: { testSuiteId: suite, title: 'undoable', operationId: crypto.randomUUID() } },
    { call: updateTestCase, params: { ...params, caseId }, body: { version, changes: { title: 'pays twice' } } },
    { call: deleteTestCases, params, body: { operationId: crypto.randomUUID(), ids: [goneId] } },
    { call: createMilestone, params, body: { name: 'Summer', description: '' } },
    {
      call: updateMilestone,
      params: { ...params, milestoneId },
      body: { name: 'Autumn', expected: { name: 'Spring' } },
    },
    { call: createTestRun, params, body: runs.bodyOf([caseId], { title: 'Nightly' }) },
    { call: sendRunCommands, params, body: { commands } },
  ]
})
afterAll(() => app.close())

const sendWith = ({ call, params = {}, body }: Write, key: string) =>
  send(app, pathOf(call.path, params), {
    method: call.method,
    token: owner.token,
    body,
    headers: { 'idempotency-key': key },
  })

/** The log of events: each write appends to it. */
const eventsSoFar = async (): Promise<number> => {
  const { rows } = await sql<{ events: number }>`select count(*)::int as events from event`.execute(app.db)
  return rows[0]?.events ?? 0
}

test('a write that is sent three times with one key, two of them concurrently, has one effect and one answer', async () => {
  for (const write of writes) {
    const key = crypto.randomUUID()
    // A crash between the effect and its answer: nothing of the first attempt may stay.
    const before = await eventsSoFar()
    await sql`alter table idempotency_key add constraint crash check (answer is null) not valid`.execute(app.db)
    expect((await sendWith(write, key)).status, `${write.call.name} is interrupted`).toBe(500)
    await sql`alter table idempotency_key drop constraint crash`.execute(app.db)
    expect(await eventsSoFar(), `${write.call.name} leaves nothing`).toBe(before)

    const [first, second] = await Promise.all([sendWith(write, key), sendWith(write, key)])
    const events = await eventsSoFar()
    expect(first, `called ${write.call.name}`).toMatchObject({ status: 200 })
    expect(events, `called ${write.call.name}`).toBeGreaterThan(before)
    expect(second?.body, `called ${write.call.name}`).toEqual(first?.body)
    expect((await sendWith(write, key)).body, `called ${write.call.name}`).toEqual(first?.body)
    expect(await eventsSoFar(), `${write.call.name} has one effect`).toBe(events)
    const other = { ...write, body: { ...write.body, title: 'other', name: 'other' } }
    expect((await sendWith(other, key)).status, `another ${write.call.name} with the key`).toBe(409)
  }
  const cases = await repository.titles((await repository.suites())[0]?.id ?? 0)
  expect(cases).toEqual(['pays twice', 'plain', 'undoable'])
})

test('a write of a launch that is sent twice has one effect and one answer', async () => {
  const { params } = repository
  const times = { startedAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-01T00:01:00Z' }
  const recorded = {
    name: 'Smoke',
    uuid: crypto.randomUUID(),
    ...times,
    tests: [{ name: 'adds', result: 'FAILED', reason: 'x', ...times }],
  }
  const first = await sendWith({ call: recordFinishedLaunch, params, body: recorded }, crypto.randomUUID())
  const { launchId } = recordFinishedLaunch.answer.parse(first.body)
  const review = { call: reviewLaunch, params: { ...params, launchId }, body: { comment: 'A known failure' } }
  const key = crypto.randomUUID()
  const answers = [await sendWith(review, key)]
  const events = await eventsSoFar()
  answers.push(await sendWith(review, key))
  expect(answers.map(({ body, status }) => ({ body, status }))).toEqual(
    [0, 1].map(() => ({ body: answers[0]?.body, status: 200 })),
  )
  expect(await eventsSoFar()).toBe(events)
})

test('a rejected write leaves its key free', async () => {
  const [suite] = await repository.suites()
  const key = crypto.randomUUID()
  const write = { call: createTestCase, params: repository.params, body: { testSuiteId: 1_000_000, title: 'later' } }
  expect((await sendWith(write, key)).status).toBe(404)
  expect((await sendWith({ ...write, body: { testSuiteId: suite?.id, title: 'later' } }, key)).status).toBe(200)
})

test('an answer with a secret is not stored, so that sending the call again is rejected', async () => {
  const write = { call: createAccessToken, body: { name: 'CI', expiresAt: null } }
  const key = crypto.randomUUID()
  expect((await sendWith(write, key)).status).toBe(200)
  expect((await sendWith(write, key)).status).toBe(409)
})
