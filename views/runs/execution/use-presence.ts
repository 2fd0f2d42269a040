/** Other people in the run, and the cases that they have open. */
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import { reportPresence, type PresentPerson } from '../../../contract/runs/presence.ts'
import { presence, type PresenceEvent, type ReportedPresence } from '../../../machines/runs/presence.machine.ts'
import { useApplication, useProject } from '../../boot/context.tsx'
import { onAddressChange } from '../../shared/address-changes.ts'
import type { ExecutionRef } from './use-execution.ts'
import { openKeyIn } from './use-execution-view.ts'

export function usePresence(runId: number, execution: ExecutionRef): readonly PresentPerson[] {
  const { send } = useApplication()
  const { key } = useProject()
  const machine = useMemo(
    () =>
      presence.provide({
        actors: {
          report: fromPromise<ReportedPresence, { caseId: number | null; isLeaving: boolean }>(async ({ input }) => ({
            people: (await send(reportPresence, { params: { projectKey: key, runId }, body: input })).items,
          })),
          place: fromCallback<PresenceEvent>(({ sendBack }) => {
            const look = () => sendBack({ type: 'case/opened', caseId: openCaseOf(execution) })
            const changes = execution.subscribe(look)
            const end = onAddressChange(look)
            return () => {
              changes.unsubscribe()
              end()
            }
          }),
          tab: fromCallback<PresenceEvent>(({ sendBack }) => {
            const look = () => sendBack({ type: document.hidden ? 'tab/hidden' : 'tab/shown' })
            document.addEventListener('visibilitychange', look)
            return () => document.removeEventListener('visibilitychange', look)
          }),
        },
      }),
    [send, key, runId, execution],
  )
  const actor = useActorRef(machine, { input: { caseId: openCaseOf(execution) } })
  return useSelector(actor, ({ context }) => context.people)
}

/** The case of the address; null if the run has none of that key. */
const openCaseOf = (execution: ExecutionRef): number | null => {
  const key = openKeyIn(window.location.search)
  return execution.getSnapshot().context.rows.list.find((row) => row.key === key)?.caseId ?? null
}
