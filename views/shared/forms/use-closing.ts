import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import { closing, type ClosingEvent, type ClosingOutcome } from '../../../machines/patterns/closing.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication } from '../../boot/context.tsx'
import { useLatest } from '../latest.ts'
import { useEmitted } from '../use-emitted.ts'

interface ClosingOptions<Item, Skipped> {
  /** One call for all of them. */
  close: (items: readonly Item[]) => Promise<ClosingOutcome<Skipped>>
  /** Tell the reader, and read anew what is shown. */
  onDone: (outcome: ClosingOutcome<Skipped>) => void
}

/**
 * Closes test runs or plans for good. `ask` begins; draw a `ConfirmDialog` while `items` is not null and `outcome` is, and an account of
 * what was skipped while `outcome` is not null.
 */
export function useClosing<Item, Skipped = never>(options: ClosingOptions<Item, Skipped>) {
  const latest = useLatest(options)
  const { connection$ } = useApplication()
  const machine = useMemo(
    () =>
      closing<Item, Skipped>().provide({
        actors: {
          close: fromPromise<ClosingOutcome<Skipped>, { items: readonly Item[] }>(({ input }) =>
            latest().close(input.items),
          ),
          network: fromCallback<ClosingEvent<Item>>(({ sendBack }) => {
            const changes = connection$.subscribe((state) =>
              sendBack({ type: 'network/changed', isOnline: state !== 'offline' }),
            )
            return () => changes.unsubscribe()
          }),
        },
      }),
    [latest, connection$],
  )
  const [snapshot, send, actor] = useMachine(machine, { input: { isOnline: true } })
  useEmitted(actor, {
    'closing/done': ({ outcome }) => options.onDone(outcome),
  })
  const { items, outcome, failure, isOnline } = snapshot.context
  const whyNot = isOnline ? null : 'Closing needs a network connection'
  return {
    /** Why nothing can be closed now, for the command that is disabled with it; null where it can. */
    whyNot,
    /** What is asked about, or being closed; null where nothing is. */
    items: items.length === 0 ? null : items,
    outcome,
    isPending: snapshot.matches('closing'),
    failure: whyNot ?? (snapshot.matches('failed') ? messageOf(failure) : undefined),
    ask: (wanted: readonly Item[]) => send({ type: 'closing/ask', items: wanted }),
    confirm: () => send({ type: snapshot.matches('failed') ? 'closing/retry' : 'closing/confirm' }),
    cancel: () => send({ type: 'closing/cancel' }),
    dismiss: () => send({ type: 'closing/dismiss' }),
  }
}
