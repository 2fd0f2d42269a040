import { expect, test } from 'vitest'
import { isTrace, traceViewerHref } from '../../../contract/launches/traces.ts'

test.each(['trace.zip', 'Trace.ZIP', 'checkout-trace.zip', 'trace-1.zip', 'trace (2).zip', 'test.trace.zip'])(
  '%s is a trace',
  (name) => expect(isTrace({ kind: 'file', name })).toBe(true),
)

test.each(['stacktrace.zip', 'traces.zip', 'tracefile.zip', 'trace.txt', 'trace.zip.txt', 'zip'])(
  '%s is no trace',
  (name) => expect(isTrace({ kind: 'file', name })).toBe(false),
)

test('a link with the name of a trace is no trace, because the viewer opens stored files only', () =>
  expect(isTrace({ kind: 'link', name: 'trace.zip' })).toBe(false))

test('the address of the viewer encodes the path of the trace', () =>
  expect(traceViewerHref('/api/files/1/a%20trace.zip')).toBe(
    '/trace-viewer/index.html?trace=%2Fapi%2Ffiles%2F1%2Fa%2520trace.zip',
  ))
