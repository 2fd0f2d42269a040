import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLatest } from './latest.ts'

/**
 * Does what an address asks for with a word of its search (`?create`), once `isReady`. The word is taken out of the address, so that a
 * reload or Back does not ask again.
 */
export function useAddressAsk(word: string, run: () => void, isReady = true): void {
  const search = useSearch()
  const [location, navigate] = useLocation()
  const isPending = useRef(false)
  const latest = useLatest({ run, navigate })
  useEffect(() => {
    const rest = new URLSearchParams(search)
    if (rest.has(word)) {
      rest.delete(word)
      isPending.current = true
      latest().navigate(rest.size === 0 ? location : `${location}?${rest.toString()}`, { replace: true })
    }
    if (!isPending.current || !isReady) return
    isPending.current = false
    latest().run()
  }, [search, word, location, isReady, latest])
}
