import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { EMPTY } from 'rxjs'
import { fromPromise } from 'xstate'
import {
  faceOfList,
  isBusy,
  pagedList,
  type ListPage,
  type ListQuery,
} from '../../../machines/patterns/paged-list.machine.ts'
import { newsActor, type Follow } from '../../application/context.tsx'
import { useLatest } from '../latest.ts'
import { useListAddress } from '../use-list-address.ts'

interface PagedListOptions<Row, Query extends ListQuery> {
  load: (query: Query, signal: AbortSignal) => Promise<ListPage<Row>>
  read: (search: string) => Query
  hrefOf: (query: Query) => string
  /** Returns whether an empty page means "no matches" rather than "nothing yet"; by default with a search. */
  isFiltered?: (query: Query) => boolean
  /** Returns whether a query replaces the history entry; by default with a search. */
  isReplacing?: (query: Query) => boolean
  /** Changes by others: the page reloads. */
  follow?: Follow
}

const isSearched = ({ q }: ListQuery) => q !== ''

export type PagedList<Row, Query extends ListQuery> = ReturnType<typeof usePagedList<Row, Query>>

/** Paged list for the address's query. Remount the component for another list. */
export function usePagedList<Row, Query extends ListQuery>(options: PagedListOptions<Row, Query>) {
  const latest = useLatest(options)
  const machine = useMemo(
    () =>
      pagedList<Row, Query>({ isFiltered: (query) => (latest().isFiltered ?? isSearched)(query) }).provide({
        actors: {
          load: fromPromise<ListPage<Row>, { query: Query }>(({ input, signal }) => latest().load(input.query, signal)),
          news: newsActor((again) => latest().follow?.(again) ?? EMPTY, { type: 'list/refresh' }),
        },
      }),
    [latest],
  )
  const [snapshot, send, list] = useMachine(machine, { input: { query: options.read(window.location.search) } })
  const { read, hrefOf, isReplacing = isSearched } = options
  useListAddress(list, { read, hrefOf, isReplacing })
  const actions = useMemo(
    () => ({
      search: (q: string) => send({ type: 'search/typed', q }),
      submitSearch: () => send({ type: 'search/submitted' }),
      filter: (filter: Partial<Query>) => send({ type: 'filter/changed', filter }),
      refresh: () => send({ type: 'list/refresh' }),
    }),
    [send],
  )
  const { page, query, typed, failure } = snapshot.context
  return {
    actor: list,
    rows: page.rows,
    total: page.total,
    note: page.note,
    query,
    typed,
    failure,
    face: faceOfList(snapshot),
    isBusy: isBusy(snapshot),
    hrefOf,
    ...actions,
  }
}
