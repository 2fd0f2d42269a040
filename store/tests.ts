import type { LaunchTest, TestGroup } from '../contract/launch-tests.ts'
import { testEvents } from './launch-events.ts'
import { defineProjection } from './projection.ts'
import { dropRow, rowsFrom, windowState, type Rows } from './rows.ts'

/** One page of a launch's tests, or as many as have been scrolled to. */
export type TestsWindow = {
  rows: Rows<LaunchTest>
  /** Tests that match the page's question, on all pages. */
  total: number
  pageSize: number
  /** Nothing asked for, in the order of start, and this is the end of the list: a new test belongs under it. */
  isEnd: boolean
  /** Tests that started since and are not shown, because they may belong elsewhere. */
  newer: number
  /** As the server counted them with this page. */
  groups: readonly TestGroup[]
  groupsTotal: number
}

export const testsKey = (launchId: number, query: string) => `tests:${launchId}:?${query}`

/** What a page's answer becomes. */
export const testsWindow = (page: {
  items: readonly LaunchTest[]
  total: number
  pageSize: number
  isEnd: boolean
  groups?: readonly TestGroup[]
  groupsTotal?: number
}): TestsWindow => ({
  rows: rowsFrom(page.items),
  total: page.total,
  pageSize: page.pageSize,
  isEnd: page.isEnd,
  newer: 0,
  groups: page.groups ?? [],
  groupsTotal: page.groupsTotal ?? 0,
})

/** A page of tests in the stream of their launch (LIVE-08): rows change in place, other pages' tests are left alone. */
export const tests = defineProjection({
  name: 'tests',
  version: 3,
  events: testEvents,
  state: windowState<TestsWindow>('TestsWindow'),
  empty: testsWindow({ items: [], total: 0, pageSize: 0, isEnd: false }),
  fold: (window, event) => {
    const { rows } = window
    switch (event.type) {
      case 'test/started':
        if (rows.byId[event.payload.id] !== undefined) rows.byId[event.payload.id] = event.payload
        else if (window.isEnd && rows.order.length < window.pageSize) {
          rows.order.push(event.payload.id)
          rows.byId[event.payload.id] = event.payload
          window.total += 1
        } else window.newer += 1
        return
      case 'test/changed':
      case 'test/finished':
        if (rows.byId[event.payload.id] !== undefined) rows.byId[event.payload.id] = event.payload
        return
      case 'test/deleted':
        if (dropRow(rows, event.payload.testId)) window.total -= 1
        return
      default:
        event satisfies never
    }
  },
})
