import { expect, test } from 'vitest'
import { levelOf } from '../../../../server/launches/reporting/log-operations.ts'
import { PNG } from '../../support/agent.ts'
import { artifactsOf, eventsOf, linesOf } from './support/rows.ts'
import { reportingServer } from './support/server.ts'
import { raw } from './support/raw.ts'

const server = reportingServer()
const lines = (testId: number) => linesOf(server.app, testId)
const messages = async (testId: number) => (await lines(testId)).map(({ message }) => message)

test('protocol 2.7: one batch holds lines of several tests, with numeric or textual ids', async () => {
  const run = await server.agent.startLaunch()
  const [a, b] = [await run.startTest({ name: 'a' }), await run.startTest({ name: 'b' })]
  const events = await eventsOf(server.app, run.id)
  const sent = await server.agent.request('POST', `/test-runs/${run.id}/logs`, [
    { testId: a, level: 'INFO', timestamp: 1, message: 'first of a' },
    { testId: String(b), level: 'INFO', timestamp: '2', message: 'first of b' },
    { testId: a, level: 'INFO', timestamp: 3, message: 'second of a' },
  ])
  expect(sent.status).toBe(202)
  expect([await messages(a), await messages(b)]).toEqual([['first of a', 'second of a'], ['first of b']])
  expect(await eventsOf(server.app, run.id)).toEqual(events)
})

test('protocol 2.7: lines are shown by time, and equal times in the order they came', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  const same = Array.from({ length: 300 }, (_, index) => ({ testId, timestamp: 500, message: `same ${index}` }))
  await run.logs([{ testId, timestamp: 900, message: 'late' }, ...same, { testId, timestamp: 100, message: 'early' }])
  await run.logs([{ testId, timestamp: 500, message: 'same, next batch' }])
  expect(await messages(testId)).toEqual(['early', ...same.map(({ message }) => message), 'same, next batch', 'late'])
})

test('protocol 2.7: drops lines of reverted, unknown and foreign tests, and stores the rest', async () => {
  const [run, other] = [await server.agent.startLaunch(), await server.agent.startLaunch()]
  const [kept, reverted, foreign] = [await run.startTest(), await run.startTest({ name: 'r' }), await other.startTest()]
  await run.call('DELETE', `/tests/${reverted}`)
  await run.logs([reverted, 88_888_888, foreign, kept].map((testId) => ({ testId, timestamp: 1, message: 'line' })))
  expect([await messages(kept), await messages(foreign)]).toEqual([['line'], []])
})

test('protocol 2.7: stores multi-line, HTML, coloured and JSON messages unchanged, and a missing message as empty', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  const texts = [
    'a\n\tb\r\n',
    '<script>alert(1)</script>',
    '\u001b[0;33mShop\u001b[0m',
    '{"level":30,"msg":"x"}',
    ' 🦊 ',
  ]
  await run.logs(texts.map((message, timestamp) => ({ testId, timestamp, message })))
  await run.call('POST', '/logs', [{ testId, timestamp: 10, level: null, message: null }])
  expect(await messages(testId)).toEqual([...texts, ''])
})

test('protocol 2.7: an empty batch, and batches after test and launch have ended, are taken', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.test('a', 'PASSED')
  await run.logs([])
  await run.finish()
  await run.logs([{ testId, timestamp: 5, message: 'after the end' }])
  expect(await messages(testId)).toEqual(['after the end'])
})

test('protocol 2.7: log times may have decimals', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  await run.logs([
    { testId, timestamp: 1795195994743.25, message: 'a' },
    { testId, timestamp: '1795195994744.75', message: 'b' },
  ])
  expect((await lines(testId)).map(({ at }) => at)).toEqual([1795195994743, 1795195994744])
})

test.each([
  ['TRACE', ['trace', 'TRACE', 'FINEST', 'finer']],
  ['DEBUG', ['debug', 'DEBUG', 'FINE', 'verbose']],
  ['INFO', ['info', 'INFO', 'Information', 'log', null, 'NOTICE', 'anything']],
  ['WARN', ['warn', 'WARN', 'WARNING', 'warning']],
  ['ERROR', ['error', 'ERROR', 'err']],
  ['FATAL', ['fatal', 'FATAL', 'CRITICAL', 'severe']],
])('protocol 2.7: %s in the words of every framework', (level, words) => {
  for (const word of words) expect(levelOf(word)).toBe(level)
})

test.each(['image/png', 'application/json', 'application/octet-stream', undefined])(
  'protocol 2.7: a screenshot sent as %s has the type of its bytes and the time of its capture',
  async (type) => {
    const run = await server.agent.startLaunch()
    const testId = await run.startTest()
    const headers: Record<string, string> = {
      authorization: `Bearer ${server.owner.token}`,
      'x-zbr-screenshot-captured-at': '1795195234600',
      ...(type === undefined ? {} : { 'content-type': type }),
    }
    const path = `/api/reporting/v1/test-runs/${run.id}/tests/${testId}/screenshots`
    expect((await raw(server.app, 'POST', path, { headers, body: PNG })).status).toBe(201)
    expect(await artifactsOf(server.app, run.id)).toMatchObject([
      { kind: 'screenshot', content_type: 'image/png', at: 1795195234600, test_id: testId, size_bytes: PNG.length },
    ])
  },
)

test('protocol 2.7: a screenshot without a time, or with a time that is none, was taken when it came', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.startTest()
  const before = Date.now()
  await run.call('POST', `/tests/${testId}/screenshots`, PNG)
  await run.call('POST', `/tests/${testId}/screenshots`, PNG, { 'x-zbr-screenshot-captured-at': 'soon' })
  for (const { at } of await artifactsOf(server.app, run.id)) expect(at).toBeGreaterThanOrEqual(before)
})

test('protocol 2.7: screenshots come also after the test and the launch have ended', async () => {
  const run = await server.agent.startLaunch()
  const testId = await run.test('a', 'FAILED')
  await run.finish()
  await run.screenshot(testId, 7)
  expect(await artifactsOf(server.app, run.id)).toHaveLength(1)
})
