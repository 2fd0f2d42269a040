import { useEffect } from 'react'
import { useLatest } from '../shared/latest.ts'

/** Closes a plan's dialog when the window becomes narrower than 600 px (PLANED-22). */
export function useWideOnly(isOpen: boolean, close: () => void): void {
  const latest = useLatest(close)
  useEffect(() => {
    if (!isOpen) return undefined
    const narrow = matchMedia('(max-width: 599.98px)')
    const changed = () => {
      if (narrow.matches) latest()()
    }
    narrow.addEventListener('change', changed)
    return () => narrow.removeEventListener('change', changed)
  }, [isOpen, latest])
}
