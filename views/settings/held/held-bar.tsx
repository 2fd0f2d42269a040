/** Bar of unsaved changes: count, undo, redo, discard, save. Sticky while the list scrolls. */
import { Redo2, TriangleAlert, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useMemo } from 'react'
import type { HeldEntry } from '../../../contract/settings/held-edits.ts'
import type { HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useListedKeys } from '../../ui/controls/shortcuts.ts'
import { changesOf, toSettle, textOf, type ToSettle } from './held-text.ts'
import { useHeld } from './use-held-editor.ts'
import styles from './held.module.css'

export interface HeldBarProps<Entry extends HeldEntry> {
  editor: HeldEditorRef<Entry>
  /** 'the name', 'an alias': precedes 'of Retest'. */
  fieldLabel: (field: string) => string
  /** Scrolls to the conflict (`field` null), or focuses the field. */
  onGo: (target: ToSettle) => void
}

export function HeldBar<Entry extends HeldEntry>({ editor, fieldLabel, onGo }: HeldBarProps<Entry>) {
  const held = useHeld(editor, ({ context }) => context.held)
  const history = useHeld(editor, ({ context }) => context.history)
  const isKept = useHeld(editor, ({ context }) => context.isKept)
  const isSaving = useHeld(editor, (snapshot) => snapshot.matches({ ready: 'saving' }))
  const isOffered = useHeld(editor, (snapshot) => snapshot.matches({ ready: { open: 'offered' } }))
  const draftAt = useHeld(editor, ({ context }) => context.draftAt)
  const failure = useHeld(editor, ({ context }) => context.failure)
  const open = useToSettle(editor, fieldLabel)
  useEmitted(editor, {
    'held/blocked': () => {
      const [first] = toSettle(editor.getSnapshot().context, fieldLabel)
      if (first) onGo(first)
    },
  })
  useUndoKeys(editor)
  const sentEdits = useHeld(editor, (snapshot) =>
    snapshot.matches({ ready: 'saving' }) ? snapshot.context.sentEdits : 0,
  )
  // Edits that are being saved cannot be called back.
  const undone = history.edits.slice(sentEdits).at(-1)
  const redone = history.undone[0]
  const isThere = history.edits.length > 0 || redone !== undefined
  return (
    <>
      {isThere && (
        <section className={styles.bar} aria-label="Changes not saved">
          <output className={styles.count}>
            <span className={styles.dot} aria-hidden />
            <strong>{held === 0 ? 'No changes' : `${changesOf(held)} not saved`}</strong>
            <span className={styles.where} data-alone={!isKept || undefined}>
              {!isKept ? (
                'Kept only in this tab: this device is full'
              ) : isOffered && draftAt !== null ? (
                <>
                  From your last visit, <RelativeTime at={draftAt} />
                </>
              ) : held === 0 ? null : (
                'Kept on this device until you save or discard'
              )}
            </span>
          </output>
          <div className={styles.actions}>
            {isOffered ? (
              <Button size="sm" onClick={() => editor.send({ type: 'draft/go-on' })}>
                Continue
              </Button>
            ) : (
              <span className={styles.steps}>
                <IconButton
                  size="sm"
                  variant="secondary"
                  label={undone ? `Undo: ${textOf(undone)}` : 'Undo'}
                  keys="Ctrl Z"
                  aria-disabled={undone === undefined || undefined}
                  onClick={() => editor.send({ type: 'edit/undo' })}
                >
                  <Undo2 aria-hidden />
                </IconButton>
                <IconButton
                  size="sm"
                  variant="secondary"
                  label={redone ? `Redo: ${textOf(redone)}` : 'Redo'}
                  keys="Ctrl Shift Z"
                  aria-disabled={redone === undefined || undefined}
                  onClick={() => editor.send({ type: 'edit/redo' })}
                >
                  <Redo2 aria-hidden />
                </IconButton>
              </span>
            )}
            <Button
              size="sm"
              variant="quiet"
              aria-disabled={isSaving || undefined}
              title={isSaving ? 'The changes are being saved' : undefined}
              onClick={() => editor.send({ type: 'draft/discard' })}
            >
              Discard
            </Button>
            <Button
              size="sm"
              variant="primary"
              isPending={isSaving}
              aria-disabled={held === 0 || open.length > 0 || undefined}
              title={open.length > 0 ? 'Fix the problems first' : undefined}
              onClick={() => editor.send({ type: 'draft/save' })}
            >
              {held === 0 ? 'Save' : `Save ${changesOf(held)}`}
            </Button>
          </div>
        </section>
      )}
      <InlineProblem>{failure !== null && !isSaving && messageOf(failure)}</InlineProblem>
      {isThere && open.length > 0 && <ToSettleLine open={open} onGo={onGo} />}
    </>
  )
}

/** Maximum number of listed problems; the rest are counted. */
const NAMED = 4

function ToSettleLine({ open, onGo }: { open: readonly ToSettle[]; onGo: (target: ToSettle) => void }) {
  const named = open.slice(0, NAMED)
  const more = open.length - named.length
  return (
    <p className={styles.settle}>
      <TriangleAlert aria-hidden />
      <span>
        <b>
          {open.length === 1 ? '1 problem to fix before saving: ' : `${open.length} problems to fix before saving: `}
        </b>
        {named.map((one, i) => (
          <span key={`${one.key} ${one.field}`}>
            {i > 0 && (more === 0 && i === named.length - 1 ? ' and ' : ', ')}
            {one.key === null ? (
              one.words
            ) : (
              <button type="button" onClick={() => onGo(one)}>
                {one.words}
              </button>
            )}
          </span>
        ))}
        {more > 0 && ` and ${more} more`}.
      </span>
    </p>
  )
}

const useToSettle = <Entry extends HeldEntry>(
  editor: HeldEditorRef<Entry>,
  fieldLabel: (field: string) => string,
): ToSettle[] => {
  const rows = useHeld(editor, ({ context }) => context.rows)
  const conflicts = useHeld(editor, ({ context }) => context.conflicts)
  const faults = useHeld(editor, ({ context }) => context.faults)
  const listFaults = useHeld(editor, ({ context }) => context.listFaults)
  const left = useHeld(editor, ({ context }) => context.left)
  const isAttempted = useHeld(editor, ({ context }) => context.isAttempted)
  return useMemo(
    () => toSettle({ rows, conflicts, faults, listFaults, left, isAttempted }, fieldLabel),
    [rows, conflicts, faults, listFaults, left, isAttempted, fieldLabel],
  )
}

const UNDO_KEYS = [
  { keys: 'Mod+Z', label: 'Undo the last edit' },
  { keys: 'Mod+Shift+Z', label: 'Redo it' },
]

/** Each key typed is an edit, so undo keys work in the list's fields; other fields keep their own undo. */
function useUndoKeys<Entry extends HeldEntry>(editor: HeldEditorRef<Entry>): void {
  useListedKeys('This page', UNDO_KEYS)
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      const isStep = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z'
      const { target } = event
      if (!isStep || !(target instanceof HTMLElement) || target.closest('[data-modal]') !== null) return
      const isField = target.matches('input, textarea, select') || target.isContentEditable
      if (isField && target.closest('[data-held-list]') === null) return
      event.preventDefault()
      editor.send({ type: event.shiftKey ? 'edit/redo' : 'edit/undo' })
    },
    [editor],
  )
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onKey])
}
