/** Menus, popovers and tooltips come with the first one that opens, or a moment before: with what points at a button that opens one. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type * as parts from './overlays.ts'
import { toast } from './toasts.ts'

type Overlays = typeof parts

let overlays: Overlays | null = null
let isLoading = false
const watchers = new Set<() => void>()

/** Does nothing where they are there or on their way; a failure is forgotten, so that the next press tries again. */
export async function loadOverlays(): Promise<void> {
  if (overlays !== null || isLoading) return
  isLoading = true
  try {
    overlays = await import('./overlays.ts')
    watchers.forEach((tell) => tell())
  } finally {
    isLoading = false
  }
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** Null until they have come: for components that are drawn only while they are open. */
export function useOverlays(): Overlays | null {
  const loaded = useSyncExternalStore(
    watch,
    () => overlays,
    () => null,
  )
  useEffect(() => {
    loadOverlays().catch(() => toast.error('This could not be opened. Check the connection and try again.'))
  }, [])
  return loaded
}

/** Like `useOverlays`, for what Escape closes: pressed before the code has come, it closes it, too. */
export function useOverlay(onClose: () => void): Overlays | null {
  const overlays = useOverlays()
  useEscape(overlays === null, onClose)
  return overlays
}

/** While it waits, Escape is taken from everything else on the page. */
function useEscape(isWaiting: boolean, onEscape: () => void) {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isWaiting) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      escape()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [isWaiting])
}

/** The fallback of a `Suspense` around a dialog whose code comes with its first use: Escape calls it off. */
export function Coming({ onClose }: { onClose: () => void }) {
  useEscape(true, onClose)
  return null
}
