import { expect, test } from 'vitest'
import { MAX_TEST_REPORTS, TestReport } from '../../../contract/launches/reporting.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { createOutputLimit } from '../../../packages/client/src/live/output-limit.ts'
import { createPendingReports } from '../../../packages/client/src/live/pending-reports.ts'

const start = (key: string) => ({ key, name: key, className: 'cart', methodName: key, startedAt: 0 })
const line = (message: string) => ({ level: 'INFO' as const, timestamp: 0, message })

test('an attempt is one entry until it is taken, and a further attempt is another one', () => {
  const pending = createPendingReports()
  pending.start(start('adds'))
  pending.log('adds', line('one'))
  pending.end('adds', { endedAt: 1, result: 'FAILED' })
  pending.start(start('adds'))
  pending.log('adds', line('two'))
  expect(pending.take()?.entries.map(({ logs, finish }) => [logs?.[0]?.message, finish !== undefined])).toEqual([
    ['one', true],
    ['two', false],
  ])
  pending.end('adds', { endedAt: 2, result: 'PASSED', attachments: [{ name: 'receipt' }] })
  const { entries = [], files = [] } = pending.take() ?? {}
  expect([entries.length, entries[0]?.start, files[0]?.attempt]).toEqual([1, undefined, 2])
  expect(pending.take()).toBeNull()
})

test('a file of a step has the time of its end, and another one that of the end of the attempt', () => {
  const pending = createPendingReports()
  pending.start({ ...start('adds'), startedAt: 1000 })
  const steps = [
    { title: 'fills', depth: 0, status: null, startMs: 200, durationMs: 50 },
    { title: 'pays', depth: 0, status: null },
  ]
  const attachments = [{ name: 'a', step: 0 }, { name: 'b', step: 1 }, { name: 'c' }]
  pending.end('adds', { endedAt: 9000, result: 'PASSED', steps, attachments })
  expect(pending.take()?.files.map(({ at }) => at)).toEqual([1250, 9000, 9000])
})

test('results are taken in batches that the server accepts', () => {
  const pending = createPendingReports()
  for (let i = 0; i <= MAX_TEST_REPORTS; i++) pending.start(start(String(i)))
  expect([pending.take()?.entries.length, pending.take()?.entries.length]).toEqual([MAX_TEST_REPORTS, 1])
})

test('when the server takes nothing, output and steps are dropped and counted, and results are not', () => {
  const pending = createPendingReports()
  pending.start(start('adds'))
  for (let i = 0; i < 70; i++) pending.log('adds', line('x'.repeat(1024 * 1024)))
  const dropped = pending.dropped()
  expect(dropped).toBeGreaterThan(0)
  pending.end('adds', { endedAt: 1, result: 'FAILED', steps: [{ title: 'x'.repeat(2 ** 20), depth: 0, status: null }] })
  expect(pending.dropped()).toBe(dropped + 1)
  expect(pending.take()?.entries[0]).toMatchObject({ key: 'adds', finish: { result: 'FAILED' } })
})

test('labels are reported as far as the server accepts them', () => {
  const pending = createPendingReports()
  const labels = Array.from({ length: 99 }, (_, i) => ({ key: `key ${i}`, value: 'x'.repeat(4001) }))
  pending.start({ ...start('adds'), labels })
  pending.end('adds', { endedAt: 1, result: 'PASSED', labels })
  const [entry] = pending.take()?.entries ?? []
  const { start: started, labels: added } = TestReport.parse(JSON.parse(JSON.stringify(entry)))
  expect([started?.labels.length, added.length]).toEqual([4, 4])
  const characters = [...(started?.labels ?? []), ...added].reduce(
    (sum, { key, value }) => sum + key.length + value.length,
    0,
  )
  expect(characters).toBeLessThanOrEqual(LIMITS.reportedCharacters)
})

test('output of a test that has not started is not reported', () => {
  const pending = createPendingReports()
  pending.log('other', line('one'))
  expect(pending.take()).toBeNull()
})

test('the output of an attempt is limited, which its last line tells, and the next attempt has output again', () => {
  const output = createOutputLimit()
  const lines = Array.from({ length: 5010 }, () => output.take('adds', 'x'))
  expect(lines.filter((text) => text === 'x')).toHaveLength(5000)
  expect(lines.filter((text) => text?.includes('was not reported'))).toHaveLength(1)
  output.reset('adds')
  const cut = output.take('adds', 'y'.repeat(2 * 1024 * 1024)) ?? ''
  expect(cut).toMatch(/^y+\n… further output was not reported$/)
  expect(output.take('adds', 'z')).toBeNull()
  expect(TestReport.parse({ key: 'adds', logs: [line(cut)] }).logs[0]?.message).toBe(cut)
})

test('a test with a time that is not valid or a blank label is reported', () => {
  const pending = createPendingReports()
  const labels = [
    { key: '\0', value: 'blank' },
    { key: 'team', value: 'cart' },
  ]
  pending.start({ ...start('adds'), startedAt: Number.NaN, labels })
  pending.end('adds', { endedAt: Infinity, result: 'PASSED' })
  const parsed = TestReport.safeParse(pending.take()?.entries[0])
  expect(parsed.data).toMatchObject({ start: { labels: [{ key: 'team' }] }, finish: { result: 'PASSED' } })
})
