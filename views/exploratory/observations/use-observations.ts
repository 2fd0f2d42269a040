import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { fromPromise, type ActorRefFrom } from 'xstate'
import { TEXTS } from '../../../contract/texts.ts'
import { observationsMachine } from '../../../machines/exploratory/observations.machine.ts'
import type { Exploratory } from '../../../store/outbox/exploratory/sessions.ts'
import { useLatest } from '../../shared/latest.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { useDeleting } from './use-deleting.ts'

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
