/**
 * Keyboard shortcuts through one listener. Views register with `useShortcut`; the `?` dialog reads `useShortcutList`. Keys are written
 * `Mod+K`, `Shift+D`, `/`, `?`; `Mod` is Command on a Mac and Control elsewhere.
 */
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'

export type Shortcut = {
  keys: string
  /** Description in the `?` dialog. */
  label: string
  /** Section in the `?` dialog: 'Anywhere', 'This page'. */
  group: string
  /** Undefined: handled by the focused element. */
  run?: (event: KeyboardEvent) => void
  /** False: disabled. */
  isActive?: boolean
  /** Disabled while typing or in a dialog, as keys without Mod or Alt always are. */
  isPage?: boolean
  /** Works in open dialogs too. */
  isInDialogs?: boolean
  /** Registered by a dialog's content. */
  isOfDialog?: boolean
  /** Returns whether the shortcut has a target now; called on press and when listed. Must be stable. */
  isHere?: (() => boolean) | undefined
}

/** Listed, but handled by the focused element. */
export type ListedKey = Pick<Shortcut, 'keys' | 'label'>

/** Context value: true inside dialogs. */
export const InDialog = createContext(false)

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { code?: string }

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Returns whether a key press matches a chord. Shift counts only when required or for letters: `?` needs Shift on most keyboards. */
export function isChord(keys: string, press: KeyPress, mac = isMac): boolean {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  const wants = (name: string) => parts.includes(name)
  // With Shift, a digit key's character depends on the keyboard layout.
  const isKey =
    wants('Shift') && /^\d$/.test(key) ? press.code === `Digit${key}` : key.toLowerCase() === press.key.toLowerCase()
  if (!isKey) return false
  if (wants('Mod') !== (mac ? press.metaKey : press.ctrlKey)) return false
  if (mac ? press.ctrlKey : press.metaKey) return false
  if (wants('Alt') !== press.altKey) return false
  return wants('Shift') === press.shiftKey || (!wants('Shift') && key.length === 1 && !/[a-z]/i.test(key))
}

const NAMES: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  ' ': 'Space',
  Escape: 'Esc',
  Delete: 'Del',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}
const MAC_NAMES: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }

/** Formats a chord: ['⌘K'] on a Mac, 'Ctrl K' elsewhere. */
export const formatKeys = (keys: string, mac = isMac): string =>
  keys
    .split('+')
    .map((key) => (mac ? MAC_NAMES[key] : undefined) ?? NAMES[key] ?? key)
    .join(mac ? '' : ' ')

let listed: readonly Shortcut[] = []
const watchers = new Set<() => void>()
const change = (next: readonly Shortcut[]) => {
  listed = next
  watchers.forEach((notify) => notify())
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range])'))

const onKeyDown = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.isComposing) return
  // The latest registration wins, so that a page can override the shell.
  const found = listed.findLast(
    (shortcut) => shortcut.run !== undefined && isChord(shortcut.keys, event) && isThere(shortcut),
  )
  if (found?.run === undefined || (event.repeat && found.isHere === undefined)) return
  if (!isAnywhere(found) && (isTyping(event.target) || (isDialogOpen() && found.isInDialogs !== true))) return
  event.preventDefault()
  found.run(event)
}

const isAnywhere = ({ keys, isPage }: Shortcut): boolean => /Mod|Alt/.test(keys) && isPage !== true

export const isDialogOpen = (): boolean => document.querySelector('[data-modal]') !== null

/** Returns whether the shortcut is enabled. `isOverDialog`: a dialog is open, and page shortcuts are disabled. */
export const isListed = (shortcut: Shortcut, isOverDialog: boolean): boolean =>
  isThere(shortcut) &&
  (shortcut.isOfDialog === true
    ? isOverDialog
    : !isOverDialog || shortcut.isInDialogs === true || (shortcut.run !== undefined && isAnywhere(shortcut)))

const isThere = ({ isHere }: Shortcut): boolean => isHere === undefined || isHere()

const watch = (notify: () => void) => {
  watchers.add(notify)
  return () => watchers.delete(notify)
}

/** Registers a chord while mounted and `isActive` is not false. Plain keys are disabled while typing or in a dialog. */
export function useShortcut({ run, ...rest }: Shortcut & Required<Pick<Shortcut, 'run'>>) {
  useListed({ ...rest, run })
}

/** Lists keys that an element handles itself while focused. `keys` must be a stable array. */
export function useListedKeys(group: string, keys: readonly ListedKey[], isActive = true) {
  const isOfDialog = useContext(InDialog)
  useEffect(() => {
    if (!isActive) return undefined
    const mine = keys.map(({ keys: chord, label }): Shortcut => ({ keys: chord, label, group, isOfDialog }))
    change([...listed, ...mine])
    return () => change(listed.filter((other) => !mine.includes(other)))
  }, [group, keys, isActive, isOfDialog])
}

function useListed(given: Shortcut & Required<Pick<Shortcut, 'run'>>) {
  const { keys, label, group, run, isActive = true, isPage = false, isInDialogs = false, isHere } = given
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (!isActive) return undefined
    const mine: Shortcut = { keys, label, group, isPage, isInDialogs, isHere, run: (event) => latest.current(event) }
    // Registered once, however many components use it.
    document.addEventListener('keydown', onKeyDown)
    change([...listed, mine])
    return () => {
      change(listed.filter((other) => other !== mine))
      if (listed.length === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [keys, label, group, isActive, isPage, isInDialogs, isHere])
}

/** All registered shortcuts, oldest first. */
export const useShortcutList = (): readonly Shortcut[] => useSyncExternalStore(watch, () => listed)
