/** Toasts: `toast.success('Link copied to clipboard')`. Rendered by ToastRegion. */
import { useSyncExternalStore } from 'react'

export type ToastAction = { label: string; run: () => void }
/** An `offer` stays until it is accepted or dismissed. */
export type Toast = { id: number; kind: 'success' | 'error' | 'offer'; text: string; action: ToastAction | undefined }

const max = 4 // maximum on screen; the oldest is removed

let toasts: readonly Toast[] = []
let lastId = 0
const watchers = new Set<() => void>()
const change = (next: readonly Toast[]) => {
  toasts = next
  watchers.forEach((notify) => notify())
}

const add = (kind: Toast['kind'], text: string, action?: ToastAction): number => {
  lastId += 1
  // A repeated message restarts the toast.
  const others = toasts.filter((other) => other.text !== text)
  change([...others, { id: lastId, kind, text, action }].slice(-max))
  return lastId
}

/** Each returns the toast's id. `action` is an undo or a link to the result. */
export const toast = {
  success: (text: string, action?: ToastAction) => add('success', text, action),
  error: (text: string, action?: ToastAction) => add('error', text, action),
  /** Offers to restore something that would be lost, such as typed text. */
  offer: (text: string, action: ToastAction) => add('offer', text, action),
  dismiss: (id: number) => change(toasts.filter((other) => other.id !== id)),
  clear: () => change([]),
}

const watch = (notify: () => void) => {
  watchers.add(notify)
  return () => watchers.delete(notify)
}

export const readToasts = (): readonly Toast[] => toasts
export const useToasts = (): readonly Toast[] => useSyncExternalStore(watch, readToasts, readToasts)
