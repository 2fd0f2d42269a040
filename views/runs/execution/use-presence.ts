/** Who else is in the run, and on which case. */
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { fromPromise } from 'xstate'
import { tellPresence, type PresentPerson } from '../../../contract/runs/presence.ts'
import { presence, type ToldPresence } from '../../../machines/runs/presence.machine.ts'
import { useApplication, useProject } from '../../boot/context.tsx'

export function usePresence(runId: number, caseId: number | null): readonly PresentPerson[] {
  const { send } = useApplication()
  const { key } = useProject()
  const machine = useMemo(
    () =>
      presence.provide({
        actors: {
          tell: fromPromise<ToldPresence, { caseId: number | null; isLeaving: boolean }>(async ({ input }) => ({
            people: (await send(tellPresence, { params: { projectKey: key, runId }, body: input })).items,
          })),
        },
      }),
    [send, key, runId],
  )
  const actor = useActorRef(machine, { input: { caseId } })
  useEffect(() => actor.send({ type: 'case/opened', caseId }), [actor, caseId])
  useEffect(() => {
    const tell = () => actor.send({ type: document.hidden ? 'tab/hidden' : 'tab/shown' })
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [actor])
  return useSelector(actor, ({ context }) => context.people)
}
