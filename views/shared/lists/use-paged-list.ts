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
import { newsActor, type Follow } from '../../boot/context.tsx'
import { useLatest } from '../latest.ts'
import { useListAddress } from '../use-list-address.ts'

interface PagedListOptions<Row, Query extends ListQuery> {
  load: (query: Query, signal: AbortSignal) => Promise<ListPage<Row>>
  read: (search: string) => Query
  hrefOf: (query: Query) => string
  /** Whether an empty page means that nothing matches, rather than that nothing exists; by default with a search. */
  isFiltered?: (query: Query) => boolean
  /** Whether a query takes the place of the one before in the browser's history; by default with a search. */
  isReplacing?: (query: Query) => boolean
  /** What others do to the rows: the page is loaded again. */
  follow?: Follow
}

const isSearched = ({ q }: ListQuery) => q !== ''

/** The page of a list that the address names. A component that shows another list has to be mounted anew. */
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
    query,
    typed,
    failure,
    face: faceOfList(snapshot),
    isBusy: isBusy(snapshot),
    ...actions,
  }
}
