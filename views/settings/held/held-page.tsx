/** Shared by pages with unsaved lists: frame, bar, loading and error states, and the leave question. */
import type { ReactNode } from 'react'
import type { HeldEntry } from '../../../contract/settings/held-edits.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { HeldBar, type HeldBarProps } from './held-bar.tsx'
import { useHeld } from './use-held-editor.ts'
import styles from './held.module.css'
import type { HeldEditorRef } from '../../../machines/patterns/held-editor/held-editor.machine.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { changesOf } from './held-text.ts'

export interface HeldPageProps<Entry extends HeldEntry> extends HeldBarProps<Entry> {
  title: string
  /** Title when loading fails: 'Result statuses did not load'. */
  failedTitle: string
  /** Description of the empty list. */
  empty: ReactNode
  emptyTitle: string
  actions: ReactNode
  foot?: ReactNode
  /** Renders the loaded, non-empty list. */
  children: ReactNode
}

export function HeldPage<Entry extends HeldEntry>(props: HeldPageProps<Entry>) {
  const { editor, fieldLabel, onGo, title, failedTitle, empty, emptyTitle, actions, foot, children } = props
  const isLoading = useHeld(editor, (snapshot) => snapshot.matches('loading'))
  const isFailed = useHeld(editor, (snapshot) => snapshot.matches('failed'))
  const failure = useHeld(editor, ({ context }) => context.failure)
  const isHeld = useHeld(editor, ({ context }) => context.held > 0)
  const isEmpty = useHeld(editor, ({ context }) => context.rows.length === 0)
  return (
    <SettingsPage
      title={title}
      isHeld={isHeld}
      actions={isLoading || isFailed ? undefined : actions}
      foot={!isLoading && !isFailed && foot !== undefined && <p className={styles.foot}>{foot}</p>}
    >
      {isFailed ? (
        <ProblemState title={failedTitle} onRetry={() => editor.send({ type: 'held/retry' })}>
          {messageOf(failure)}
        </ProblemState>
      ) : isLoading ? (
        <div className={styles.list} aria-busy aria-label={title}>
          {Array.from({ length: 6 }, (_, i) => (
            <div key={i} className={styles.ghost}>
              <Skeleton width={12} height={12} />
              <Skeleton width={90 + ((i * 37) % 60)} height={20} />
              <Skeleton width={140 + ((i * 53) % 90)} />
            </div>
          ))}
        </div>
      ) : (
        <>
          <HeldBar {...{ editor, fieldLabel, onGo }} />
          {isEmpty ? (
            <EmptyState title={emptyTitle} actions={actions}>
              {empty}
            </EmptyState>
          ) : (
            <div data-held-list>{children}</div>
          )}
        </>
      )}
      <LeaveDialog editor={editor} />
    </SettingsPage>
  )
}

/** Asks when a page with unsaved changes is left. They are kept as a draft unless discarded. */
function LeaveDialog<Entry extends HeldEntry>({ editor }: { editor: HeldEditorRef<Entry> }) {
  const isAsked = useHeld(editor, (snapshot) => snapshot.matches({ ready: 'leaving' }))
  const held = useHeld(editor, ({ context }) => context.held)
  const isKept = useHeld(editor, ({ context }) => context.isKept)
  if (!isAsked) return null
  const stay = () => editor.send({ type: 'leave/stay' })
  return (
    <Dialog
      title={`Leave with ${changesOf(held)} not saved?`}
      role="alertdialog"
      onClose={stay}
      footer={
        <>
          <Button onClick={stay} data-autofocus>
            Stay
          </Button>
          <Button variant="danger" onClick={() => editor.send({ type: 'leave/discard' })}>
            Discard and leave
          </Button>
          <Button variant="primary" onClick={() => editor.send({ type: 'leave/keep' })}>
            Leave
          </Button>
        </>
      }
    >
      <p>
        {isKept
          ? 'They stay on this device. You can continue or discard them when you come back.'
          : 'This device is full. If you leave, they are lost.'}
      </p>
    </Dialog>
  )
}
