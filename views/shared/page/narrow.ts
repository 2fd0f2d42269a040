import { useEffect, useSyncExternalStore } from 'react'
import { useLatest } from '../latest.ts'

const NARROW = '(max-width: 600px)'

const subscribe = (changed: () => void) => {
  const query = matchMedia(NARROW)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

const isNarrowNow = () => matchMedia(NARROW).matches

/** Whether the window is too narrow for wide lists. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrowNow, () => false)

/** Calls back when the window becomes narrow, for example to close a dialog (RUNED-16). */
export function useWhenNarrow(act: () => void): void {
  const isNarrow = useIsNarrow()
  const latest = useLatest(act)
  useEffect(() => {
    if (isNarrow) latest()()
  }, [isNarrow, latest])
}
