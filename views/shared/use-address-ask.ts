import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLatest } from './latest.ts'

/**
 * Runs an action requested by the address (`?create`) once `isReady`, and removes the parameter, so that a reload or Back does not repeat
 * it.
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
