/** Loads the code of menus, popovers and tooltips with the first one that opens, or ahead, when its button is hovered. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type * as parts from './overlays.ts'
import { toast } from '../toasts/toasts.ts'

type Overlays = typeof parts

let overlays: Overlays | null = null
let isLoading = false
const watchers = new Set<() => void>()

/** Does nothing when loaded or loading. The next press retries a failure, where the browser does: Chromium only after a reload. */
export async function loadOverlays(): Promise<void> {
  if (overlays !== null || isLoading) return
  isLoading = true
  try {
    overlays = await import('./overlays.ts')
    watchers.forEach((notify) => notify())
  } finally {
    isLoading = false
  }
}

/** The most likely reason is an update of the server: the code that this page asks for is no longer there. */
export const toastNotOpened = (): void => {
  toast.error('This could not be opened. Check the connection and reload the page.', {
    label: 'Reload',
    run: () => location.reload(),
  })
}

const watch = (notify: () => void) => {
  watchers.add(notify)
  return () => watchers.delete(notify)
}

/** Null while loading: for components that are rendered only while open. `onFailure`: the code did not load. */
export function useOverlays(onFailure?: () => void): Overlays | null {
  const loaded = useSyncExternalStore(
    watch,
    () => overlays,
    () => null,
  )
  const fail = useEffectEvent(() => {
    toastNotOpened()
    onFailure?.()
  })
  useEffect(() => {
    loadOverlays().catch(fail)
  }, [])
  return loaded
}

/** Like `useOverlays`, for what Escape closes: Escape before the code has loaded cancels it, and code that does not load closes it. */
export function useOverlay(onClose: () => void): Overlays | null {
  const overlays = useOverlays(onClose)
  useEscape(overlays === null, onClose)
  return overlays
}

/** While waiting, Escape reaches nothing else on the page. */
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

/** Replaces a dialog while its code loads (`Later`): Escape cancels it. */
export function Coming({ onClose }: { onClose: () => void }) {
  useEscape(true, onClose)
  return null
}
