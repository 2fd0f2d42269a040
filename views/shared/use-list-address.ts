import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { onAddressChange } from './address-changes.ts'
import { useLatest } from './latest.ts'

/** The part of a `pagedList` actor that its address concerns. */
interface AddressedList<Query> {
  getSnapshot: () => { context: { query: Query } }
  send: (event: { type: 'query/opened'; query: Query }) => void
  on: (type: 'query/changed', listener: (event: { query: Query }) => void) => { unsubscribe: () => void }
}

interface ListAddress<Query> {
  read: (search: string) => Query
  hrefOf: (query: Query) => string
  /** Returns whether a query replaces the history entry. */
  isReplacing?: (query: Query) => boolean
}

/**
 * Synchronises the query of a `pagedList` with the address in both directions. Listens to the window instead of rendering with the address,
 * so that the list starts to load while the page renders.
 */
export function useListAddress<Query>(list: AddressedList<Query>, options: ListAddress<Query>): void {
  const [, navigate] = useLocation()
  const latest = useLatest(options)
  useEffect(() => {
    const open = () => {
      const { pathname, search } = window.location
      const { read, hrefOf } = latest()
      if (pathname + search === hrefOf(list.getSnapshot().context.query)) return
      list.send({ type: 'query/opened', query: read(search) })
    }
    open()
    return onAddressChange(open)
  }, [list, latest])
  useEffect(() => {
    const changed = list.on('query/changed', ({ query }) => {
      const { hrefOf, isReplacing } = latest()
      navigate(hrefOf(query), { replace: isReplacing?.(query) ?? false })
    })
    return () => changed.unsubscribe()
  }, [list, latest, navigate])
}
