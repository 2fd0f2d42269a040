import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import { closing, type ClosingEvent, type ClosingOutcome } from '../../../machines/patterns/closing.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication } from '../../application/context.tsx'
import { useLatest } from '../latest.ts'
import { useEmitted } from '../use-emitted.ts'

interface ClosingOptions<Item, Skipped> {
  /** One call for all items. */
  close: (items: readonly Item[]) => Promise<ClosingOutcome<Skipped>>
  /** Called afterwards: notify the reader and reload the page. */
  onDone: (outcome: ClosingOutcome<Skipped>) => void
}

/**
 * Closes test runs or plans permanently. `ask` starts; render a `ConfirmDialog` while `items` is set and `outcome` is null, and the list of
 * skipped ones while `outcome` is set.
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
    /** Reason why nothing can be closed, for the disabled command; null if something can. */
    whyNot,
    /** Items to confirm or being closed; null when idle. */
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
