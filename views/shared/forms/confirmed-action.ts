import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise } from 'xstate'
import { confirmedAction } from '../../../machines/patterns/confirmed-action.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useLatest } from '../latest.ts'

/** State of a ConfirmDialog that is mounted while open: action, pending state and failure. `onDone` is called once on success. */
export function useConfirmedAction(perform: () => Promise<unknown>, onDone: () => void) {
  const latest = useLatest({ perform, onDone })
  const machine = useMemo(
    () =>
      confirmedAction([null]).provide({
        actors: { perform: fromPromise<unknown, { item: null }>(() => latest().perform()) },
        actions: { finish: () => latest().onDone() },
      }),
    [latest],
  )
  const [snapshot, send] = useMachine(machine)
  const refused = snapshot.context.refused[0]
  return {
    isPending: snapshot.matches('working'),
    failure: refused === undefined ? undefined : messageOf(refused.error),
    confirm: () => send({ type: snapshot.matches('failed') ? 'action/retry' : 'action/confirm' }),
  }
}
