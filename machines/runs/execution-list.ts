import type { FieldFilter } from '../../contract/cases/filter.ts'
import type { CaseStatusCount } from '../../contract/runs/runs.ts'
import type { RunCase } from '../../contract/runs/run-cases.ts'
import type { RunSuite } from './execution.machine.ts'
import { rowOf, type RunRows, type RunShape } from './run-rows.ts'

/** Ids of rows; 0 means none: no result, nobody, no priority. Empty means all. */
export interface ExecutionFilters {
  q: string
  isMine: boolean
  statuses: readonly number[]
  assignees: readonly number[]
  priorities: readonly number[]
  automationStates: readonly number[]
  suites: readonly number[]
  /** Filters on custom fields. */
  fields: readonly FieldFilter[]
  /** Cases that match them; null without filters, or while loading. */
  found: ReadonlySet<number> | null
  /** Only cases that differ from the run's. */
  isChanged: boolean
}

export const NO_FILTERS: ExecutionFilters = {
  q: '',
  isMine: false,
  statuses: [],
  assignees: [],
  priorities: [],
  automationStates: [],
  suites: [],
  fields: [],
  found: null,
  isChanged: false,
}

export const isFiltered = (filters: ExecutionFilters): boolean =>
  filters.q !== '' ||
  filters.isMine ||
  filters.isChanged ||
  [
    filters.statuses,
    filters.assignees,
    filters.priorities,
    filters.automationStates,
    filters.suites,
    filters.fields,
  ].some((chosen) => chosen.length > 0)

/**
 * Returns whether a case passes the filters of the user `me`. Searches keys and titles for every word; titles as written, and as `shownAs`
 * displays them.
 */
export function filterOf(
  filters: ExecutionFilters,
  me: number,
  shownAs: (title: string) => string = (title) => title,
): (row: RunCase) => boolean {
  const words = filters.q.toLowerCase().split(/\s+/).filter(Boolean)
  const among = (chosen: readonly number[], id: number | null) => chosen.length === 0 || chosen.includes(id ?? 0)
  return (row) =>
    (!filters.isMine || row.assigneeId === me) &&
    (!filters.isChanged || row.isChanged) &&
    among(filters.statuses, row.statusId) &&
    among(filters.assignees, row.assigneeId) &&
    among(filters.priorities, row.priorityId) &&
    among(filters.automationStates, row.automationStateId) &&
    among(filters.suites, row.suiteId) &&
    (filters.found === null || filters.found.has(row.caseId)) &&
    (words.length === 0 || includesAll(`${row.key} ${row.title} ${shownAs(row.title)}`, words))
}

const includesAll = (text: string, words: readonly string[]): boolean => {
  const folded = text.toLowerCase()
  return words.every((word) => folded.includes(word))
}

/** Inputs of a list, and the cases it contained; null lists all. */
export interface Listed {
  filters: ExecutionFilters
  caseIds: ReadonlySet<number> | null
}

/**
 * Lists the cases that pass the filters. Listed cases stay while the filters are unchanged: a recorded result does not remove a row from
 * under the pointer; new matches are counted in `fresh` until the list is rebuilt.
 */
export function listCases(
  before: Listed | null,
  rows: readonly RunCase[],
  filters: ExecutionFilters,
  me: number,
  shownAs?: (title: string) => string,
): Listed & { shown: readonly RunCase[]; fresh: number } {
  if (!isFiltered(filters)) return { filters, caseIds: null, shown: rows, fresh: 0 }
  const passes = filterOf(filters, me, shownAs)
  const held = before?.filters === filters ? before.caseIds : null
  if (held === null) {
    const shown = rows.filter(passes)
    return { filters, caseIds: idsOf(shown), shown, fresh: 0 }
  }
  const shown = rows.filter(({ caseId }) => held.has(caseId))
  const fresh = rows.filter((row) => !held.has(row.caseId) && passes(row)).length
  return { filters, caseIds: shown.length === held.size ? held : idsOf(shown), shown, fresh }
}

const idsOf = (rows: readonly RunCase[]): ReadonlySet<number> => new Set(rows.map(({ caseId }) => caseId))

/** Cases by status id; those without a result under 0. */
export type Counts = ReadonlyMap<number, number>

export type ListLine =
  /** `caseIds`: its listed cases, also while collapsed. */
  { kind: 'suite'; suite: RunSuite; caseIds: readonly number[]; isFolded: boolean } | { kind: 'case'; caseId: number }

/** Rows of the list: each suite, then its cases unless collapsed. `caseIds`: cases to list; null lists all. */
export function linesOf(
  { cases }: RunShape,
  caseIds: ReadonlySet<number> | null,
  suites: readonly RunSuite[],
  folded: ReadonlySet<number>,
): ListLine[] {
  const bySuite = new Map<number, number[]>()
  for (const { caseId, suiteId } of cases) {
    if (caseIds?.has(caseId) === false) continue
    const group = bySuite.get(suiteId)
    if (group === undefined) bySuite.set(suiteId, [caseId])
    else group.push(caseId)
  }
  const known = new Map(suites.map((suite) => [suite.id, suite]))
  return [...bySuite].flatMap(([suiteId, group]): ListLine[] => {
    const isFolded = folded.has(suiteId)
    const suite = known.get(suiteId) ?? { id: suiteId, path: ['Suite'] }
    const head: ListLine = { kind: 'suite', suite, caseIds: group, isFolded }
    return isFolded ? [head] : [head, ...group.map((caseId): ListLine => ({ kind: 'case', caseId }))]
  })
}

/** Counts cases by status. */
export function countsOf(rows: RunRows, caseIds: readonly number[]): Counts {
  const counts = new Map<number, number>()
  for (const caseId of caseIds) {
    const id = rowOf(rows, caseId)?.statusId ?? 0
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Adjusts the run's statistics by the differences between loaded and displayed rows. */
export function shownCounts(
  statistics: readonly CaseStatusCount[],
  changed: readonly { read: RunCase; shown: RunCase }[],
): Counts {
  const counts = new Map(statistics.map(({ status, count }) => [status.isUntested ? 0 : status.id, count]))
  const add = (id: number | null, by: number) => counts.set(id ?? 0, (counts.get(id ?? 0) ?? 0) + by)
  for (const { read, shown } of changed) {
    if (read.statusId === shown.statusId) continue
    add(read.statusId, -1)
    add(shown.statusId, 1)
  }
  return counts
}

/**
 * Returns the cases without a result that come next, from `from` on, wrapping around: those assigned to the user, then those assigned to
 * nobody.
 */
export function untestedAfter(rows: readonly RunCase[], from: number | null, me: number): number[] {
  const start = rows.findIndex(({ caseId }) => caseId === from) + 1
  const untested = [...rows.slice(start), ...rows.slice(0, start)].filter(
    ({ caseId, statusId }) => statusId === null && caseId !== from,
  )
  const of = (assignee: number | null) => untested.flatMap((row) => (row.assigneeId === assignee ? [row.caseId] : []))
  return [...of(me), ...of(null)]
}

/** Returns changed rows whose last result was `me`'s and is now another user's newer one. */
export const overtaken = (held: RunRows, changed: readonly RunCase[], me: number): readonly RunCase[] =>
  changed.filter((row) => {
    const before = rowOf(held, row.caseId)
    return before?.lastResultBy === me && row.lastResultBy !== me && row.attempts > before.attempts
  })
