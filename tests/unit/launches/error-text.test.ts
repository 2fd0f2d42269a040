import { expect, test } from 'vitest'
import { errorsText } from '../../../packages/client/src/live/error-text.ts'

test('returns a text for any value that a test has thrown', () => {
  const unreadable = Object.defineProperty({}, 'message', { get: () => assertUnread() })
  const assertUnread = (): never => {
    throw new Error('not readable')
  }
  const thrown = ['text', 42, null, undefined, { code: 'E1' }, { message: 'bare', stack: null }, unreadable]
  expect(thrown.map((one) => errorsText([one]))).toEqual([
    'text',
    '42',
    'null',
    'undefined',
    "{ code: 'E1' }",
    'bare',
    'An error that cannot be read',
  ])
  expect(errorsText([''])).toBeNull()
})

test('the text of a failure has its causes and the errors of an aggregate, each once', () => {
  const inner: Error & { cause?: unknown } = new Error('no route')
  const outer = new Error('no payment', { cause: inner })
  inner.cause = outer
  const text = errorsText([new AggregateError([outer, new Error('no refund')], 'two failed')]) ?? ''
  const count = (part: string) => text.split(`Error: ${part}\n`).length - 1
  expect(text).toMatch(/^AggregateError: two failed\n/)
  expect(['no payment', 'no refund', 'no route'].map(count)).toEqual([1, 1, 1])
})

test('causes that the stack names already are not repeated', () => {
  const cause = new Error('inner')
  expect(errorsText([{ message: 'outer', stack: `Error: outer\nCaused by: ${cause.stack}`, cause }])).not.toMatch(
    /inner[^]*inner/,
  )
})
