import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { closing, type ClosingOutcome } from '../../../machines/patterns/closing.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useStream } from '../../boot/context.tsx'
import { useLatest } from '../latest.ts'
import { useEmitted } from '../use-emitted.ts'

interface ClosingOptions<Item, Skipped> {
  /** One call for all of them. */
  close: (items: readonly Item[]) => Promise<ClosingOutcome<Skipped>>
  /** Tell the reader, and read anew what is shown. */
  onDone: (outcome: ClosingOutcome<Skipped>) => void
}

/** Why nothing can be closed now; null where it can. */
const useWhyNotClosed = (): string | null => {
  const { connection$ } = useApplication()
  return useStream(connection$, 'online') === 'offline' ? 'Closing needs a network connection' : null
}

/**
 * Closes test runs or plans for good. `ask` begins; draw a `ConfirmDialog` while `items` is not null and `outcome` is, and an account of
 * what was skipped while `outcome` is not null.
 */
export function useClosing<Item, Skipped = never>(options: ClosingOptions<Item, Skipped>) {
  const latest = useLatest(options)
  const whyNot = useWhyNotClosed()
  const machine = useMemo(
    () =>
      closing<Item, Skipped>().provide({
        actors: {
          close: fromPromise<ClosingOutcome<Skipped>, { items: readonly Item[] }>(({ input }) =>
            latest().close(input.items),
          ),
        },
      }),
    [latest],
  )
  const isOnline = whyNot === null
  const [snapshot, send, actor] = useMachine(machine, { input: { isOnline } })
  useEffect(() => send({ type: 'network/changed', isOnline }), [send, isOnline])
  useEmitted(actor, {
    'closing/done': ({ outcome }) => options.onDone(outcome),
  })
  const { items, outcome, failure } = snapshot.context
  return {
    /** Why nothing can be closed now, for the command that is disabled with it; null where it can. */
    whyNot,
    /** What is asked about, or being closed; null where nothing is. */
    items: items.length === 0 ? null : items,
    outcome,
    isPending: snapshot.matches('closing'),
    failure: snapshot.matches('failed') ? messageOf(failure) : (whyNot ?? undefined),
    ask: (wanted: readonly Item[]) => send({ type: 'closing/ask', items: wanted }),
    confirm: () => send({ type: snapshot.matches('failed') ? 'closing/retry' : 'closing/confirm' }),
    cancel: () => send({ type: 'closing/cancel' }),
    dismiss: () => send({ type: 'closing/dismiss' }),
  }
}
