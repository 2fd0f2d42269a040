import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import type { LogEntry } from '../../../contract/launches/test-details.ts'
import { ansiParts, withoutAnsi } from '../../../views/launches/ansi.ts'
import { countFrom, lastStepOf, logLines, sinceText } from '../../../views/launches/log-lines.ts'

const entry = (id: number, over: Partial<LogEntry> = {}): LogEntry => ({
  id,
  kind: 'line',
  at: id,
  level: 'INFO',
  message: `line ${id}`,
  url: null,
  ...over,
})
const shot = (id: number) => entry(id, { kind: 'screenshot', level: null, message: null, url: '/p' })
const entries = [
  entry(1, { level: 'DEBUG' }),
  entry(2),
  shot(3),
  shot(4),
  entry(5, { level: 'WARN' }),
  entry(6, { level: 'ERROR', message: '\u001b[31mError: no\u001b[0m cart' }),
]
const all = { filter: 'all', words: '', failure: null } as const
const kinds = (options: Partial<Parameters<typeof logLines>[1]>) =>
  logLines(entries, { ...all, ...options }).map(({ kind }) => kind)

test('pictures taken between two lines are side by side', () => {
  expect(kinds({})).toEqual(['line', 'line', 'shots', 'line', 'line'])
})

test('a level shows itself and more severe ones', () => {
  expect(kinds({ filter: 'info' })).toEqual(['line', 'shots', 'line', 'line'])
  expect(kinds({ filter: 'warn' })).toEqual(['line', 'line'])
  expect(kinds({ filter: 'error' })).toEqual(['line'])
  expect([countFrom(entries, 'warn'), countFrom(entries, 'error')]).toEqual([1, 1])
})

test('finds text across colour codes', () => {
  expect(logLines(entries, { ...all, words: 'NO CART' })).toMatchObject([{ entry: { id: 6 } }])
})

test('the line of the failure is found, with whether it has more than the failure itself', () => {
  const last = (failure: string) => logLines(entries, { ...all, failure }).at(-1)
  expect(last('Error: no cart\n at x')).toMatchObject({ isFailure: true, isRepeated: true })
  expect(last('no cart\n at x')).toMatchObject({ isFailure: true, isRepeated: false })
  expect(last('Other\n at x')).toMatchObject({ isFailure: false })
})

test('the last step is the last information before the first error', () => {
  expect(lastStepOf(entries)?.id).toBe(2)
  expect(lastStepOf([...entries, entry(7)])?.id).toBe(2)
  expect(lastStepOf([shot(3)])).toBeUndefined()
})

test('times since the start, and before it', () => {
  expect([0, 4004, 754_321, -20].map(sinceText)).toEqual(['00:00.000', '00:04.004', '12:34.321', '−00:00.020'])
})

test('converts colours to tones and drops other control sequences', () => {
  expect(ansiParts("is \u001b[0;33m'Shop'\u001b[0m\u001b[2K\u001b]0;title\u0007!")).toEqual([
    { text: 'is ', tone: null, isBold: false },
    { text: "'Shop'", tone: 'yellow', isBold: false },
    { text: '!', tone: null, isBold: false },
  ])
})

test('renders no escape sequence, and text without one unchanged', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      // oxlint-disable-next-line no-control-regex -- the very thing that must not be there
      expect(
        ansiParts(text)
          .map((part) => part.text)
          .join(''),
      ).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/)
    }),
  )
  assert(
    property(string({ unit: 'grapheme-ascii' }), (text) => {
      expect(withoutAnsi(text)).toBe(text)
    }),
  )
})
