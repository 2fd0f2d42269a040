import { expect, test } from 'vitest'
import type { LaunchAttempt } from '../../../contract/launchers/engine.ts'
import { consoleRows, isOpen, sectionsOf, type Folds } from '../../../machines/launches/console-sections.ts'
import { anAttempt } from './an-attempt.ts'

const time = (second: number) => `2026-11-25T10:00:${String(second).padStart(2, '0')}.000Z`
const RUNNING: Partial<LaunchAttempt> = {
  startedAt: time(4),
  clonedAt: time(7),
  begunAt: time(18),
  linesBefore: { image: 18, command: 27, artifacts: null },
}
const ENDED: Partial<LaunchAttempt> = {
  ...RUNNING,
  state: 'ended',
  exitCode: 0,
  hasArtifacts: true,
  commandEndedAt: time(50),
  endedAt: time(52),
  linesBefore: { image: 18, command: 27, artifacts: 100 },
}
const sections = (given: Partial<LaunchAttempt>, count: number) => sectionsOf(anAttempt(given), count)
const emitted = (
  given: Partial<LaunchAttempt>,
  count: number,
  folds: Folds = {},
  aim: { line: number } | null = null,
) =>
  sections(given, count).map((section, place, { length }) => {
    const isShown = isOpen(section, { isLast: place === length - 1, folds, aim })
    return `${isShown ? 'v' : '>'} ${section.stage.name} ${section.from}-${section.to}`
  })

test('divides a console by stages, and folds successful ones before the last', () => {
  expect(emitted(RUNNING, 60)).toEqual(['> clone 1-18', '> image 19-27', 'v command 28-60'])
  expect(emitted(ENDED, 104)).toEqual(['> clone 1-18', '> image 19-27', '> command 28-100', 'v artifacts 101-104'])
})

test('a failed stage is open, and one without output has no section', () => {
  expect(emitted({ ...ENDED, exitCode: 1 }, 104)[2]).toBe('v command 28-100')
  expect(emitted({ ...ENDED, linesBefore: { image: 18, command: 18, artifacts: 100 } }, 100)).toEqual([
    '> clone 1-18',
    'v command 19-100',
  ])
})

test('does not divide a console with one stage or unknown stages', () => {
  expect(emitted({ startedAt: time(4) }, 5)).toEqual([])
  expect(emitted({ ...ENDED, linesBefore: { image: null, command: null, artifacts: null } }, 104)).toEqual([])
  expect(emitted(RUNNING, 0)).toEqual([])
})

test('a search opens the section of its match until the reader folds it, and the next search opens it again', () => {
  const [first, second] = [{ line: 20 }, { line: 21 }]
  expect(emitted(RUNNING, 60, {}, first)[1]).toBe('v image 19-27')
  const folds: Folds = { image: { isOpen: false, aim: first }, clone: { isOpen: true, aim: null } }
  expect(emitted(RUNNING, 60, folds, first)).toEqual(['v clone 1-18', '> image 19-27', 'v command 28-60'])
  expect(emitted(RUNNING, 60, folds, second)[1]).toBe('v image 19-27')
})

test('rows are the heads, and the lines of open sections; each line is found among them', () => {
  const rows = consoleRows(
    sections(RUNNING, 30).map((section) => ({ section, isOpen: section.stage.name !== 'image' })),
    30,
  )
  const all = Array.from({ length: rows.count }, (_, index) => {
    const row = rows.at(index)
    return 'line' in row ? row.line : row.section.stage.name
  })
  const to18 = Array.from({ length: 18 }, (_, index) => index + 1)
  expect(all).toEqual(['clone', ...to18, 'image', 'command', 28, 29, 30])
  expect([1, 18, 19, 27, 28, 30].map((line) => all[rows.indexOf(line)])).toEqual([1, 18, 'image', 'image', 28, 30])
  expect(rows.linesOf(17, 22)).toEqual([
    { from: 17, to: 18 },
    { from: 28, to: 29 },
  ])
  expect(rows.linesOf(0, 0)).toEqual([])
})

test('a console that is not divided has its lines as rows', () => {
  const rows = consoleRows([], 30)
  expect([rows.count, rows.at(4), rows.indexOf(7)]).toEqual([30, { line: 5 }, 6])
  expect(rows.linesOf(2, 5)).toEqual([{ from: 3, to: 6 }])
})
