import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBrowserErrors } from '../../../contract/launches/test-details.ts'
import { listPublicBrowserErrors } from '../../../contract/public/public-access.ts'
import { keyOf } from '../../../server/files/store.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { aVisitor } from '../support/public.ts'

let app: TestApp
let owner: TestUser
let agent: TestAgent
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  await aProject(app, owner)
  agent = await TestAgent.of(app, owner)
})
afterAll(() => app.close())

const TRACE = readFileSync(path.join(import.meta.dirname, 'files/checkout-trace.zip'))
/** Start of the recorded attempt. */
const STARTED_AT = '2026-11-29T22:30:32.310Z'
const NONE = { items: [], omitted: 0, isComplete: true }

const question = (launch: TestLaunch, testId: number, attempt?: number) => ({
  token: owner.token,
  params: { projectKey: 'DEF', launchId: launch.id, testId },
  query: attempt === undefined ? {} : { attempt },
})
const aTest = async (trace: Uint8Array<ArrayBuffer>) => {
  const launch = await agent.startLaunch()
  const id = await launch.startTest({ name: 'pays by card', methodName: 'pays by card', startedAt: STARTED_AT })
  await launch.upload('trace.zip', trace, `/tests/${id}`)
  return { launch, id }
}

test("console and network errors of an attempt's trace come with the time since its start", async () => {
  const { launch, id } = await aTest(Uint8Array.from(TRACE))
  await launch.finishTest(id, { result: 'FAILED', reason: 'Timeout' })
  const answer = await ask(app, listBrowserErrors, question(launch, id))
  expect(answer).toMatchObject({ omitted: 0, isComplete: true })
  expect(answer.items.map(({ kind, startMs }) => `${startMs} ${kind}`)).toEqual([
    '1953 console',
    '2030 request',
    '2212 request',
    '2221 request',
    '2237 console',
    '2238 page-error',
  ])
  await launch.restartTest(id, 'pays by card')
  expect(await ask(app, listBrowserErrors, question(launch, id))).toEqual(NONE)
  expect(await ask(app, listBrowserErrors, question(launch, id, 1))).toEqual(answer)
  expect(await ask(app, listBrowserErrors, question(launch, id, 3))).toEqual(NONE)
  const elsewhere = await agent.startLaunch()
  expect((await refusalOf(app, listBrowserErrors, question(elsewhere, id))).status).toBe(404)
})

test('a visitor of a shared launch reads them, and none of other launches', async () => {
  const { launch, id } = await aTest(Uint8Array.from(TRACE))
  const other = await aTest(Uint8Array.from(TRACE))
  const { token } = await aVisitor(app, owner, { resourceType: 'launch', resourceId: String(launch.id) }, 'DEF')
  const answer = await ask(app, listPublicBrowserErrors, { token, params: { testId: id }, query: {} })
  expect(answer.items).toHaveLength(6)
  const hidden = { token, params: { testId: other.id }, query: {} }
  expect((await refusalOf(app, listPublicBrowserErrors, hidden)).status).toBe(404)
})

test('a trace that is damaged, or whose bytes are lost, is read as far as possible', async () => {
  const damaged = await aTest(Uint8Array.from(TRACE.subarray(0, 4000)))
  expect(await ask(app, listBrowserErrors, question(damaged.launch, damaged.id))).toEqual({
    ...NONE,
    isComplete: false,
  })
  const lost = await aTest(Uint8Array.from([...TRACE, 0]))
  const { file_hash: hash } = await app.db
    .selectFrom('artifact')
    .select('file_hash')
    .where('test_id', '=', lost.id)
    .executeTakeFirstOrThrow()
  await rm(path.join(app.config.DATA_DIR, 'files', keyOf(hash)))
  expect(await ask(app, listBrowserErrors, question(lost.launch, lost.id))).toEqual({ ...NONE, isComplete: false })
})
