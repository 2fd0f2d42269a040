import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { singleAction } from '../../../machines/patterns/single-action.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { useLatest } from '../latest.ts'
import { useEmitted } from '../use-emitted.ts'

interface SingleActionOptions<Item, Result> {
  perform: (item: Item) => Promise<Result>
  onDone: (item: Item, result: Result) => void
  /** By default a toast shows the failure. */
  onRefused?: (item: Item, error: unknown) => void
}

/** An action without confirmation. `item` is the pending one; null when idle. */
export function useSingleAction<Item, Result>(options: SingleActionOptions<Item, Result>) {
  const latest = useLatest(options)
  const machine = useMemo(
    () =>
      singleAction<Item, Result>().provide({
        actors: {
          perform: fromPromise<{ result: Result }, { item: Item }>(async ({ input }) => ({
            result: await latest().perform(input.item),
          })),
        },
      }),
    [latest],
  )
  const [snapshot, send, actor] = useMachine(machine)
  useEmitted(actor, {
    'action/done': ({ item, result }) => options.onDone(item, result),
    'action/refused': ({ item, error }) => {
      const { onRefused = () => toast.error(messageOf(error)) } = options
      onRefused(item, error)
    },
  })
  return {
    item: snapshot.context.item,
    isRunning: snapshot.matches('working'),
    start: (item: Item) => send({ type: 'action/start', item }),
  }
}
