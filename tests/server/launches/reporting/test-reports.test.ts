import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listTestSteps } from '../../../../contract/launches/test-details.ts'
import type { ReportedTests } from '../../../../contract/launches/reporting.ts'
import { RESULT_IMPORT_LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { ask } from '../../support/app.ts'
import { PNG } from '../../support/agent.ts'
import { artifactsOf, countRows, expectCounted, linesOf, some, testRow, testRows } from './support/rows.ts'
import { reportingServer } from './support/server.ts'

const server = reportingServer()
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 17, 19, second)).toISOString()
const start = (name: string, second = 0) => ({ name, className: 'a.spec.ts', methodName: name, startedAt: at(second) })
const finish = (result: string, second = 1, reason?: string) => ({ result, endedAt: at(second), reason })

const aLaunch = async () => {
  const launch = await server.agent.startLaunch()
  return {
    id: launch.id,
    report: (tests: unknown[], headers?: Record<string, string>) =>
      launch.call<ReportedTests>('POST', '/test-reports', { tests }, headers),
    upload: (testId: number, query: string, name: string, content: Uint8Array<ArrayBuffer> | string, key: string) => {
      const form = new FormData()
      form.append('file', new Blob([content]), name)
      return server.agent.request('POST', `/test-runs/${launch.id}/tests/${testId}/attachments?${query}`, form, {
        'idempotency-key': key,
      })
    },
  }
}
const stepsOf = (launchId: number, testId: number, attempt: number) =>
  ask(server.app, listTestSteps, {
    token: server.owner.token,
    params: { projectKey: 'DEF', launchId, testId },
    query: { attempt },
  })

test('one call starts tests, ends them and starts one of them again, each attempt with its log and steps', async () => {
  const { id, report } = await aLaunch()
  const log = (message: string) => [{ level: 'INFO', timestamp: Date.parse(at(1)), message }]
  const steps = (title: string, status: string) => ({ items: [{ title, depth: 0, status }] })
  const { tests, problems } = await report([
    {
      key: 'a',
      start: start('adds'),
      logs: log('first'),
      steps: steps('pay', 'FAILED'),
      finish: finish('FAILED', 1, 'no'),
    },
    { key: 'b', start: start('runs'), labels: [{ key: 'issue', value: 'A-1' }] },
    {
      key: 'a',
      start: start('adds', 2),
      logs: log('second'),
      steps: steps('pay', 'PASSED'),
      finish: finish('PASSED', 3),
    },
  ])
  expect(problems).toEqual([])
  const [a = 0, b = 0] = tests.map((one) => one.id)
  expect(await testRow(server.app, a)).toMatchObject({ status: 'PASSED', attempt: 2, name: 'adds' })
  expect(await testRow(server.app, b)).toMatchObject({
    status: 'IN_PROGRESS',
    attempt: 1,
    labels: [{ key: 'issue', value: 'A-1' }],
  })
  expect(some(await expectCounted(server.app, id))).toEqual({ passed: 1, inProgress: 1 })
  const messages = async (attempt: number) => (await linesOf(server.app, a, attempt)).map(({ message }) => message)
  expect([await messages(1), await messages(2)]).toEqual([['first'], ['second']])
  expect((await stepsOf(id, a, 1)).items).toEqual([{ title: 'pay', depth: 0, status: 'FAILED' }])
  expect((await stepsOf(id, a, 2)).items).toEqual([{ title: 'pay', depth: 0, status: 'PASSED' }])

  await report([
    { key: 'a', id: a, start: start('adds', 4) },
    { key: 'b', id: b, finish: finish('SKIPPED') },
  ])
  expect(await testRow(server.app, a)).toMatchObject({ status: 'IN_PROGRESS', attempt: 3 })
  expect(await testRow(server.app, b)).toMatchObject({ status: 'SKIPPED' })
})

test('a wrong entry, and one of a test that was deleted, are named and discard no other', async () => {
  const { id, report } = await aLaunch()
  const { tests } = await report([{ key: 'a', start: start('adds') }])
  await server.agent.call('DELETE', `/test-runs/${id}/tests/${tests[0]?.id}`)
  const answer = await report([
    { key: 'b', start: { ...start('pays'), startedAt: 'noon' } },
    { key: 'c', start: { startedAt: at(0) } },
    { key: 'a', id: tests[0]?.id, finish: finish('PASSED') },
    { key: 'd', finish: finish('PASSED') },
    'text',
    { key: 'e', start: start('ships'), finish: finish('PASSED') },
  ])
  expect(answer.problems).toEqual([
    { index: 0, message: expect.stringContaining('start.startedAt') },
    { index: 1, message: 'start.name: Must not be blank' },
    { index: 4, message: expect.any(String) },
    { index: 2, message: 'The test does not exist' },
    { index: 3, message: 'The test does not exist' },
  ])
  expect((await testRows(server.app, id)).map(({ name, status }) => [name, status])).toEqual([['ships', 'PASSED']])
  expect(answer.tests.map(({ key }) => key)).toEqual(['e'])
})

test('labels beyond the limit of a test are left out, and its result and the other tests are stored', async () => {
  const { id, report } = await aLaunch()
  const labels = Array.from({ length: 9 }, (_, index) => ({ key: String(index), value: 'x'.repeat(4000) }))
  const { tests, problems } = await report([
    { key: 'a', start: start('adds'), labels, finish: finish('PASSED') },
    { key: 'b', start: start('pays'), labels: labels.slice(0, 8), finish: finish('FAILED') },
  ])
  expect(problems).toEqual([{ index: 0, message: expect.stringContaining('32768 characters') }])
  expect(tests.map(({ key }) => key)).toEqual(['a', 'b'])
  expect((await testRows(server.app, id)).map((row) => [row.status, row.labels.length])).toEqual([
    ['PASSED', 0],
    ['FAILED', 8],
  ])
})

test('tests of another launch are not changed', async () => {
  const [one, other] = [await aLaunch(), await aLaunch()]
  const { tests } = await one.report([{ key: 'a', start: start('adds') }])
  const { problems } = await other.report([{ key: 'a', id: tests[0]?.id, finish: finish('FAILED') }])
  expect(problems).toHaveLength(1)
  expect(await testRow(server.app, tests[0]?.id ?? 0)).toMatchObject({ status: 'IN_PROGRESS' })
})

test('a call that is repeated with its key changes nothing and has the answer of the first one', async () => {
  const { report } = await aLaunch()
  const headers = { 'idempotency-key': randomUUID() }
  const body = [{ key: 'a', start: start('adds'), logs: [{ level: 'INFO', timestamp: 1, message: 'line' }] }]
  const first = await report(body, headers)
  const rows = await countRows(server.app)
  expect(await report(body, headers)).toEqual(first)
  expect(await countRows(server.app)).toEqual(rows)
})

test('steps beyond the limit of an import are rejected, and texts are shortened as those of an import', async () => {
  const { id, report } = await aLaunch()
  const many = Array.from({ length: RESULT_IMPORT_LIMITS.steps + 1 }, () => ({ title: 's', depth: 0 }))
  const { tests, problems } = await report([
    { key: 'a', start: start('adds'), steps: { items: many } },
    { key: 'b', start: start('pays'), steps: { items: [{ title: 'x'.repeat(5000), depth: 900 }], omitted: 7 } },
  ])
  expect(problems).toMatchObject([{ index: 0, message: expect.stringContaining('steps.items') }])
  const { items, omitted } = await stepsOf(id, tests[0]?.id ?? 0, 1)
  expect(omitted).toBe(7)
  expect(items).toEqual([{ title: expect.any(String), depth: 0, status: null }])
  expect(items[0]?.title).toHaveLength(RESULT_IMPORT_LIMITS.stepTitle)
})

test('attachments belong to the attempt and the step that the query names, and their content decides what they are', async () => {
  const { id, report, upload } = await aLaunch()
  const first = await report([
    {
      key: 'a',
      start: start('adds'),
      steps: { items: [{ title: 'pay', depth: 0 }] },
      finish: finish('FAILED', 1, 'no'),
    },
    { key: 'a', start: start('adds', 2) },
  ])
  const testId = first.tests[0]?.id ?? 0
  for (let turn = 0; turn < 2; turn += 1)
    expect(await upload(testId, 'attempt=1&step=0&at=7', 'shot', PNG, 'shot-1')).toMatchObject({ status: 201 })
  await upload(testId, 'attempt=2&at=8', 'trace.zip', 'PK', 'trace-1')
  expect(await artifactsOf(server.app, id)).toMatchObject([
    { name: 'shot', kind: 'screenshot', attempt: 1, at: 7 },
    { name: 'trace.zip', kind: 'file', attempt: 2, at: 8 },
  ])
  expect((await stepsOf(id, testId, 1)).artifacts).toMatchObject([{ name: 'shot', step: 0 }])
  expect(await testRow(server.app, testId)).toMatchObject({ has_trace: true, artifacts_count: 1 })

  expect(await upload(testId, 'attempt=3&at=8', 'x', 'x', 'k1')).toMatchObject({ status: 400 })
  expect(await upload(testId, 'attempt=none&at=8', 'x', 'x', 'k2')).toMatchObject({ status: 400 })
  expect(await upload(testId + 1000, 'attempt=1&at=8', 'x', 'x', 'k3')).toMatchObject({ status: 404 })
})
