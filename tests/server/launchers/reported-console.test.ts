import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pathOf } from '../../../contract/call.ts'
import { listLaunchAttempts, readConsole } from '../../../contract/launchers/engine.ts'
import { MAX_REPORTED_COMMANDS, reportConsole } from '../../../contract/launchers/reported-console.ts'
import { getLaunch } from '../../../contract/launches/launches.ts'
import { TestAgent } from '../support/agent.ts'
import { ask, send, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'

let app: TestApp
let owner: TestUser
let launchId: number
let agent: TestAgent | undefined
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  await aProject(app, owner, 'ABC')
})
afterAll(() => app.close())

const projectKey = 'DEF'
let attemptUuid: string
const at = '2026-11-25T10:00:00.000Z'
beforeEach(async () => {
  agent ??= await TestAgent.of(app, owner)
  launchId = (await agent.startLaunch()).id
  attemptUuid = crypto.randomUUID()
})
const lineOf = (place: number, line = `line ${place}`) => ({ place, at, line })
const report = (body: object, params: object = {}) =>
  send(app, pathOf(reportConsole.path, { projectKey, launchId, attemptUuid, ...params }), {
    method: 'POST',
    token: owner.token,
    body: { command: 'npm test', startedAt: at, lines: [], end: null, ...body },
  })
const launch = () => ask(app, getLaunch, { token: owner.token, params: { projectKey, launchId } })
const attempts = async () =>
  (await ask(app, listLaunchAttempts, { token: owner.token, params: { projectKey, launchId } })).items
const read = () => ask(app, readConsole, { token: owner.token, params: { projectKey, launchId, attemptUuid } })

test('stores each line once, marks errors, and shows the attempt until its end', async () => {
  expect((await launch()).launch.hasConsole).toBe(false)
  await report({ lines: [lineOf(1), lineOf(2, 'Error: no')] })
  await report({ lines: [lineOf(2, 'again'), lineOf(3)] })
  expect((await launch()).launch.hasConsole).toBe(true)
  expect(await attempts()).toMatchObject([{ state: 'running', begunAt: at, startedAt: null, errorLines: 1 }])
  expect((await read()).items.map(({ value }) => value)).toEqual(['line 1', 'Error: no', 'line 3'])
  expect((await read()).meta.nextPageToken).not.toBeNull()
  expect((await report({ end: { at, exitCode: 3 } })).body).toEqual({ isFull: false })
  expect(await attempts()).toMatchObject([{ state: 'ended', exitCode: 3, endedAt: at }])
  expect((await read()).meta.nextPageToken).toBeNull()
})

test('a command that does not tell its end has ended with its launch', async () => {
  await report({ lines: [lineOf(1)] })
  await agent?.call('PUT', `/test-runs/${launchId}`, { endedAt: at })
  expect(await attempts()).toMatchObject([{ state: 'ended', exitCode: null }])
  expect((await read()).meta.nextPageToken).toBeNull()
})

test('ignores lines beyond the limit of characters', async () => {
  await report({ lines: [lineOf(1)] })
  await app.db
    .updateTable('launch_execution')
    .set({ output_characters: 9_999_990 })
    .where('attempt_uuid', '=', attemptUuid)
    .execute()
  expect((await report({ lines: [lineOf(2, 'fits'), lineOf(3, 'does not fit')] })).body).toEqual({ isFull: true })
  expect((await read()).items.map(({ key }) => key)).toEqual([1, 2])
})

test('rejects launches of other projects, attempts of other launches, and too many commands', async () => {
  expect((await report({}, { projectKey: 'ABC' })).status).toBe(404)
  await report({ lines: [lineOf(1)] })
  const other = await agent?.startLaunch()
  expect((await report({ lines: [lineOf(2)] }, { launchId: other?.id })).status).toBe(409)
  const { id: executionId, ...row } = await app.db
    .selectFrom('launch_execution')
    .selectAll()
    .where('attempt_uuid', '=', attemptUuid)
    .executeTakeFirstOrThrow()
  expect(executionId).toBeGreaterThan(0)
  const copies = Array.from({ length: MAX_REPORTED_COMMANDS - 1 }, () => ({
    ...row,
    config: JSON.stringify(row.config),
    run_context: JSON.stringify(row.run_context),
    attempt_uuid: crypto.randomUUID(),
  }))
  await app.db.insertInto('launch_execution').values(copies).execute()
  expect((await report({}, { attemptUuid: crypto.randomUUID() })).status).toBe(409)
  expect((await report({})).status).toBe(200)
})

test('names the field of each wrong value', async () => {
  const { status, body } = await report({ lines: [lineOf(0)], end: { at: 'now', exitCode: 0.5 } })
  expect(status).toBe(400)
  expect((body as { errors: { field: string }[] }).errors.map(({ field }) => field).toSorted()).toEqual([
    'end.at',
    'end.exitCode',
    'lines.0.place',
  ])
})
