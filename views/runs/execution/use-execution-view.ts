/** View state of a run in the address: open case and filters. */
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { fieldsInAddress, type FieldFilter } from '../../../contract/cases/filter.ts'
import {
  isFiltered,
  listCases,
  NO_FILTERS,
  type ExecutionFilters,
  type Listed,
} from '../../../machines/runs/execution-list.ts'
import { withVariables } from '../../../contract/settings/variable-references.ts'
import type { RunRows } from '../../../machines/runs/run-rows.ts'
import type { ExecutionRef } from './use-execution.ts'
import { useFieldFilter } from './use-field-filter.ts'
import type { RunVariables } from './use-run-variables.ts'

const idsOf = (text: string | null): number[] =>
  (text ?? '').split(',').flatMap((id) => (/^\d{1,15}$/.test(id) ? [Number(id)] : []))

const LISTS = { status: 'statuses', assignee: 'assignees', priority: 'priorities', automation: 'automationStates', suite: 'suites' } as const // prettier-ignore

/** Invalid filters are ignored. */
const fieldsOf = (text: string | null): FieldFilter[] => {
  if (text === null) return []
  const parsed = fieldsInAddress.safeParse(text)
  return parsed.success ? parsed.data.fields : []
}

const filtersOf = (search: string): ExecutionFilters => {
  const given = new URLSearchParams(search)
  return {
    ...NO_FILTERS,
    ...Object.fromEntries(Object.entries(LISTS).map(([name, field]) => [field, idsOf(given.get(name))])),
    fields: fieldsOf(given.get('filter')),
    q: (given.get('q') ?? '').slice(0, 200),
    isMine: given.has('mine'),
    isChanged: given.has('changed'),
  }
}

const searchOf = (filters: ExecutionFilters, caseKey: string | null): string => {
  const search = new URLSearchParams()
  if (caseKey !== null) search.set('case', caseKey)
  if (filters.q !== '') search.set('q', filters.q)
  if (filters.isMine) search.set('mine', '1')
  if (filters.isChanged) search.set('changed', '1')
  for (const [name, field] of Object.entries(LISTS))
    if (filters[field].length > 0) search.set(name, filters[field].join(','))
  if (filters.fields.length > 0) search.set('filter', JSON.stringify({ fields: filters.fields }))
  const words = search.toString()
  return words === '' ? '' : `?${words}`
}

/** Returns the key of the case that an address opens. */
export const openKeyIn = (search: string): string | null => new URLSearchParams(search).get('case')
const fieldsIn = (search: string) => filtersOf(search).fields

interface Shown {
  execution: ExecutionRef
  rows: RunRows
  isComplete: boolean
  me: number
  /** Null: titles are shown as written. */
  variables: RunVariables | null
  /** Search by custom fields. */
  find: (fields: readonly FieldFilter[], signal: AbortSignal) => Promise<readonly number[]>
}

export function useExecutionView({ execution, rows, isComplete, me, variables, find }: Shown) {
  const search = useSearch()
  const [location, navigate] = useLocation()
  const openKey = openKeyIn(search)
  const words = searchOf(filtersOf(search), null)
  const asked = useMemo(() => filtersOf(words), [words])
  const finding = useFieldFilter({ execution, read: fieldsIn, find })
  const { found } = finding
  const filters = useMemo(() => ({ ...asked, found }), [asked, found])

  const [held, setHeld] = useState<Listed | null>(null)
  const listed = useMemo(
    () =>
      listCases(
        isComplete ? held : null,
        rows.list,
        filters,
        me,
        variables === null ? undefined : (title) => withVariables(title, variables),
      ),
    [held, rows, filters, me, isComplete, variables],
  )
  const isNew = held === null || held.filters !== filters || (isFiltered(filters) && held.caseIds !== listed.caseIds)
  if (isComplete && isNew) setHeld(listed)
  const hrefOf = useCallback((key: string | null) => `${location}${searchOf(filters, key)}`, [location, filters])
  return {
    filters,
    finding,
    /** The answer about custom fields has not loaded yet. */
    isFinding: asked.fields.length > 0 && found === null && !finding.hasFailed,
    openKey,
    shown: listed.shown,
    /** Matching cases; null for all. */
    caseIds: listed.caseIds,
    fresh: listed.fresh,
    hrefOf,
    open: (key: string | null) => navigate(hrefOf(key)),
    filter: (changed: Partial<ExecutionFilters>) =>
      navigate(`${location}${searchOf({ ...filters, ...changed }, openKey)}`, { replace: true }),
    /** Updates the list to what matches now. */
    renew: () => setHeld(null),
  }
}
