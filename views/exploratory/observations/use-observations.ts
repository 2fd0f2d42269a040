import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { TEXTS } from '../../../contract/texts.ts'
import { observationsMachine } from '../../../machines/exploratory/observations.machine.ts'
import type { Exploratory } from '../../../store/outbox/exploratory/sessions.ts'
import { useLatest } from '../../shared/latest.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { writtenOf } from '../../../contract/exploratory/observations.ts'
import { observationsOf } from '../../../store/projections/exploratory-rows.ts'
import { drop } from '../../../store/outbox/outbox-decisions.ts'
import { useLog } from '../../application/log/log.ts'
import { useDo } from '../use-local.ts'

export type ObservationsRef = ActorRefFrom<typeof observationsMachine>

/** Selection, editing and deletion of a session's observations. */
export function useObservations(sessionId: string, known: Exploratory): ObservationsRef {
  const latest = useLatest(useDeleting(sessionId, known))
  const machine = useMemo(
    () =>
      observationsMachine.provide({
        actors: {
          remove: fromPromise<void, { ids: readonly string[] }>(({ input }) => latest()(input.ids)),
        },
      }),
    [latest],
  )
  const actor = useActorRef(machine)
  useEmitted(actor, {
    'observations/deleted': () => void toast.success(TEXTS.observationsDeleted),
  })
  return actor
}

/** Deletes observations: unsent ones on this device, others by command. */
function useDeleting(sessionId: string, { state, observations }: Exploratory) {
  const log = useLog()
  const carryOut = useDo()
  return async (ids: readonly string[]): Promise<void> => {
    const isRefused = (id: string) =>
      state.commands.some(
        ({ command, refusal }) =>
          refusal !== null && command.type === 'observation/create' && command.observationId === id,
      )
    const here = ids.filter(isRefused)
    const there = ids.filter((id) => !isRefused(id))
    const about = (id: string) =>
      state.commands.flatMap(({ key, command }) => (observationsOf(command).join() === id ? [key] : []))
    if (here.length > 0) await drop(log, here.flatMap(about))
    // Also discards their rejected changes.
    const pending = there.flatMap((id) =>
      state.commands.flatMap(({ key, command, refusal }) =>
        refusal !== null && observationsOf(command).join() === id ? [key] : [],
      ),
    )
    if (pending.length > 0) await drop(log, pending)
    // One command each: a collision with one does not block the others.
    const deletions = there.map((id) => {
      const shown = observations.find(({ observation }) => observation.id === id)
      return {
        type: 'observations/delete' as const,
        sessionId,
        observationIds: [id],
        ...(shown ? { expected: { [id]: writtenOf(shown.observation) } } : {}),
      }
    })
    if (deletions.length > 0) await carryOut(deletions)
  }
}
