/** Other users in the run, and the cases that they have open. The next case is one where nobody is. */
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { fromCallback, fromPromise } from 'xstate'
import { reportPresence, type PresentUser } from '../../../contract/runs/presence.ts'
import {
  presence,
  type PresenceEvent,
  type PresenceReport,
  type ReportedPresence,
} from '../../../machines/runs/presence.machine.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { onAddressChange } from '../../shared/address-changes.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import type { ExecutionRef } from './use-execution.ts'
import { openKeyIn } from './use-execution-view.ts'

export interface Presence {
  people: readonly PresentUser[]
  /** Opens one of these cases, the first ones preferably. */
  openOneOf: (caseIds: readonly number[]) => void
}

export function usePresence(runId: number, execution: ExecutionRef, open: (caseId: number) => void): Presence {
  const { send } = useApplication()
  const { key } = useProject()
  const machine = useMemo(
    () =>
      presence.provide({
        actors: {
          report: fromPromise<ReportedPresence, PresenceReport>(async ({ input }) => {
            const body = { ...input, oneOf: [...input.oneOf] }
            const { items, caseId } = await send(reportPresence, { params: { projectKey: key, runId }, body })
            return { people: items, caseId }
          }),
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
  useEmitted(actor, { 'next/chosen': ({ caseId }) => open(caseId) })
  return {
    people: useSelector(actor, ({ context }) => context.people),
    openOneOf: (caseIds) => actor.send({ type: 'next/wanted', caseIds }),
  }
}

/** The case of the address; null if the run has none of that key. */
const openCaseOf = (execution: ExecutionRef): number | null => {
  const key = openKeyIn(window.location.search)
  return execution.getSnapshot().context.rows.list.find((row) => row.key === key)?.caseId ?? null
}
