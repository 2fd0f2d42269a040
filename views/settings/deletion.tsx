import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { fromPromise } from 'xstate'
import { confirmedAction } from '../../machines/patterns/confirmed-action.machine.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useLatest } from '../shared/latest.ts'
import { useEmitted } from '../shared/use-emitted.ts'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { toast } from '../ui/toasts/toasts.ts'

export interface Deletion<Item> {
  perform: (item: Item) => Promise<unknown>
  /** `action`: verb with object, as in "Delete group"; starts the question and labels the button. */
  words: (item: Item) => { title: string; action: string; about: ReactNode; done: string }
  onDeleted: (item: Item) => void
  /** Focus target after deletion, because the pressed button may be gone. */
  focusAfter?: () => HTMLElement | null | undefined
}

/** Confirms a deletion. Render `dialog`; `ask` opens it. */
export function useDeletion<Item>(deletion: Deletion<Item>) {
  // The machine calls the latest render's callbacks.
  const latest = useLatest(deletion)
  const [machine] = useState(() => {
    const perform = fromPromise<unknown, { item: Item }>(({ input }) => latest().perform(input.item))
    return confirmedAction<Item>().provide({ actors: { perform } })
  })
  const [snapshot, send, action] = useMachine(machine)
  const isDeleted = useRef(false)
  useEmitted(action, {
    'action/finished': ({ done }) => {
      for (const item of done) {
        toast.success(deletion.words(item).done)
        deletion.onDeleted(item)
        isDeleted.current = true
      }
    },
  })
  const item = snapshot.context.items[0]
  const failure = snapshot.context.refused[0]?.error
  const isOpen = item !== undefined && !snapshot.matches('idle') && !snapshot.matches('done')
  // After the dialog has closed and restored focus to its opener, which unmounts now or with the next load.
  useEffect(() => {
    if (isOpen || !isDeleted.current) return
    isDeleted.current = false
    deletion.focusAfter?.()?.focus()
  })
  const words = isOpen ? deletion.words(item) : null
  return {
    ask: (wanted: Item) => send({ type: 'action/ask', items: [wanted] }),
    dialog: words && (
      <ConfirmDialog
        title={words.title}
        confirmLabel={words.action}
        isPending={snapshot.matches('working')}
        failure={failure === undefined ? undefined : messageOf(failure)}
        onConfirm={() => send({ type: snapshot.matches('failed') ? 'action/retry' : 'action/confirm' })}
        onClose={() => send({ type: snapshot.matches('failed') ? 'action/dismiss' : 'action/cancel' })}
      >
        {words.about}
      </ConfirmDialog>
    ),
  }
}
