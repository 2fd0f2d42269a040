import { expect, test } from 'vitest'
import { CONSOLE_PAGE } from '../../../contract/launchers/engine.ts'
import { lineAt, missingPage, NO_TEXT, withLines, withWholePage } from '../../../machines/launches/console-text.ts'
import { aLine } from './an-attempt.ts'

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => aLine(from + place))

test('lines are found by their numbers, across pages, and holes stay holes', () => {
  const text = withLines(NO_TEXT, lines(995, 1005))
  expect(text.count).toBe(1005)
  expect([994, 995, 1000, 1001, 1005, 1006].map((line) => lineAt(text, line)?.value)).toEqual([
    undefined,
    'line 995',
    'line 1000',
    'line 1001',
    'line 1005',
    undefined,
  ])
})

test('adding lines copies their own page alone', () => {
  const before = withLines(NO_TEXT, lines(1, 3 * CONSOLE_PAGE + 10))
  const after = withLines(before, lines(3 * CONSOLE_PAGE + 11, 3 * CONSOLE_PAGE + 12))
  expect([0, 1, 2, 3].map((page) => after.pages[page] === before.pages[page])).toEqual([true, true, true, false])
  expect(withLines(before, [])).toBe(before)
})

test('the first unloaded page of a range is missing, but not one that was loaded with a gap', () => {
  const text = withLines(NO_TEXT, lines(2500, 2600))
  expect(missingPage(text, [{ from: 2500, to: 2600 }])).toBe(null)
  expect(missingPage(text, [{ from: 990, to: 2600 }])).toBe(0)
  expect(missingPage(text, [{ from: 1001, to: 2600 }])).toBe(1)
  expect(missingPage(text, [{ from: 2400, to: 9000 }])).toBe(2)
  const filled = withWholePage(text, 2, lines(2001, 2450))
  expect(missingPage(filled, [{ from: 2400, to: 9000 }])).toBe(null)
  expect(filled.count).toBe(2600)
  expect(
    missingPage(filled, [
      { from: 2001, to: 2010 },
      { from: 1, to: 5 },
    ]),
  ).toBe(0)
  expect(missingPage(NO_TEXT, [{ from: 1, to: 0 }])).toBe(null)
})
