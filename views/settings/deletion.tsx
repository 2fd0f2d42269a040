import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { fromPromise } from 'xstate'
import { confirmedAction } from '../../machines/patterns/confirmed-action.machine.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useLatest } from '../shared/latest.ts'
import { useEmitted } from '../shared/use-emitted.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toasts.ts'

export interface Deletion<Item> {
  perform: (item: Item) => Promise<unknown>
  /** `action` is the verb with its object, as in "Delete group": the question and its button begin with it. */
  words: (item: Item) => { title: string; action: string; about: ReactNode; done: string }
  onDeleted: (item: Item) => void
  /** Where a keyboard goes on, for the button that was pressed may be gone with the thing. */
  focusAfter?: () => HTMLElement | null | undefined
}

/** Asks before one thing of the settings is deleted. Draw `dialog`; `ask` opens it. */
export function useDeletion<Item>(deletion: Deletion<Item>) {
  // The machine calls back to the newest drawing's words and calls.
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
  // After the dialog is gone, which gives the focus back to what opened it: that goes as well, now or with the next load.
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
