import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { optimistic } from '../../../machines/patterns/optimistic/optimistic.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { useLatest } from '../latest.ts'
import { useEmitted } from '../use-emitted.ts'

interface OptimisticOptions<Source, Value> {
  /** The server's value. A new object replaces the optimistic one even when it is equal, which may be stale. */
  source: Source
  read: (source: Source) => Value
  /** `saved`: the value that the server confirmed. Side effects for others belong here: the save finishes even after an unmount. */
  save: (value: Value, saved: Value) => Promise<unknown>
  onSaved?: (value: Value) => void
  onReverted?: () => void
}

/** Optimistic update: shows a value immediately and saves it; a rejection reverts it with a toast, even after an unmount. */
export function useOptimistic<Source, Value>({ source, ...options }: OptimisticOptions<Source, Value>) {
  const latest = useLatest(options)
  const machine = useMemo(
    () =>
      optimistic<Value>().provide({
        actors: {
          save: fromPromise<unknown, { value: Value; saved: Value }>(async ({ input, signal }) => {
            try {
              await latest().save(input.value, input.saved)
            } catch (error) {
              if (signal.aborted) toast.error(messageOf(error))
              throw error
            }
          }),
        },
      }),
    [latest],
  )
  const [snapshot, send, actor] = useMachine(machine, { input: { value: options.read(source) } })
  useEmitted(actor, {
    'value/saved': (event) => options.onSaved?.(event.value),
    'value/reverted': ({ error }) => {
      toast.error(messageOf(error))
      options.onReverted?.()
    },
  })
  useEffect(() => send({ type: 'value/received', value: latest().read(source) }), [source, send, latest])
  return {
    shown: snapshot.context.shown,
    isSaving: snapshot.matches('saving'),
    set: (next: Value) => send({ type: 'value/set', value: next }),
  }
}
