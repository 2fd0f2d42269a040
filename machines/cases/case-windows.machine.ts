import { assign, emit, setup } from 'xstate'
import type { CaseRow } from '../../contract/cases/cases.ts'
import type { CaseFilter } from '../../contract/cases/filter.ts'
import { LIMITS } from '../../contract/limits.ts'
import { movedRows, type CaseRows, type PlacedCase } from './placed-case.ts'
import type { CaseRange } from './repository-layout.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** Current query. */
export interface CaseQuestion {
  q: string
  filter: CaseFilter
}

/** One call: `limit` cases across consecutive suites, from `offset`. */
export interface CaseWindow {
  suites: readonly number[]
  offset: number
  limit: number
}

/** An object, because the type of a generic output would be lost. */
export interface LoadedWindow {
  items: readonly CaseRow[]
}

export interface ChangedRows {
  suiteIds: readonly number[] | null
  caseIds: readonly number[] | null
}

export type CaseWindowsEvent =
  /** Rows that are visible or nearby; none during fast scrolling. */
  | { type: 'range/shown'; ranges: readonly CaseRange[] }
  /** The query changed: all loaded rows are invalid. */
  | { type: 'question/asked'; question: CaseQuestion }
  /** Changes in these suites or cases; null: possibly any. Old rows stay visible until reloaded. */
  | ({ type: 'suites/changed' } & ChangedRows)
  /** The answer of the own save: shown before the reload. */
  | { type: 'case/changed'; row: CaseRow }
  /** The server has placed a case in a suite that had `count` cases before. */
  | { type: 'case/placed'; placed: PlacedCase; count: number }
  | { type: 'windows/retry' }

/**
 * Delays in frames. One for rows next to visible ones; two after a jump, because fast scrolling is reported with the next frame. During
 * fast scrolling nothing is requested.
 */
const PAUSES_MS = { near: 16, far: 34, passing: 80 }

/** Maximum suites per window: their ids are in the URL. */
const SUITES_AT_ONCE = 60

const isMissing = (rows: CaseRows, stale: readonly number[], suiteId: number, index: number): boolean =>
  stale.includes(suiteId) || rows[suiteId]?.[index] === undefined

/** Returns the first missing window of the visible rows; null when all are loaded. */
export function missingWindow(
  rows: CaseRows,
  stale: readonly number[],
  ranges: readonly CaseRange[],
): CaseWindow | null {
  let window: { suites: number[]; offset: number; limit: number } | null = null
  for (const { suiteId, from, to, of } of ranges) {
    if (window === null) {
      let first = from
      while (first < to && !isMissing(rows, stale, suiteId, first)) first += 1
      if (first < to) window = { suites: [suiteId], offset: first, limit: Math.min(of - first, LIMITS.casesAtOnce) }
      // The suite may have fewer cases by now, which would shift what follows.
      if (window !== null && first > 0 && stale.includes(suiteId)) break
    } else if (isAnyMissing(rows, stale, { suiteId, from, to, of })) {
      window.suites.push(suiteId)
      window.limit += of
    } else break
    if (window !== null && (window.limit >= LIMITS.casesAtOnce || window.suites.length >= SUITES_AT_ONCE)) break
  }
  return window && { ...window, limit: Math.min(window.limit, LIMITS.casesAtOnce) }
}

const isAnyMissing = (rows: CaseRows, stale: readonly number[], { suiteId, from, to }: CaseRange): boolean => {
  for (let index = from; index < to; index += 1) if (isMissing(rows, stale, suiteId, index)) return true
  return false
}

const isElsewhere = (before: readonly CaseRange[], now: readonly CaseRange[]): boolean =>
  before.length > 0 &&
  !now.some(({ suiteId, from, to }) => before.some((was) => was.suiteId === suiteId && was.from < to && from < was.to))

/** Stores an answer. If a suite has changed, its other loaded rows are dropped. */
export function withWindow(
  rows: CaseRows,
  stale: readonly number[],
  { suites, offset, limit }: CaseWindow,
  items: readonly CaseRow[],
  ranges: readonly CaseRange[],
): CaseRows {
  const next: Record<number, readonly (CaseRow | null | undefined)[]> = { ...rows }
  let taken = 0
  for (const [place, suiteId] of suites.entries()) {
    const own: CaseRow[] = []
    while (items[taken]?.testSuiteId === suiteId) own.push(items[taken++] as CaseRow)
    const begin = place === 0 ? offset : 0
    const held = [...(stale.includes(suiteId) ? [] : (rows[suiteId] ?? []))]
    for (const [index, row] of own.entries()) held[begin + index] = row
    // Requested and not returned: marks the rows as missing, so that they are not requested again and again.
    const requestedValues = ranges.find((range) => range.suiteId === suiteId)
    const isWhole = items.length < limit || taken < items.length
    if (isWhole) for (let at = begin + own.length; at < (requestedValues?.to ?? 0); at += 1) held[at] = null
    next[suiteId] = held
  }
  return next
}

interface Context {
  question: CaseQuestion
  rows: CaseRows
  /** Suites whose loaded rows are outdated. */
  stale: readonly number[]
  ranges: readonly CaseRange[]
  /** How long rows have to stay visible before they are requested, in ms. */
  pauseMs: number
  /** The pending request. */
  window: CaseWindow | null
  failure: unknown
}

const isPlacedUnderWay = ({ window }: Context, { placed: { suiteId, row } }: { placed: PlacedCase }) =>
  window?.suites.some((id) => id === suiteId || id === row?.testSuiteId) === true

const mayBeUnderWay = ({ window }: Context, { suiteIds, caseIds }: ChangedRows) =>
  suiteIds === null ||
  caseIds === null ||
  caseIds.length > 0 ||
  suiteIds.some((id) => window?.suites.includes(id) === true)

const age = ({ rows, stale }: Context, { suiteIds, caseIds }: ChangedRows) => {
  const isChanged = ([id, held]: [string, CaseRows[number]]) =>
    suiteIds === null ||
    caseIds === null ||
    suiteIds.includes(Number(id)) ||
    held.some((row) => row && caseIds.includes(row.id))
  const changed = Object.entries(rows).filter(isChanged)
  return { stale: [...new Set([...stale, ...changed.map(([id]) => Number(id))])] }
}

/** Reloads the suites it left and entered when the loaded rows do not show its place. */
const place = ({ rows, stale }: Context, { placed, count }: { placed: PlacedCase; count: number }) => {
  const moved = movedRows(rows, placed, count)
  if (moved !== null) return { rows: moved }
  const suiteIds = [placed.suiteId, placed.row?.testSuiteId].filter((id) => id !== undefined && id in rows)
  return { stale: [...new Set([...stale, ...suiteIds.map(Number)])] }
}

const put = ({ rows, stale, ranges, window }: Context, { items }: LoadedWindow) =>
  window === null
    ? {}
    : {
        rows: withWindow(rows, stale, window, items, ranges),
        stale: stale.filter((id) => !window.suites.includes(id)),
        window: null,
        failure: null,
      }

/**
 * Loads rows of cases as they become visible: skips rows that are scrolled past, makes one request at a time, and drops answers to outdated
 * queries.
 */
export const caseWindows = setup({
  types: {
    context: {} as Context,
    events: {} as CaseWindowsEvent,
    emitted: {} as { type: 'windows/failed'; failure: unknown },
    input: {} as { question: CaseQuestion },
  },
  actors: {
    load: unprovided<LoadedWindow, { question: CaseQuestion; window: CaseWindow }>('load'),
  },
  guards: {
    isMissing: ({ context: { rows, stale, ranges } }) => missingWindow(rows, stale, ranges) !== null,
  },
  actions: {
    goTo: assign(({ context }, ranges: readonly CaseRange[]) => ({
      ranges,
      pauseMs: isElsewhere(context.ranges, ranges) ? PAUSES_MS.far : PAUSES_MS.near,
    })),
    pass: assign(({ context }, ranges: readonly CaseRange[]) => ({
      ranges,
      pauseMs: isElsewhere(context.ranges, ranges) ? PAUSES_MS.passing : PAUSES_MS.near,
    })),
    ask: assign((_, question: CaseQuestion) => ({
      question,
      rows: {},
      stale: [],
      ranges: [],
      pauseMs: PAUSES_MS.near,
      window: null,
      failure: null,
    })),
    patch: assign(({ context: { rows } }, row: CaseRow) => {
      const held = rows[row.testSuiteId]
      const at = held?.findIndex((one) => one?.id === row.id) ?? -1
      if (held === undefined || at < 0 || (held[at]?.version ?? 0) > row.version) return {}
      return { rows: { ...rows, [row.testSuiteId]: held.with(at, row) } }
    }),
    choose: assign(({ context: { rows, stale, ranges } }) => ({
      window: missingWindow(rows, stale, ranges),
      pauseMs: PAUSES_MS.near,
    })),
    emitFailed: emit(({ context }) => ({ type: 'windows/failed' as const, failure: context.failure })),
  },
  delays: { pause: ({ context }) => context.pauseMs },
}).createMachine({
  id: 'caseWindows',
  context: ({ input }) => ({
    question: input.question,
    rows: {},
    stale: [],
    ranges: [],
    pauseMs: PAUSES_MS.near,
    window: null,
    failure: null,
  }),
  initial: 'idle',
  on: {
    'range/shown': { actions: assign(({ event }) => ({ ranges: event.ranges, pauseMs: PAUSES_MS.near })) },
    'question/asked': { target: '.idle', actions: { type: 'ask', params: ({ event }) => event.question } },
    'case/changed': { actions: { type: 'patch', params: ({ event }) => event.row } },
  },
  states: {
    idle: {
      on: {
        'range/shown': [
          {
            guard: ({ context: { rows, stale }, event }) => missingWindow(rows, stale, event.ranges) !== null,
            target: 'passing',
            actions: { type: 'goTo', params: ({ event }) => event.ranges },
          },
          { actions: assign(({ event }) => ({ ranges: event.ranges, pauseMs: PAUSES_MS.near })) },
        ],
        'suites/changed': { target: 'passing', actions: assign(({ context, event }) => age(context, event)) },
        'case/placed': { target: 'passing', actions: assign(({ context, event }) => place(context, event)) },
      },
    },
    /** Scrolling continues: wait. */
    passing: {
      after: { pause: [{ guard: 'isMissing', target: 'loading' }, { target: 'idle' }] },
      on: {
        'range/shown': [
          {
            guard: ({ context, event }) => isElsewhere(context.ranges, event.ranges),
            target: 'passing',
            reenter: true,
            actions: { type: 'pass', params: ({ event }) => event.ranges },
          },
          { actions: assign(({ event }) => ({ ranges: event.ranges, pauseMs: PAUSES_MS.near })) },
        ],
        'suites/changed': { actions: assign(({ context, event }) => age(context, event)) },
        'case/placed': { actions: assign(({ context, event }) => place(context, event)) },
      },
    },
    loading: {
      entry: 'choose',
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { question, window } }) => ({
          question,
          window: window ?? { suites: [], offset: 0, limit: 0 },
        }),
        onDone: { target: 'passing', actions: assign(({ context, event }) => put(context, event.output)) },
        onError: {
          target: 'failed',
          actions: [assign(({ event }) => ({ failure: event.error, window: null })), 'emitFailed'],
        },
      },
      on: {
        'range/shown': { actions: { type: 'pass', params: ({ event }) => event.ranges } },
        // The pending answer may be older than the change.
        'suites/changed': [
          {
            guard: ({ context, event }) => mayBeUnderWay(context, event),
            target: 'passing',
            actions: assign(({ context, event }) => age(context, event)),
          },
          { actions: assign(({ context, event }) => age(context, event)) },
        ],
        'case/changed': [
          {
            guard: ({ context: { window }, event }) => window?.suites.includes(event.row.testSuiteId) === true,
            target: 'passing',
            actions: { type: 'patch', params: ({ event }) => event.row },
          },
          { actions: { type: 'patch', params: ({ event }) => event.row } },
        ],
        'case/placed': [
          {
            guard: ({ context, event }) => isPlacedUnderWay(context, event),
            target: 'passing',
            actions: assign(({ context, event }) => place(context, event)),
          },
          { actions: assign(({ context, event }) => place(context, event)) },
        ],
      },
    },
    failed: {
      on: {
        'windows/retry': 'passing',
        'case/placed': { target: 'passing', actions: assign(({ context, event }) => place(context, event)) },
        'suites/changed': { target: 'passing', actions: assign(({ context, event }) => age(context, event)) },
      },
    },
  },
})
