import type { Draft } from 'immer'
import { compareListedLaunches, matchesLaunches, SORTS_BY_COUNTS } from '../../contract/launches/launch-list.ts'
import type { Launch, LaunchesQuery } from '../../contract/launches/launches.ts'
import { launchEvents, rowChange, statisticsOf } from './launch-events.ts'
import {
  emptyWindow,
  markChanged,
  placeIn,
  placeRow,
  plain,
  sideOf,
  unmarkChanged,
  type ListRules,
  type ListWindow,
} from './list-window.ts'
import { defineProjection, type EventOf } from './projection.ts'
import { rowsFrom, windowState } from './rows.ts'

/** One page of a project's launches. */
export type LaunchesWindow = ListWindow<Launch, LaunchesQuery>

export const launchesKey = (projectId: number, query: string) => `launches:${projectId}:?${query}`

/** Converts a page's answer to a state. */
export const launchesWindow = (page: {
  items: readonly Launch[]
  total: number
  query: LaunchesQuery
}): LaunchesWindow => ({ ...emptyWindow, rows: rowsFrom(page.items), total: page.total, query: page.query })

/** A page of launches in their project's stream (LIVE-09, LIVE-11): places each change as the server's list would. */
export const launches = defineProjection({
  name: 'launches',
  version: 2,
  events: launchEvents,
  state: windowState<LaunchesWindow>('LaunchesWindow'),
  empty: emptyWindow as LaunchesWindow,
  fold: (window, event) => {
    const { query } = plain(window)
    if (query === null) return
    const rules: ListRules<Launch> = {
      matches: (launch) => matchesLaunches(query, launch),
      compare: (a, b) => compareListedLaunches(query, a, b),
    }
    switch (event.type) {
      case 'launch/started':
      case 'launch/changed':
      case 'launch/finished':
        // Its counts alone could not place it. Further pages also depend on its position at the time of the load.
        if (query.page === 1) unmarkChanged(window, event.payload.id)
        placeRow(window, rules, rowChange(event.payload))
        return
      case 'launch/statistics':
        placeCounts(window, rules, event.payload)
        return
      case 'launch/deleted': {
        const { testRunId: id, before } = event.payload
        placeRow(window, rules, { id, before, after: null })
        return
      }
      default:
        event satisfies never
    }
  },
})

type Counts = Extract<EventOf<typeof launchEvents>, { type: 'launch/statistics' }>['payload']

/** Counts of a launch that is not on the page count as a change only where they may bring it here. */
function placeCounts(window: Draft<LaunchesWindow>, rules: ListRules<Launch>, counts: Counts): void {
  const { testRunId: id, reviewed } = counts
  const statistics = statisticsOf(counts)
  const row = window.rows.byId[id]
  if (row !== undefined) {
    placeRow(window, rules, { id, before: row, after: { ...row, statistics, reviewed } })
    return
  }
  const { query } = window
  if (query === null || !SORTS_BY_COUNTS.includes(query.sort)) return
  // These sorts compare only counts and id.
  const at = placeIn(window, rules, { id, statistics } as Launch)
  if (query.page > 1 || sideOf(window, at) !== 'after') markChanged(window, id)
}
