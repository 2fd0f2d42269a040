import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { BROWSER_ERROR_LIMITS, type BrowserError } from '../../../contract/launches/test-details.ts'
import { gatherTraceErrors, selectErrors, type TraceErrors } from '../../../server/launches/traces/trace-errors.ts'
import { TRACE_LIMITS } from '../../../server/launches/traces/trace-events.ts'

/** Recorded by Playwright 1.65: a page with a warning, a payment that fails, a connection that ends, and an uncaught error. */
const RECORDED = readFileSync(path.join(import.meta.dirname, '../../server/launches/files/checkout-trace.zip'))
const STARTED_AT = 1_795_991_432_310

const errorsOf = async (bytes: Uint8Array, startedAt = STARTED_AT): Promise<TraceErrors> => {
  const found: TraceErrors = { items: [], omitted: 0, isComplete: true }
  const file = {
    name: 'trace.zip',
    sizeBytes: bytes.length,
    open: ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
      Readable.from([Buffer.from(bytes.slice(start, end + 1))]),
  }
  await gatherTraceErrors(file, startedAt, found)
  return selectErrors(found)
}
const CONTEXT = { type: 'context-options', wallTime: STARTED_AT, monotonicTime: 1000 }
const trace = (...events: readonly unknown[]) => events.map((event) => JSON.stringify(event)).join('\n')
const zipOf = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
const consoleEvent = (text: string, time: number, messageType = 'error') => ({
  type: 'console',
  messageType,
  text,
  location: { url: 'https://shop.test/app.js', lineNumber: 4, columnNumber: 0 },
  time,
})
const request = (url: string, response: object) => ({
  type: 'resource-snapshot',
  snapshot: { startedDateTime: new Date(STARTED_AT + 50).toISOString(), request: { method: 'GET', url }, response },
})
const textOf = (item: BrowserError | undefined) => (item?.kind === 'request' ? item.url : item?.text)

test('reads console, uncaught errors and failed requests of a recorded trace, without secrets and repeated messages', async () => {
  const { items, ...rest } = await errorsOf(RECORDED)
  expect(rest).toEqual({ omitted: 0, isComplete: true })
  expect(items.map(({ startMs: _, ...item }) => item)).toEqual([
    {
      kind: 'console',
      level: 'warning',
      text: 'The payment SDK is deprecated',
      location: 'http://127.0.0.1:4173/:4',
    },
    { kind: 'request', method: 'GET', url: 'http://127.0.0.1:4173/api/stock', status: 404, failure: null },
    {
      kind: 'request',
      method: 'POST',
      url: 'http://127.0.0.1:4173/api/payments?session=***&currency=***',
      status: 502,
      failure: null,
    },
    {
      kind: 'request',
      method: 'GET',
      url: 'http://127.0.0.1:4173/api/slow',
      status: null,
      failure: 'net::ERR_EMPTY_RESPONSE',
    },
    { kind: 'console', level: 'error', text: 'Payment failed: {status: 502}', location: 'http://127.0.0.1:4173/:9' },
    {
      kind: 'page-error',
      text: "TypeError: Cannot read properties of undefined (reading 'total')",
      location: 'http://127.0.0.1:4173/:10',
    },
  ])
  expect(items.map(({ startMs }) => startMs)).toEqual([1953, 2030, 2212, 2221, 2237, 2238])
})

test('masks queries, fragments and credentials of addresses, also in texts', async () => {
  const { items } = await errorsOf(
    zipOf({
      '0-trace.trace': trace(
        CONTEXT,
        consoleEvent('GET https://ann:pw@shop.test/a?key=k1&b[]=k2#id_token=k3 failed', 1100),
      ),
      '0-trace.network': trace(request('https://ann:pw@shop.test/b;jsessionid=k4?token=k5&plain', { status: 500 })),
    }),
  )
  expect(items.map(textOf)).toEqual([
    'https://***@shop.test/b;jsessionid=***?token=***&plain',
    'GET https://***@shop.test/a?key=***&b[]=***#id_token=*** failed',
  ])
})

test('requests fail by status or without a response, and not because the page did not read the body', async () => {
  const of = (url: string, response: object) => request(`https://shop.test/${url}`, response)
  const { items } = await errorsOf(
    zipOf({
      'trace.network': trace(
        of('fine', { status: 200 }),
        of('redirected', { status: 302 }),
        of('pending', { status: -1 }),
        of('unread', { status: 200, _failureText: 'net::ERR_ABORTED' }),
        of('cut', { status: 200, _failureText: 'net::ERR_INCOMPLETE_CHUNKED_ENCODING' }),
        of('blocked', { status: -1, _failureText: 'net::ERR_BLOCKED_BY_CLIENT' }),
        of('missing', { status: 404 }),
      ),
    }),
  )
  expect(items.map((item) => item.kind === 'request' && [item.url.slice(18), item.status, item.failure])).toEqual([
    ['cut', 200, 'net::ERR_INCOMPLETE_CHUNKED_ENCODING'],
    ['blocked', null, 'net::ERR_BLOCKED_BY_CLIENT'],
    ['missing', 404, null],
  ])
})

test('omits warnings first, then the earliest errors, and counts them', async () => {
  const { entries } = BROWSER_ERROR_LIMITS
  const errors = Array.from({ length: entries + 5 }, (_, at) => consoleEvent(`error ${at}`, 2000 + at))
  const warnings = Array.from({ length: 20 }, (_, at) => consoleEvent(`warning ${at}`, 1500 + at, 'warning'))
  const many = await errorsOf(zipOf({ 'trace.trace': trace(CONTEXT, ...warnings, ...errors) }))
  expect([many.items.length, many.omitted]).toEqual([entries, 25])
  expect([textOf(many.items[0]), textOf(many.items.at(-1))]).toEqual(['error 5', `error ${entries + 4}`])
  const few = await errorsOf(zipOf({ 'trace.trace': trace(CONTEXT, ...warnings, ...errors.slice(15)) }))
  expect([few.items.length, few.omitted]).toEqual([entries, 10])
  expect([textOf(few.items[0]), few.items[0]?.startMs]).toEqual(['warning 10', 510])
})

test('hostile traces: reads what is valid within the limits, and says that the rest is missing', async () => {
  const error = consoleEvent('valid', 1100)
  const text = 'x'.repeat(BROWSER_ERROR_LIMITS.text + 1)
  const endless = `${JSON.stringify(consoleEvent('', 1)).slice(0, -1)},"rest":"${'x'.repeat(TRACE_LIMITS.lineBytes)}"}`
  const bomb = (content: string) =>
    zipOf({ 'trace.trace': `${trace(error)}\n`, '1-trace.trace': content, '2-trace.trace': trace(error) })
  const hostile: Record<string, Uint8Array> = {
    'no archive': strToU8('PK\u0003\u0004 nothing'),
    empty: new Uint8Array(0),
    'cut archive': RECORDED.subarray(0, RECORDED.length / 2),
    'broken line': zipOf({ 'trace.trace': `{"type":"console"\n${trace(error)}` }),
    'endless line': zipOf({ 'trace.trace': `${endless}\n${trace(error)}` }),
    'a bomb of lines': bomb('\n'.repeat(TRACE_LIMITS.lines)),
    'a bomb of bytes': bomb('x'.repeat(TRACE_LIMITS.bytes)),
    'too many files': zipOf(
      Object.fromEntries(Array.from({ length: TRACE_LIMITS.entries + 1 }, (_, at) => [`${at}`, ''])),
    ),
  }
  for (const [name, bytes] of Object.entries(hostile)) {
    const { items, isComplete } = await errorsOf(bytes)
    const isRead = ['broken line', 'endless line', 'a bomb of lines', 'a bomb of bytes'].includes(name)
    expect([name, isComplete, items.map(textOf)]).toEqual([name, false, isRead ? ['valid'] : []])
  }
  const odd = await errorsOf(
    zipOf({
      'trace.trace': trace(
        { ...CONTEXT, wallTime: 1e300 },
        consoleEvent(text, 1100),
        { ...error, location: { url: text, lineNumber: 1e300 } },
        { ...error, time: 'soon' },
        { type: 'event', method: 'pageError', time: 1, params: { error: { value: { thrown: [null] } } } },
        { type: '__proto__' },
        null,
        [[]],
      ),
      'trace.network': trace(
        request('no address', { status: 1e300, _failureText: text }),
        request('', { status: 404.5 }),
        { type: 'resource-snapshot', snapshot: null },
      ),
      '../../outside.trace': trace(error),
    }),
  )
  expect(odd).toMatchObject({ omitted: 0, isComplete: true })
  expect(odd.items.map((item) => [item.kind, textOf(item)?.length])).toEqual([
    ['console', BROWSER_ERROR_LIMITS.text],
    ['console', 5],
    ['page-error', 17],
    ['request', 10],
  ])
  expect(odd.items.map(({ startMs }) => startMs)).toEqual([null, null, null, 50])
  expect(odd.items[3]).toMatchObject({ status: null, failure: text.slice(1) })
})
