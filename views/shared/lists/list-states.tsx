/** Content of a list in each of its states: loading, rows, nothing yet, no matches, and a failed load. */
import type { ReactNode } from 'react'
import { messageOf } from '../../../services/http/api-error.ts'
import { ProblemState } from '../../ui/layout/empty-state.tsx'

export interface ListState<Row> {
  face: 'loading' | 'shown' | 'empty' | 'noResults' | 'failed'
  rows: readonly Row[]
  failure: unknown
  isBusy: boolean
  refresh: () => void
}

interface ListStatesProps<Row> {
  /** What the list lists: 'Users'. */
  title: string
  list: ListState<Row>
  empty: ReactNode
  /** Absent for lists without search and filters. */
  noResults?: ReactNode
  /** What a failed load leaves as it is, after the reason. */
  unaffected?: string
  /** Below the reason why the list did not load. */
  instead?: ReactNode
  /** `rows` is null while loading. */
  children: (rows: readonly Row[] | null) => ReactNode
}

export function ListStates<Row>(props: ListStatesProps<Row>) {
  const { title, list, empty, noResults, unaffected, instead, children } = props
  switch (list.face) {
    case 'loading':
      return children(null)
    case 'shown':
      return children(list.rows)
    case 'empty':
      return empty
    case 'noResults':
      return noResults
    case 'failed':
      return (
        <>
          <ProblemState title={`${title} did not load`} isRetrying={list.isBusy} onRetry={list.refresh}>
            {messageOf(list.failure)}
            {unaffected !== undefined && `. ${unaffected}`}
          </ProblemState>
          {instead}
        </>
      )
  }
}

interface Loaded<Value> {
  value: Value | null
  failure: unknown
  isLoading: boolean
  retry: () => void
}

/** Returns the state of a list that is loaded whole. Its rows stay when a reload fails. */
export function stateOfLoaded<Value, Row>(
  { value, failure, isLoading, retry }: Loaded<Value>,
  rowsOf: (value: Value) => readonly Row[],
): ListState<Row> {
  const rows = value === null ? [] : rowsOf(value)
  const face = rows.length > 0 ? 'shown' : value !== null ? 'empty' : failure === null ? 'loading' : 'failed'
  return { face, rows, failure, isBusy: isLoading, refresh: retry }
}
