import { sql } from 'kysely'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTestRunReport } from '../../../contract/runs/report-mail.ts'
import { REPORT_LIMITS, getTestRunReport } from '../../../contract/runs/report.ts'
import { assignRunCases } from '../../../contract/runs/run-cases.ts'
import { closeTestRun } from '../../../contract/runs/runs.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aProjectWithRuns, recorded } from './support.ts'

let app: TestApp
let owner: TestUser
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

const aProject = async (titles: readonly string[]) => {
  const project = await aProjectWithRuns(app, owner)
  const suite = await project.repository.suite('Checkout')
  const cases: number[] = []
  for (const title of titles) cases.push((await project.repository.case(suite, title)).id)
  const report = async (runId: number) => (await ask(app, getTestRunReport, project.of(runId))).data
  const record = (runId: number, caseId: number, status: string, at = new Date()) =>
    project.send([recorded(runId, caseId, { statusId: project.status(status) })], { at })
  return { ...project, cases, report, record }
}

test('parts of the report add up to the run, and cases that left it count nowhere', async () => {
  const { cases, create, record, report, update, of } = await aProject(['Card', 'Voucher', 'Later', 'Shells'])
  const [card = 0, voucher = 0, later = 0, shells = 0] = cases
  const run = await create(cases)
  await ask(app, assignRunCases, {
    ...of(run.id),
    body: {
      assignments: [
        { caseId: card, assigneeId: owner.id },
        { caseId: later, assigneeId: owner.id },
      ],
    },
  })
  await record(run.id, card, 'Passed')
  await record(run.id, voucher, 'Failed')
  await record(run.id, shells, 'Failed')
  await update(run.id, { removeCaseIds: [shells] })
  const read = await report(run.id)
  expect(read).toMatchObject({ cases: 3, done: 2, failed: 1, forecast: { reason: 'too-few-results' } })
  expect(Object.fromEntries(read.statistics.map(({ status, count }) => [status.name, count]))).toEqual({
    Untested: 1,
    Passed: 1,
    Failed: 1,
  })
  expect(read.suites).toEqual([{ id: expect.any(Number), path: ['Checkout'], cases: 3, done: 2, failed: 1 }])
  expect(read.testers).toEqual([
    expect.objectContaining({ user: expect.objectContaining({ id: owner.id }), cases: 2, done: 1, recorded: 2 }),
    expect.objectContaining({ user: null, cases: 1, done: 1, failed: 1, recorded: 0 }),
  ])
  expect(read.risks.map(({ title }) => title)).toEqual(['Later'])
})

test('progress never decreases, ends at the recorded results, and accepts results with differing clocks', async () => {
  const { cases, create, record, report } = await aProject(['Card', 'Voucher', 'Later'])
  const run = await create(cases)
  const created = new Date(run.createdAt).getTime()
  await sql`update test_run set created_at = created_at - interval '40 hours' where id = ${run.id}`.execute(app.db)
  await record(run.id, cases[0] as number, 'Passed', new Date(created - 20.5 * 3_600_000))
  await record(run.id, cases[1] as number, 'Passed', new Date(created - 400 * 3_600_000))
  const { progress } = await report(run.id)
  const done = progress.map((point) => point.done)
  expect(progress).toHaveLength(REPORT_LIMITS.points + 1)
  expect(done).toEqual([...done].sort((a, b) => a - b))
  expect([done[0], done[1], done[19], done[20], done.at(-1)]).toEqual([0, 1, 1, 2, 2])
})

test('sorts risks by priority, then earlier failures, then recent changes', async () => {
  const { cases, create, record, report, projectId, projectKey } = await aProject(['A', 'B', 'C', 'D'])
  const [plain = 0, changed = 0, failing = 0, urgent = 0] = cases
  const priority = await app.db
    .selectFrom('priority')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .executeTakeFirstOrThrow()
  // The others have no priority.
  await app.db.updateTable('test_case').set({ priority_id: null }).where('id', 'in', cases).execute()
  await app.db.updateTable('test_case').set({ priority_id: priority.id }).where('id', '=', urgent).execute()
  const earlier = await create([failing])
  await record(earlier.id, failing, 'Failed')
  const run = await create(cases)
  await app.db.updateTable('test_case').set({ version: 7, description: 'Changed' }).where('id', '=', changed).execute()
  const { risks } = await report(run.id)
  expect(risks.map(({ caseId }) => caseId)).toEqual([urgent, failing, changed, plain])
  expect(risks[0]?.priority).toBe(priority.name)
  expect(risks[0]?.key).toMatch(new RegExp(`^${projectKey}-\\d+$`))
  expect(risks[1]?.earlierFailures).toBe(1)
  expect(risks[2]?.isChanged).toBe(true)
})

test('a closed run has neither a forecast nor risks, and a run of another project has no report', async () => {
  const { cases, create, report, of } = await aProject(['Card'])
  const run = await create(cases)
  await ask(app, closeTestRun, of(run.id))
  expect(await report(run.id)).toMatchObject({ forecast: { reason: 'closed' }, risks: [], done: 0, cases: 1 })
  const other = await aProject(['Card'])
  expect((await refusalOf(app, getTestRunReport, other.of(run.id))).status).toBe(404)
})

test('mails the report only to users of the project, with its figures and address', async () => {
  const { cases, create, record, of } = await aProject(['Card', 'Voucher'])
  const [card = 0] = cases
  const run = await create(cases, { title: 'Release 2' })
  await record(run.id, card, 'Failed')
  const outbox = path.join(app.config.DATA_DIR, 'outbox')
  const mails = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [])
  const before = mails()
  const stranger = await aUser(app, {})
  const body = { userIds: [owner.id, stranger.id], message: 'Please look' }
  expect(await refusalOf(app, mailTestRunReport, { ...of(run.id), body })).toMatchObject({
    status: 400,
    errors: [{ field: 'userIds.1' }],
  })
  expect(mails()).toEqual(before)
  expect(await ask(app, mailTestRunReport, { ...of(run.id), body: { ...body, userIds: [owner.id] } })).toEqual({
    sent: 1,
    kept: true,
  })
  const [mail = ''] = mails().filter((name) => !before.includes(name))
  const text = readFileSync(path.join(outbox, mail), 'utf8').replaceAll('=\r\n', '')
  expect(text).toContain('Subject: Report: Release 2')
  expect(text).toContain('Please look')
  expect(text).toContain('1 of 2 test cases, 1 failed')
  expect(text).toContain(`/test-runs/${run.id}/report`)
})
