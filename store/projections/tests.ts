import type { Draft } from 'immer'
import { define } from 'superstruct'
import type { LaunchTest, TestGroup, TestsQuery } from '../../contract/launches/launch-tests.ts'
import { compareTests, groupingOf, matchesTests } from '../../contract/launches/test-list.ts'
import { placeGroups, rankOf } from './group-window.ts'
import { rowChange, testEvents } from './launch-events.ts'
import { emptyWindow, placeRow, plain, type ListRules, type ListWindow, type RowChange } from './list-window.ts'
import { defineProjection } from './projection.ts'
import { isObject } from '../log/record.ts'
import { rowsFrom, windowState } from './rows.ts'

/** One page of a launch's tests. */
export type TestsWindow = ListWindow<LaunchTest, TestsQuery> & {
  /** Groups on this page in order, with their number of tests on all pages. */
  groups: TestGroup[]
  groupsTotal: number
}

export const testsKey = (launchId: number, query: string) => `tests:${launchId}:?${query}`

/** Converts a page's answer to a state. */
export const testsWindow = (page: {
  items: readonly LaunchTest[]
  total: number
  query: TestsQuery
  groups?: readonly TestGroup[]
  groupsTotal?: number
}): TestsWindow => ({
  ...emptyWindow,
  rows: rowsFrom(page.items),
  total: page.total,
  query: page.query,
  groups: [...(page.groups ?? [])],
  groupsTotal: page.groupsTotal ?? 0,
})

/** A page of tests in their launch's stream (LIVE-08, LIVE-11): places each change as the server's list would. */
export const tests = defineProjection({
  name: 'tests',
  version: 5,
  events: testEvents,
  state: windowState<TestsWindow>('TestsWindow'),
  empty: { ...emptyWindow, groups: [], groupsTotal: 0 } as TestsWindow,
  fold: (window, event) => {
    switch (event.type) {
      case 'test/started':
      case 'test/changed':
      case 'test/finished':
        place(window, rowChange(event.payload))
        return
      case 'test/deleted': {
        const { testId: id, before } = event.payload
        place(window, { id, before, after: null })
        return
      }
      default:
        event satisfies never
    }
  },
})

function place(window: Draft<TestsWindow>, change: RowChange<LaunchTest>): void {
  const { query } = plain(window)
  if (query === null) return
  const group = groupingOf(query, window.groups)
  const compare = (a: LaunchTest, b: LaunchTest) => compareTests(query, a, b)
  const matches = (test: LaunchTest) => matchesTests(query, test)
  if (group === 'none') {
    placeRow(window, { matches, compare }, change)
    return
  }
  const rank = rankOf(window, group)
  const rules: ListRules<LaunchTest> = {
    matches,
    compare: (a, b) => rank(a, b) || compare(a, b),
  }
  placeGroups(window, group, placeRow(window, rules, change), change.id)
}

/** A single test, independent of lists. */
export type TestState = { test: LaunchTest | null }

/** One test in its launch's stream, which also has events of other tests. */
export const testOf = (testId: number) =>
  defineProjection({
    name: 'test',
    version: 1,
    events: testEvents,
    state: define<TestState>('TestState', (value) => isObject(value) && 'test' in value),
    empty: { test: null } as TestState,
    fold: (state, event) => {
      if (event.type !== 'test/deleted' && event.payload.id === testId) state.test = rowChange(event.payload).after
    },
  })
