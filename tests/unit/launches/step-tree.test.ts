import { expect, test } from 'vitest'
import type { TestStep } from '../../../contract/launches/test-details.ts'
import {
  countMatches,
  endOf,
  failedStep,
  FAILURES_OPEN,
  openAround,
  rowAt,
  stepRows,
  stepTree,
  toggleStep,
  type OpenSteps,
  type StepTree,
} from '../../../machines/launches/step-tree.ts'

/** Indented by two spaces a level; `!` marks a failure. */
const treeOf = (text: string): StepTree =>
  stepTree(
    text
      .trim()
      .split('\n')
      .map((line): TestStep => {
        const title = line.trim()
        return {
          title: title.replace('!', ''),
          depth: (line.length - line.trimStart().length) / 2,
          status: title.endsWith('!') ? 'FAILED' : 'PASSED',
        }
      }),
  )
const linesOf = (tree: StepTree, open: OpenSteps = FAILURES_OPEN, typed = ''): string[] =>
  stepRows(tree, open, typed).map(
    ({ step, hasChildren, isOpen, position, siblings }) =>
      `${'  '.repeat(step.depth)}${hasChildren ? (isOpen ? '- ' : '+ ') : ''}${step.title} ${position}/${siblings}`,
  )

const tree = treeOf(`
hooks
  page
    launch
buy!
  open
    click
  pay!
    card
    check!
  leave
`)

test('opens the steps around a failure, and the failed ones', () => {
  expect(linesOf(tree)).toEqual([
    '+ hooks 1/2',
    '- buy 2/2',
    '  + open 1/3',
    '  - pay 2/3',
    '    card 1/2',
    '    check 2/2',
    '  leave 3/3',
  ])
  expect(tree.steps[failedStep(tree)]?.title).toBe('check')
  expect(failedStep(treeOf('a\n  b'))).toBe(-1)
  expect(linesOf(treeOf('a\n  b!'))).toEqual(['- a 1/1', '  b 1/1'])
  expect(linesOf(treeOf('a\n  b\nc!\n  d'))).toEqual(['+ a 1/2', '- c 2/2', '  d 1/1'])
})

test('opens and closes all steps, and single ones after that', () => {
  const all: OpenSteps = { base: 'all', toggled: new Map() }
  expect(linesOf(tree, all)).toHaveLength(tree.steps.length)
  expect(linesOf(tree, { ...all, base: 'none' })).toEqual(['+ hooks 1/2', '+ buy 2/2'])
  expect(linesOf(tree, toggleStep(all, 3, false))).toEqual([
    '- hooks 1/2',
    '  - page 1/1',
    '    launch 1/1',
    '+ buy 2/2',
  ])
})

test('searches titles, and keeps the steps around matches', () => {
  expect(linesOf(tree, FAILURES_OPEN, ' C ')).toEqual([
    '- hooks 1/2',
    '  - page 1/1',
    '    launch 1/1',
    '- buy 2/2',
    '  - open 1/2',
    '    click 1/1',
    '  - pay 2/2',
    '    card 1/2',
    '    check 2/2',
  ])
  expect([countMatches(tree, 'c'), countMatches(tree, 'nothing')]).toEqual([4, 0])
  expect(linesOf(tree, FAILURES_OPEN, 'nothing')).toEqual([])
})

test('shows the steps within a match when it is opened, and hides matches when the step around them is closed', () => {
  const pay = tree.steps.findIndex(({ title }) => title === 'pay')
  expect(linesOf(tree, FAILURES_OPEN, 'pay')).toEqual(['- buy 1/1', '  + pay 1/1'])
  expect(linesOf(tree, toggleStep(FAILURES_OPEN, pay, true), 'pay')).toEqual([
    '- buy 1/1',
    '  - pay 1/1',
    '    card 1/2',
    '    check 2/2',
  ])
  expect(linesOf(tree, toggleStep(FAILURES_OPEN, 3, false), 'pay')).toEqual(['+ buy 1/1'])
})

test('opens everything around a step', () => {
  const closed: OpenSteps = { base: 'none', toggled: new Map([[3, false]]) }
  expect(linesOf(tree, openAround(tree, closed, failedStep(tree)))).toContain('    check 2/2')
})

test('scales by the latest end', () => {
  const step = { title: 'a', depth: 0, status: null }
  expect(stepTree([{ ...step, startMs: 20, durationMs: 30 }, { ...step, durationMs: 40 }, step]).spanMs).toBe(50)
  expect(stepTree([]).spanMs).toBe(0)
})

test('finds the row of a time: the last one that has begun, of those whose start is known', () => {
  const at = (startMs?: number): TestStep => ({
    title: String(startMs),
    depth: 0,
    status: null,
    ...(startMs === undefined ? {} : { startMs, durationMs: 5 }),
  })
  const rows = stepRows(stepTree([at(10), at(), at(20), at(30)]), FAILURES_OPEN, '')
  expect([9, 10, 19, 20, 99].map((ms) => rowAt(rows, ms))).toEqual([-1, 0, 0, 2, 3])
  expect([at(10), at(), undefined].map((step) => endOf(step))).toEqual([15, null, null])
})
