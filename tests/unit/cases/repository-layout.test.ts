import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Suite } from '../../../contract/cases/suites.ts'
import {
  casesBetween,
  layoutOf,
  REPOSITORY_VIEWS,
  rowAt,
  rowAtHeight,
  rowOfCase,
  rowOfSuite,
  rowsBetween,
  structureOf,
  suiteForCase,
  suiteShown,
  treeRows,
  type Layout,
  type LayoutAsked,
  type PlacedSuite,
} from '../../../machines/cases/repository-layout.ts'

const heights = {
  suite: 38,
  case: 36,
  quick: 40,
  actions: 32,
  suggestions: 44,
  suggestion: 60,
  description: (text: string) => 20 + text.length,
}

/** Suites in the order of the tree: each one's parent is one of those still open at its position. */
const someSuites = fc
  .array(
    fc.record({
      up: fc.nat(4),
      testCases: fc.nat(6),
      description: fc.constantFrom('', 'What it is about'),
      matches: fc.nat(3),
    }),
    { maxLength: 30 },
  )
  .map((drawn) => {
    const open: number[] = []
    const counts: Record<number, number> = {}
    const suites = drawn.map(({ up, testCases, description, matches }, i): Suite => {
      open.length = Math.max(0, open.length - up)
      const parentSuiteId = open.at(-1) ?? null
      open.push(i + 1)
      counts[i + 1] = Math.min(matches, testCases)
      return { id: i + 1, parentSuiteId, title: `Suite ${i + 1}`, description, testCases }
    })
    return { suites, counts }
  })

const requested = fc
  .record({
    drawn: someSuites,
    isSearched: fc.boolean(),
    view: fc.constantFrom(...REPOSITORY_VIEWS),
    selected: fc.nat(30),
    closed: fc.uniqueArray(fc.nat(30)),
    quick: fc.nat(30),
    suggested: fc.uniqueArray(fc.tuple(fc.nat(30), fc.nat(3)), { selector: ([id]) => id, maxLength: 6 }),
    hasActions: fc.boolean(),
  })
  .map(({ drawn, isSearched, view, selected, closed, quick, suggested, hasActions }) => ({
    drawn,
    counts: isSearched ? drawn.counts : null,
    asked: {
      structure: structureOf(drawn.suites, isSearched ? drawn.counts : null),
      view,
      suiteId: selected,
      closed: new Set(closed),
      quick,
      suggested: new Map(suggested),
      hasActions,
      heights,
    } satisfies LayoutAsked,
  }))

/** The same rows, by iterating over everything. */
const naive = ({ structure, view, suiteId, closed, quick, suggested, hasActions }: LayoutAsked) => {
  const base = structure.byId.get(suiteId ?? -1) ?? structure.suites[0]
  const rows: { kind: string; suite: number; index: number; level: number; height: number }[] = []
  const walk = (suite: PlacedSuite, level: number) => {
    const put = (kind: string, height: number, index = -1) => rows.push({ kind, suite: suite.id, index, level, height })
    put('suite', heights.suite)
    if (closed.has(suite.id)) return
    if (suite.description !== '') put('description', heights.description(suite.description))
    for (let i = 0; i < suite.own; i += 1) put('case', heights.case, i)
    const count = suggested.get(suite.id)
    if (count !== undefined) put('suggestions', heights.suggestions)
    for (let i = 0; i < (count ?? 0); i += 1) put('suggestion', heights.suggestion, i)
    if (quick === suite.id) put('quick', heights.quick)
    else if (count === undefined && hasActions && suite.own === 0 && suite.end === suite.at + 1)
      put('actions', heights.actions)
    if (view === 'suite') return
    for (const child of structure.suites) if (child.parentSuiteId === suite.id) walk(child, level + 1)
  }
  if (view === 'tree') for (const suite of structure.suites) if (suite.parentSuiteId === null) walk(suite, 0)
  if (view !== 'tree' && base !== undefined) walk(base, 0)
  return rows
}

const all = (layout: Layout) => rowsBetween(layout, 0, layout.rows - 1)

test('[TREE-09] [TREE-10] [TREE-11] [TREE-27] every row of every view has the position that iterating over all suites gives', () => {
  fc.assert(
    fc.property(requested, ({ asked: given }) => {
      const layout = layoutOf(given)
      const requestedValues = naive(given)
      const rows = all(layout)
      expect(
        rows.map((row) => ({
          kind: row.kind,
          suite: row.suite.id,
          index: row.kind === 'case' || row.kind === 'suggestion' ? row.index : -1,
          level: row.level,
          height: row.height,
        })),
      ).toEqual(requestedValues)
      let top = 0
      for (const row of rows) {
        expect(row.top).toBe(top)
        expect(rowAtHeight(layout, top)).toBe(row.row)
        expect(rowAtHeight(layout, top + row.height - 1)).toBe(row.row)
        top += row.height
      }
      expect([layout.rows, layout.height]).toEqual([requestedValues.length, top])
    }),
  )
})

test('a row is found again by its suite and its case', () => {
  fc.assert(
    fc.property(requested, ({ asked: given }) => {
      const layout = layoutOf(given)
      for (const row of all(layout)) {
        const found =
          row.kind === 'case' ? rowOfCase(layout, row.suite.id, row.index) : rowOfSuite(layout, row.suite.id)
        expect(found).toBe(row.kind === 'case' || row.kind === 'suite' ? row.row : found)
      }
    }),
  )
})

test('the cases between two rows are those listed there', () => {
  fc.assert(
    fc.property(requested, fc.nat(100), fc.nat(100), ({ asked: given }, from, length) => {
      const layout = layoutOf(given)
      const found = casesBetween(layout, from, from + length).flatMap(({ suiteId, from: first, to }) =>
        Array.from({ length: to - first }, (_, i) => `${suiteId}/${first + i}`),
      )
      const requestedValues = rowsBetween(layout, from, from + length).flatMap((row) =>
        row.kind === 'case' ? [`${row.suite.id}/${row.index}`] : [],
      )
      expect(found).toEqual(requestedValues)
    }),
  )
})

test('[TREE-24] counts of a suite include its sub-suites, and a search omits suites without a match', () => {
  fc.assert(
    fc.property(requested, ({ drawn: { suites }, counts, asked: { structure } }) => {
      const own = (id: number, fallback: number) => (counts === null ? fallback : (counts[id] ?? 0))
      const below = (id: number): Suite[] => suites.filter(({ parentSuiteId }) => parentSuiteId === id)
      const totalOf = (suite: Suite): number =>
        own(suite.id, suite.testCases) + below(suite.id).reduce((sum, child) => sum + totalOf(child), 0)
      const remaining = suites.filter((suite) => counts === null || totalOf(suite) > 0)
      expect(structure.suites.map(({ id, total }) => [id, total])).toEqual(remaining.map((s) => [s.id, totalOf(s)]))
      expect(structure.total).toBe(suites.reduce((sum, { id, testCases }) => sum + own(id, testCases), 0))
    }),
  )
})

test('[TREE-23] [TREE-25] a closed suite hides all that lies in it from the tree', () => {
  fc.assert(
    fc.property(requested, ({ asked: { structure, closed } }) => {
      const shown = structure.suites.filter(({ ancestors }) => ancestors.every(({ id }) => !closed.has(id)))
      expect(treeRows(structure, closed).map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
    }),
  )
})

test('the last row of 3,000 suites with 50,000 cases is found', () => {
  const suites = Array.from({ length: 3000 }, (_, i): Suite => ({
    id: i + 1,
    parentSuiteId: i % 10 === 0 ? null : i - (i % 10) + 1,
    title: `Suite ${i}`,
    description: '',
    testCases: 17,
  }))
  const structure = structureOf(suites, null)
  expect(
    rowAt(
      layoutOf({
        structure,
        view: 'tree',
        suiteId: null,
        closed: new Set(),
        quick: null,
        suggested: new Map(),
        hasActions: true,
        heights,
      }),
      53_999,
    ),
  ).toMatchObject({ kind: 'case', index: 16 })
})

test('a deleted suite is neither shown nor selected for a new case', () => {
  const suite = (id: number): Suite => ({
    id,
    parentSuiteId: null,
    title: `Suite ${id}`,
    description: '',
    testCases: 0,
  })
  const structure = structureOf([suite(1), suite(2)], null)
  expect(suiteForCase(structure, [2, 1])).toBe(2)
  expect(suiteForCase(structure, [9, 2])).toBe(2)
  expect(suiteForCase(structure, [9, undefined])).toBe(1)
  expect(suiteShown(structure, 9)?.id).toBe(1)
  expect(suiteForCase(structureOf([], null), [9])).toBeNull()
})
