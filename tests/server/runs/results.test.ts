import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunCommand } from '../../../contract/runs/commands.ts'
import { listCaseExecutions } from '../../../contract/cases/executions.ts'
import { closeTestRun } from '../../../contract/runs/runs.ts'
import { ask, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aWorkspace, type TestUser } from '../support/people.ts'
import { aProjectWithRuns, recorded, runsOf, type Runs } from './support.ts'

let app: TestApp
let owner: TestUser
let project: Awaited<ReturnType<typeof aProjectWithRuns>>
let colleague: Runs
let cases: number[]
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
  project = await aProjectWithRuns(app, owner)
  const engineer = await aUser(app, { roles: { [project.projectId]: 'ENGINEER' } })
  colleague = await runsOf(app, engineer, project.projectKey)
  const suite = await project.repository.suite('Checkout')
  cases = []
  for (const title of ['Pay by card', 'Pay by voucher', 'Pay later'])
    cases.push((await project.repository.case(suite, title)).id)
})
afterAll(() => app.close())

const first = () => cases[0] as number
const second = () => cases[1] as number
const counts = async (runId: number) =>
  Object.fromEntries((await project.get(runId)).caseStatusStatistics.map(({ status, count }) => [status.name, count]))
const rowOf = async (runId: number, caseId: number) => {
  const row = (await project.cases(runId)).items.find((one) => one.caseId === caseId)
  if (!row) throw new Error('the case is not in the run')
  return row
}

describe('recording results', () => {
  test('[RUNS-20] a result is counted, shown at its case and stored with its comment and steps', async () => {
    const run = await project.create(cases)
    const step = { stepId: 'a', statusId: project.status('Passed'), comment: 'Fine', attachments: [] }
    const command = recorded(run.id, first(), {
      statusId: project.status('Failed'),
      comment: 'The total is wrong',
      durationMs: 12_000,
      defects: ['SHOP-2231'],
      steps: [step],
    })
    const answer = await project.send([command])
    expect(answer.outcomes).toEqual([{ key: expect.any(String), outcome: 'done', meanwhile: [], skippedCaseIds: [] }])
    expect(answer.runs[0]?.revision).toBe(run.revision + 1)
    expect(answer.cases[0]).toMatchObject({ caseId: first(), attempts: 1, statusId: project.status('Failed') })
    expect(await counts(run.id)).toEqual({ Untested: 2, Failed: 1 })
    expect(await project.results(run.id, first())).toEqual([
      expect.objectContaining({
        comment: 'The total is wrong',
        durationMs: 12_000,
        defects: ['SHOP-2231'],
        steps: [step],
        withdrawnAt: null,
      }),
    ])
  })

  test('applies a repeated command once, under any key', async () => {
    const run = await project.create(cases)
    const [key, resultId] = [crypto.randomUUID(), crypto.randomUUID()]
    const command = recorded(run.id, first(), { statusId: project.status('Passed') }, { resultId })
    await project.send([command], { keys: [key] })
    await project.send([command], { keys: [key] })
    await project.send([command])
    expect(await project.results(run.id, first())).toHaveLength(1)
    expect(await counts(run.id)).toEqual({ Untested: 2, Passed: 1 })
  })

  test('a second result replaces the first in the counts, and both are stored', async () => {
    const run = await project.create(cases)
    await project.send([recorded(run.id, first(), { statusId: project.status('Failed') })])
    await project.send([recorded(run.id, first(), { statusId: project.status('Passed') })])
    expect(await counts(run.id)).toEqual({ Untested: 2, Passed: 1 })
    expect((await project.results(run.id, first())).map(({ statusId }) => statusId)).toEqual([
      project.status('Failed'),
      project.status('Passed'),
    ])
  })

  test('keeps the results of two testers on one case, and returns the first to the second', async () => {
    const run = await project.create(cases)
    await colleague.send([recorded(run.id, first(), { statusId: project.status('Failed') })])
    const { outcomes } = await project.send([recorded(run.id, first(), { statusId: project.status('Passed') })])
    expect(outcomes[0]).toMatchObject({ meanwhile: [{ statusId: project.status('Failed') }] })
    expect(await project.results(run.id, first())).toHaveLength(2)
  })

  test('a late result does not hide a newer one', async () => {
    const run = await project.create(cases)
    await project.send([recorded(run.id, first(), { statusId: project.status('Passed') })])
    const yesterday = new Date(Date.now() - 86_400_000)
    await colleague.send([recorded(run.id, first(), { statusId: project.status('Failed') })], { at: yesterday })
    expect(await rowOf(run.id, first())).toMatchObject({ attempts: 2, statusId: project.status('Passed') })
  })

  test('withdrawing restores the previous result, and is limited to one’s own results', async () => {
    const run = await project.create(cases)
    const resultId = crypto.randomUUID()
    await project.send([recorded(run.id, first(), { statusId: project.status('Failed') })])
    await project.send([recorded(run.id, first(), { statusId: project.status('Passed') }, { resultId })])
    const withdrawal: RunCommand = { type: 'results/withdraw', runId: run.id, resultIds: [resultId] }
    expect(await colleague.refused(withdrawal)).toMatchObject({ reason: 'invalid', errors: [{ field: 'resultIds.0' }] })
    const { cases: received } = await project.send([withdrawal])
    expect(received).toMatchObject([{ caseId: first(), attempts: 1, statusId: project.status('Failed') }])
    expect(await rowOf(run.id, first())).toMatchObject({ attempts: 1, statusId: project.status('Failed') })
    expect(await counts(run.id)).toEqual({ Untested: 2, Failed: 1 })
    expect((await project.results(run.id, first()))[1]?.withdrawnAt).not.toBeNull()
  })

  test('one command records many cases and skips those removed from the run', async () => {
    const run = await project.create(cases)
    await project.update(run.id, { removeCaseIds: [second()] })
    const { outcomes } = await project.send([
      {
        ...recorded(run.id, first(), { statusId: project.status('Passed') }),
        entries: cases.map((caseId) => ({ caseId, resultId: crypto.randomUUID(), seenResultId: null })),
      },
    ])
    expect(outcomes[0]).toMatchObject({ outcome: 'done', skippedCaseIds: [second()] })
    expect(await counts(run.id)).toEqual({ Passed: 2 })
  })
})

describe('refusing results', () => {
  test('[RUNS-29][RUNS-30] a closed run accepts none, also not late ones', async () => {
    const run = await project.create(cases)
    await ask(app, closeTestRun, project.of(run.id))
    const late = recorded(run.id, first(), { statusId: project.status('Passed') })
    expect((await project.refused(late)).reason).toBe('run-closed')
    expect(await project.results(run.id, first())).toEqual([])
  })

  test('names each reason and stores nothing', async () => {
    const run = await project.create([first()])
    const passed = project.status('Passed')
    expect((await project.refused(recorded(999_999, first(), { statusId: passed }))).reason).toBe('run-gone')
    expect((await project.refused(recorded(run.id, second(), { statusId: passed }))).reason).toBe('case-gone')
    expect((await project.refused(recorded(run.id, first(), { statusId: 999_999 }))).reason).toBe('status-off')
    expect((await project.refused(recorded(run.id, first(), { statusId: project.status('Untested') }))).reason).toBe(
      'status-off',
    )
    const step = { stepId: 'a', statusId: 999_999, comment: 'seen', attachments: [] }
    const ofStep = recorded(run.id, first(), {
      statusId: passed,
      steps: [{ ...step, stepId: 'b', statusId: passed }, step],
    })
    expect(await project.refused(ofStep)).toMatchObject({
      reason: 'status-off',
      errors: [{ field: 'steps.1.statusId' }],
    })
    const hostile = recorded(run.id, first(), { statusId: passed, defects: ['javascript:alert(1)'] })
    expect((await project.refused(hostile)).errors).toMatchObject([{ field: 'defects.0' }])
    expect(await counts(run.id)).toEqual({ Untested: 1 })
  })
})

test('stores every result of many concurrent testers and returns each outcome', async () => {
  const run = await project.create(cases)
  const sent = Array.from({ length: 60 }, (_, turn) =>
    (turn % 2 === 0 ? project : colleague).send([
      recorded(run.id, cases[turn % 3] as number, { statusId: project.status(turn < 30 ? 'Failed' : 'Passed') }),
    ]),
  )
  const answers = await Promise.all(sent)
  expect(answers.every(({ outcomes }) => outcomes[0]?.outcome === 'done')).toBe(true)
  const saved = await Promise.all(cases.map((caseId) => project.results(run.id, caseId)))
  expect(saved.map(({ length }) => length)).toEqual([20, 20, 20])
  expect(Object.values(await counts(run.id)).reduce((sum, count) => sum + count, 0)).toBe(3)
})

test('[CPAGE-08] results of runs are executions of the case, the newest first, without those that were taken back', async () => {
  const shop = await aProjectWithRuns(app, owner)
  const { suite, case: add } = shop.repository
  const one = await add(await suite('Checkout'), 'Pay by card')
  const [first, second] = [await shop.create([one.id], { title: 'One' }), await shop.create([one.id], { title: 'Two' })]
  const withdrawn = crypto.randomUUID()
  await shop.send([recorded(first.id, one.id, { statusId: shop.status('Passed'), comment: 'ok' })])
  await shop.send([
    recorded(second.id, one.id, { statusId: shop.status('Failed'), durationMs: 5000 }),
    recorded(second.id, one.id, { statusId: shop.status('Passed') }, { resultId: withdrawn }),
    { type: 'results/withdraw', runId: second.id, resultIds: [withdrawn] },
  ])
  const at = { token: owner.token, params: { ...shop.at.params, caseId: one.id } }
  const { items, _meta } = await ask(app, listCaseExecutions, { ...at, query: { pageSize: 10 } })
  expect(_meta.total).toBe(2)
  expect(items).toMatchObject([
    { kind: 'run', runId: second.id, runTitle: 'Two', status: { name: 'Failed' }, durationMs: 5000 },
    { kind: 'run', runId: first.id, runTitle: 'One', status: { name: 'Passed' }, comment: 'ok' },
  ])
})

test('answers a repeated command with the same skipped cases and results of others', async () => {
  const run = await project.create(cases, { title: 'Answer lost' })
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  const command: RunCommand = {
    ...recorded(run.id, first(), { statusId: project.status('Passed') }),
    entries: [
      { resultId: ids[0] ?? '', caseId: first(), seenResultId: null },
      { resultId: ids[1] ?? '', caseId: second(), seenResultId: null },
    ],
  }
  await project.update(run.id, { removeCaseIds: [second()] })
  await colleague.send([recorded(run.id, first(), { statusId: project.status('Failed') })])
  const keys = [crypto.randomUUID()]
  const received = await project.send([command], { keys })
  expect(received.outcomes).toMatchObject([
    { outcome: 'done', skippedCaseIds: [second()], meanwhile: [{ caseId: first() }] },
  ])
  expect((await project.send([command], { keys })).outcomes).toEqual(received.outcomes)
  expect(await project.results(run.id, first())).toHaveLength(2)
})
