import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { HeldEntry, Key } from '../../../contract/settings/held-edits.ts'
import type { HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import type { Move } from '../../ui/sorting/sorting.ts'
import type { ToSettle } from './held-text.ts'

/** Shared by pages of unsaved lists: expanded entry, focus, and editing gestures. */
export function useHeldPage<Entry extends HeldEntry>(editor: HeldEditorRef<Entry>, blank: () => Entry) {
  const [openKey, setOpenKey] = useState<Key | null>(null)
  const [wanted, setWanted] = useState<{ key: Key; at: string } | null>(null)
  const room = useRef<HTMLDivElement>(null)

  // After the row has rendered.
  useEffect(() => {
    if (wanted === null) return
    const row = room.current?.querySelector(`[data-key="${CSS.escape(wanted.key)}"]`)
    const target = row?.querySelector<HTMLElement>(wanted.at)
    row?.scrollIntoView({ block: 'nearest' })
    target?.focus({ preventScroll: true })
  }, [wanted])

  const focus = useCallback((key: Key, at: string) => setWanted({ key, at }), [])
  const open = useCallback((key: Key, field = 'name') => {
    setOpenKey(key)
    setWanted({ key, at: `[name="${field}"]` })
  }, [])
  const close = useCallback((key: Key) => {
    setOpenKey(null)
    setWanted({ key, at: '[data-edit]' })
  }, [])
  const remove = useCallback(
    (key: Key) => {
      const { rows } = editor.getSnapshot().context
      const at = rows.findIndex((row) => row.key === key)
      const isNew = rows[at]?.marks.includes('added')
      const next = rows[at + 1] ?? rows[at - 1]
      editor.send({ type: 'entry/delete', key })
      setOpenKey((openKey) => (openKey === key ? null : openKey))
      if (!isNew) setWanted({ key, at: '[data-restore]' })
      else if (next) setWanted({ key: next.key, at: '[data-edit], [data-restore]' })
    },
    [editor],
  )
  const restore = useCallback(
    (key: Key) => {
      editor.send({ type: 'entry/restore', key })
      setWanted({ key, at: '[data-edit]' })
    },
    [editor],
  )
  const add = useCallback(() => {
    const key = `new:${crypto.randomUUID()}`
    const { rows } = editor.getSnapshot().context
    editor.send({ type: 'entry/add', key, entry: blank(), after: rows.at(-1)?.key ?? null })
    open(key)
  }, [editor, blank, open])
  const move = useCallback(({ id, after }: Move) => editor.send({ type: 'entry/move', key: id, after }), [editor])
  const go = useCallback(
    ({ key, field }: ToSettle) => {
      if (key === null) return
      if (field === null) focus(key, 'input[type="radio"]')
      else open(key, field)
    },
    [focus, open],
  )
  const wantedKey = wanted?.key
  const pinned = useMemo(() => [openKey, wantedKey], [openKey, wantedKey])
  return { openKey, pinned, room, focus, open, close, remove, restore, add, move, go }
}
