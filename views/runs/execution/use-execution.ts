/** A test run during execution: the server's state with this device's unsent results. */
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import { fromCallback, fromPromise, type ActorRefFrom } from 'xstate'
import { listProjectUsers } from '../../../contract/exploratory/sessions.ts'
import type { ProjectUser } from '../../../contract/projects/people.ts'
import type { RunCommand } from '../../../contract/runs/commands.ts'
import { topics } from '../../../contract/live.ts'
import { RunChange } from '../../../contract/runs/changes.ts'
import { listRunCases } from '../../../contract/runs/run-cases.ts'
import {
  execution,
  type ExecutionEvent,
  type OpenedRun,
  type RunChanges,
  type RunPart,
} from '../../../machines/runs/execution.machine.ts'
import { overtaken } from '../../../machines/runs/execution-list.ts'
import type { RunRows } from '../../../machines/runs/run-rows.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { openRun, readRunChanges } from '../../../services/runs/execution.ts'
import {
  enqueueRunCommands,
  forgetLeftOut,
  forgetMeanwhile,
  localRun$,
  type LocalRun,
} from '../../../store/outbox/runs/runs.ts'
import { NO_OVERLAY } from '../../../store/projections/runs.ts'
import type { LeftOut, RunHints } from '../../../store/projections/run-events.ts'
import { useApplication, useProject, useSession, useStream } from '../../application/context.tsx'
import { useLog } from '../../application/log/log.ts'
import { toast } from '../../ui/toasts/toasts.ts'

import { openRunOrCopy, useOfflineRuns } from './offline-runs.ts'
import { shownRows } from './shown-rows.ts'

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404
const NONE_LEFT_OUT: readonly LeftOut[] = []

export function useExecution(runId: number) {
  const { live, unsent, sendKept } = useApplication()
  const { id: projectId, key } = useProject()
  const {
    user,
    workspace: { tenant },
  } = useSession()
  const userId = user.id
  const log = useLog()
  const offlineRuns = useOfflineRuns()
  const machine = useMemo(
    () =>
      execution({ jitter: Math.random, isMissing: isNotFound }).provide({
        actors: {
          open: fromPromise<OpenedRun>(() =>
            openRunOrCopy(offlineRuns, runId, () => openRun(sendKept, { projectKey: key, runId })),
          ),
          readPart: fromPromise<RunPart, { after: number }>(({ input }) =>
            sendKept(listRunCases, { params: { projectKey: key, runId }, query: { after: input.after } }),
          ),
          news: fromCallback<ExecutionEvent>(({ sendBack }) => {
            const topic = live
              .followNews(topics.runs(tenant, projectId), () => sendBack({ type: 'run/refresh' }))
              .subscribe((news) => {
                if (news.type !== 'RUN' || news.runId !== runId) return
                const change = RunChange.safeParse(news)
                sendBack(change.success ? { type: 'run/changed', change: change.data } : { type: 'run/refresh' })
              })
            return () => topic.unsubscribe()
          }),
          readChanges: fromPromise<RunChanges, { since: number }>(({ input, signal }) =>
            readRunChanges(sendKept, { projectKey: key, runId }, input.since, signal),
          ),
        },
        actions: {
          announce: (_, announced: Announced) =>
            void toastOvertaken(
              announced,
              userId,
              async () => (await sendKept(listProjectUsers, { params: { projectKey: key } })).items,
            ),
        },
      }),
    [sendKept, key, runId, offlineRuns, live, tenant, projectId, userId],
  )
  const actor = useActorRef(machine)
  const { opened, rows: read, failure } = useSelector(actor, ({ context }) => context)
  const isFailed = useSelector(actor, (state) => state.matches('failed'))
  const isGone = useSelector(actor, (state) => state.matches('gone'))
  const isComplete = useSelector(actor, ({ context }) => context.isComplete)
  // Starts to send earlier unsent results, in this tab and in later visits.
  useEffect(() => void unsent.start(), [unsent])
  const local$ = useMemo(() => localRun$(log, runId), [log, runId])
  const local = useStream<LocalRun | null>(local$, null)
  const overlay = local?.overlay ?? NO_OVERLAY
  const { rows, changed } = useMemo(() => shownRows(read, overlay), [read, overlay])

  const meanwhile = local?.state.base.meanwhile
  const people = opened?.people
  const statistics = opened?.run.caseStatusStatistics
  useEffect(() => {
    if (meanwhile === undefined || meanwhile.length === 0 || people === undefined) return
    for (const { statusId, recordedBy } of meanwhile.flatMap(({ results }) => results)) {
      const status = statistics?.find((one) => one.status.id === statusId)?.status.name ?? 'a result'
      toast.success(`${recordedBy?.name ?? 'An automated test'} recorded ${status} meanwhile; both are kept`)
    }
    void forgetMeanwhile(log, runId)
  }, [meanwhile, people, statistics, log, runId])

  const by = useMemo(() => {
    const { id, username, email, photoUrl, firstName, lastName } = user
    return { id, username, email, photoUrl, name: `${firstName} ${lastName}`.trim() || username }
  }, [user])
  /** Stores a command on this device, to be sent as soon as possible. Rejects with `NotKept`. */
  const carryOut = useCallback(
    async (command: RunCommand, hints: Omit<RunHints, 'by'>) => {
      await enqueueRunCommands(log, [{ projectKey: key, command, hints: { by, ...hints } }])
      void unsent.start()
    },
    [log, key, by, unsent],
  )
  return {
    actor,
    opened,
    /** The server's state. */
    read,
    rows,
    /** Rows that differ from the server's. */
    changed,
    overlay,
    failure,
    isFailed,
    isGone: isGone || local?.state.base.isGone === true,
    isClosed: opened?.run.closed === true || local?.state.base.isClosed === true,
    /** Results that the server skipped, until the notice is dismissed. */
    leftOut: local?.state.base.leftOut ?? NONE_LEFT_OUT,
    dismissLeftOut: () => void forgetLeftOut(log, runId),
    isComplete,
    isLoaded: opened !== null && local !== null,
    carryOut,
  }
}
export type ExecutionState = ReturnType<typeof useExecution>
export type ExecutionRef = ActorRefFrom<ReturnType<typeof execution>>

interface Announced {
  change: RunChange
  before: { rows: RunRows; opened: Pick<OpenedRun, 'run' | 'people'> | null }
}

/** Tells testers that a user recorded a result for a case after they did: both attempts are kept, and the newest counts. */
async function toastOvertaken(
  { change: { cases }, before: { rows, opened } }: Announced,
  me: number,
  readUsers: () => Promise<readonly ProjectUser[]>,
): Promise<void> {
  const found = overtaken(rows, cases ?? [], me)
  if (found.length === 0) return
  const known = opened?.people ?? []
  const isKnown = found.every(({ lastResultBy }) => known.some(({ id }) => id === lastResultBy))
  // Users who joined the run later are not in its list of users.
  const people = isKnown ? known : await readUsers().catch(() => known)
  for (const row of found) {
    const who = people.find(({ id }) => id === row.lastResultBy)?.name ?? 'Somebody else'
    const status = opened?.run.caseStatusStatistics.find((one) => one.status.id === row.statusId)?.status.name
    toast.success(`${row.key}: ${who} recorded ${status ?? 'a result'} after you; both attempts are kept`)
  }
}
