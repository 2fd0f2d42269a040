import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { optimistic } from '../../../machines/patterns/optimistic/optimistic.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { toast } from '../../ui/toasts.ts'
import { useLatest } from '../latest.ts'
import { useEmitted } from '../use-emitted.ts'

interface OptimisticOptions<Source, Value> {
  /** What the server gave. A new one is read again, also when its value is the same: the one that was set may be out of date. */
  source: Source
  read: (source: Source) => Value
  /** `saved`: the value that the server is known to have. What others need to know of the save belongs here: it runs to its end without the view. */
  save: (value: Value, saved: Value) => Promise<unknown>
  onSaved?: (value: Value) => void
  onReverted?: () => void
}

/** A value that is shown as soon as it is set and saved at once; a refusal reverts it and is shown as a toast, also when the view has gone. */
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
