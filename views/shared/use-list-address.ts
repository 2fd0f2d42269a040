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
  /** Whether a query takes the place of the one before in the browser's history. */
  isReplacing?: (query: Query) => boolean
}

/**
 * Keeps the query of a `pagedList` and the address the same: links, back and forward open a query, and the list's own queries become
 * the address. Listens to the window instead of rendering with the address: the list loads while the page is drawn.
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
