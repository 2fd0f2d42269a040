import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/open.ts'
import type { AssayProcess } from '../e2e/support/server-process.ts'
import { signIn, startBenchServer } from './support/assay.ts'
import { limit, median } from './support/figures.ts'

const CASES = 20_000
const RUNS = 5000
const TESTERS = 200

let assay: AssayProcess
let token: string
beforeAll(async () => {
  assay = await startBenchServer()
  await assay.stop()
  const { db, close } = await openDatabase({ dataDir: assay.dataDir })
  await sql`
    with place as (select p.id as project, o.id as owner from (select id from project limit 1) p, (select id from workspace_user limit 1) o),
         suites as (insert into suite (project_id, title, position)
                    select project, 'Suite ' || n, n from place, generate_series(1, 100) n returning id, project_id, position)
    insert into test_case (project_id, number, title, suite_id, position, steps, created_by)
    select s.project_id, n, 'Case ' || n, s.id, n,
           '[{"kind": "step", "id": "s", "action": "Open the basket", "expectedResult": "It holds one item", "attachments": []}]', owner
      from place, suites s join generate_series(1, ${CASES}::int) n on n % 100 = s.position - 1`.execute(db)
  await sql`
    insert into test_run (project_id, title, created_by, created_at, closed_at, status_counts)
    select p.id, 'Run ' || n, o.id, now() - n * interval '1 hour', case when n % 3 = 0 then now() end, '{"0": 40}'
      from generate_series(1, ${RUNS}::int) n, (select id from project limit 1) p, (select id from workspace_user limit 1) o`.execute(
    db,
  )
  await close()
  await assay.restart()
  token = await signIn(assay.url)
}, 600_000)
afterAll(() => assay.remove())

const call = async <Answer>(method: string, address: string, body?: unknown): Promise<Answer> => {
  const response = await fetch(`${assay.url}/api/projects/DEF${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`)
  return JSON.parse(text) as Answer
}
const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await act()
  return performance.now() - begun
}
const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

test('a run of 20,000 cases is created and opened, and many testers record results concurrently', async () => {
  const { ids } = await call<{ ids: number[] }>('GET', '/test-case-ids')
  const body = { title: 'Regression', testCases: ids.map((id) => ({ id })) }
  const begun = performance.now()
  const { data } = await call<{ data: { id: number } }>('POST', '/test-runs', body)
  limit('runs: create one of 20,000 cases', performance.now() - begun, 'ms', 'at most', 5000)

  const opened: number[] = []
  for (let round = 0; round < 9; round += 1) opened.push(await timed(() => call('GET', `/test-runs/${data.id}/opened`)))
  limit('runs: open one of 20,000 cases', median(opened), 'ms', 'at most', 1000)

  const statuses = await call<{ data: { resultStatuses: { id: number; isSuccess: boolean }[] } }>(
    'GET',
    '/result-statuses',
  )
  const statusId = statuses.data.resultStatuses.find(({ isSuccess }) => isSuccess)?.id ?? 0
  const record = (caseId: number) => {
    const entries = [{ resultId: crypto.randomUUID(), caseId, seenResultId: null }]
    const command = { type: 'results/record', runId: data.id, entries, values: { statusId } }
    const at = new Date().toISOString()
    return call('POST', '/run-commands', { commands: [{ key: crypto.randomUUID(), at, command }] })
  }
  const times: number[] = []
  // Each user who records a result has the run open: the connection exists, and the server has answered before.
  await Promise.all(Array.from({ length: TESTERS }, () => call('GET', `/test-runs/${data.id}`)))
  await Promise.all(
    Array.from({ length: TESTERS }, async (_, tester) => {
      for (let turn = 0; turn < 10; turn += 1)
        times.push(await timed(() => record(ids[(tester * 10 + turn) % ids.length] ?? 0)))
    }),
  )
  limit('runs: a result while 200 testers record at once, p95', percentile(times, 0.95), 'ms', 'at most', 300)
  const { data: run } = await call<{
    data: { caseStatusStatistics: { status: { isUntested: boolean }; count: number }[] }
  }>('GET', `/test-runs/${data.id}`)
  const recorded = run.caseStatusStatistics
    .filter(({ status }) => !status.isUntested)
    .reduce((sum, { count }) => sum + count, 0)
  expect(recorded).toBe(TESTERS * 10)
}, 600_000)

test('a plan of 100 runs of 2,000 cases is created, and a list of 5,000 runs is filtered', async () => {
  const { ids } = await call<{ ids: number[] }>('GET', '/test-case-ids')
  const group = await call<{ id: number }>('POST', '/configuration-groups', { name: 'Device' })
  const options: { id: number; name: string }[] = []
  for (let n = 0; n < 100; n += 1)
    options.push(await call('POST', `/configuration-groups/${group.id}/options`, { name: `Device ${n}` }))
  const created = await timed(() =>
    call('POST', '/test-plans', {
      title: 'Devices',
      configurations: [{ id: group.id, name: 'Device', options }],
      baseTestCaseIds: ids.slice(0, 2000),
      testRuns: options.map(({ id, name }) => ({
        title: name,
        configurations: [{ groupId: group.id, optionId: id, groupName: '', optionName: '' }],
      })),
    }),
  )
  limit('plans: create one of 100 runs of 2,000 cases', created, 'ms', 'at most', 5000)
  let slowest = 0
  for (const query of ['', '?q=run%2049', '?closed=true', '?closed=all&page=200', `?configuration=${options[3]?.id}`]) {
    const times: number[] = []
    for (let round = 0; round < 9; round += 1) times.push(await timed(() => call('GET', `/test-runs${query}`)))
    slowest = Math.max(slowest, median(times))
  }
  limit('runs: slowest filter of 5,000', slowest, 'ms', 'at most', 100)
}, 600_000)
