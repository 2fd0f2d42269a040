/** Short news about something that has happened, from anywhere: `toast.success('Link copied to clipboard')`. Drawn by ToastRegion. */
import { useSyncExternalStore } from 'react'

export type ToastAction = { label: string; run: () => void }
/** An `offer` stays until it is taken or dismissed. */
export type Toast = { id: number; kind: 'success' | 'error' | 'offer'; text: string; action: ToastAction | undefined }

const most = 4 // shown at once; the oldest makes room

let toasts: readonly Toast[] = []
let lastId = 0
const watchers = new Set<() => void>()
const change = (next: readonly Toast[]) => {
  toasts = next
  watchers.forEach((tell) => tell())
}

const add = (kind: Toast['kind'], text: string, action?: ToastAction): number => {
  lastId += 1
  // The same news twice is one toast that starts anew.
  const others = toasts.filter((other) => other.text !== text)
  change([...others, { id: lastId, kind, text, action }].slice(-most))
  return lastId
}

/** Each gives the toast's id. An `action` is an undo or a way to see the result. */
export const toast = {
  success: (text: string, action?: ToastAction) => add('success', text, action),
  error: (text: string, action?: ToastAction) => add('error', text, action),
  /** Of what would be lost otherwise, such as a text that somebody typed. */
  offer: (text: string, action: ToastAction) => add('offer', text, action),
  dismiss: (id: number) => change(toasts.filter((other) => other.id !== id)),
  clear: () => change([]),
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

export const readToasts = (): readonly Toast[] => toasts
export const useToasts = (): readonly Toast[] => useSyncExternalStore(watch, readToasts, readToasts)
