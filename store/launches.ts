import type { Draft } from 'immer'
import type { Launch } from '../contract/launches.ts'
import { launchEvents, statisticsOf } from './launch-events.ts'
import { defineProjection } from './projection.ts'
import { dropRow, rowsFrom, windowState, type Rows } from './rows.ts'

/** One page of a project's launches. */
export type LaunchesWindow = {
  rows: Rows<Launch>
  /** Launches that match the page's question, on all pages. */
  total: number
  pageSize: number
  /** First page, newest first, nothing asked for: a new launch belongs on top of it. */
  isTop: boolean
  /** Launches that started since and are not shown, because they may belong elsewhere. */
  newer: number
}

export const launchesKey = (projectId: number, query: string) => `launches:${projectId}:?${query}`

/** What a page's answer becomes. */
export const launchesWindow = (page: {
  items: readonly Launch[]
  total: number
  pageSize: number
  isTop: boolean
}): LaunchesWindow => ({
  rows: rowsFrom(page.items),
  total: page.total,
  pageSize: page.pageSize,
  isTop: page.isTop,
  newer: 0,
})

/** A page of launches in the stream of their project (LIVE-09): rows change in place, other pages' launches are left alone. */
export const launches = defineProjection({
  name: 'launches',
  version: 1,
  events: launchEvents,
  state: windowState<LaunchesWindow>('LaunchesWindow'),
  empty: launchesWindow({ items: [], total: 0, pageSize: 0, isTop: false }),
  fold: (window, event) => {
    const { rows } = window
    switch (event.type) {
      case 'launch/started':
        if (rows.byId[event.payload.id] === undefined) start(window, event.payload)
        else rows.byId[event.payload.id] = event.payload
        return
      case 'launch/changed':
      case 'launch/finished':
        if (rows.byId[event.payload.id] !== undefined) rows.byId[event.payload.id] = event.payload
        return
      case 'launch/statistics': {
        const row = rows.byId[event.payload.testRunId]
        if (row === undefined) return
        rows.byId[row.id] = { ...row, statistics: statisticsOf(event.payload), reviewed: event.payload.reviewed }
        return
      }
      case 'launch/deleted':
        if (dropRow(rows, event.payload.testRunId)) window.total -= 1
        return
      default:
        event satisfies never
    }
  },
})

function start(window: Draft<LaunchesWindow>, launch: Launch): void {
  if (!window.isTop) {
    window.newer += 1
    return
  }
  const { rows } = window
  rows.order.unshift(launch.id)
  rows.byId[launch.id] = launch
  window.total += 1
  for (const id of rows.order.splice(window.pageSize)) delete rows.byId[id]
}
