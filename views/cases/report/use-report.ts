/** Machine of the report, connected to the browser's print events. */
import { useActorRef } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { fromPromise, type ActorRefFrom } from 'xstate'
import { selectTestCases } from '../../../contract/cases/operations.ts'
import { exportTestRepository } from '../../../contract/cases/report.ts'
import {
  caseReport,
  type OrderedIds,
  type PreparedReport,
  type ReportPart,
} from '../../../machines/cases/case-report.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import type { Send } from '../../../services/http/http.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useEmitted } from '../../shared/use-emitted.ts'
import { keepForReport } from './kept-report.ts'
import { recallReportHabits, rememberReportHabits } from './report-habits.ts'

export type ReportRef = ActorRefFrom<typeof caseReport>

export function useReport(ids: readonly number[]): ReportRef {
  const { id, key } = useProject()
  const { send } = useApplication()
  const machine = useMemo(() => reportIn(send, { id, key }), [send, id, key])
  const report = useActorRef(machine, { input: { ids, habits: recallReportHabits(id) } })
  useEmitted(report, {
    'habits/changed': ({ habits }) => rememberReportHabits(id, habits),
    'ids/changed': (changed) => keepForReport({ projectKey: key, ids: changed.ids }),
    'report/stayed': ({ error }) => toast.error(messageOf(error)),
  })
  useEffect(() => {
    // The browser prints the page as it is when this handler returns.
    const began = () => flushSync(() => report.send({ type: 'print/began' }))
    const ended = () => report.send({ type: 'print/ended' })
    window.addEventListener('beforeprint', began)
    window.addEventListener('afterprint', ended)
    return () => {
      window.removeEventListener('beforeprint', began)
      window.removeEventListener('afterprint', ended)
    }
  }, [report])
  return report
}

const reportIn = (send: Send, project: { id: number; key: string }) =>
  caseReport.provide({
    actors: {
      // Cases keep their display order, however they were selected.
      prepare: fromPromise<PreparedReport, OrderedIds>(async ({ input }) => {
        const at = Date.now()
        const wanted = new Set(input.ids)
        const { ids } = await send(selectTestCases, {
          params: { projectKey: project.key },
          query: { q: '', filter: {} },
        })
        return { ids: ids.filter((id) => wanted.has(id)), at }
      }),
      load: fromPromise<ReportPart, OrderedIds>(
        async ({ input, signal }) =>
          (
            await send(exportTestRepository, {
              query: { projectId: project.id },
              body: { testCaseIds: [...input.ids] },
              signal,
            })
          ).data,
      ),
      print: fromPromise(printed),
    },
  })

/** Opens the print dialog once the last render is on the page. Without an `afterprint` event, the next press does. */
const printed = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() =>
      setTimeout(() => {
        const done = () => {
          for (const name of ['afterprint', 'pointerdown', 'keydown']) window.removeEventListener(name, done, true)
          resolve()
        }
        for (const name of ['afterprint', 'pointerdown', 'keydown']) window.addEventListener(name, done, true)
        window.print()
      }),
    )
  })
