import { assignRunCases, type RunCase } from '../../../contract/runs/run-cases.ts'
import type { ResultValues } from '../../../contract/runs/results.ts'
import { updateTestRun } from '../../../contract/runs/runs.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import type { Statuses } from './statuses.ts'
import type { ExecutionState } from './use-execution.ts'

/** Maximum cases of one command, and of one undo. */
const MAX_AT_ONCE = 500

interface ChosenCase {
  id: number
  assigneeId: number | null
}

export interface CaseChange {
  added: readonly ChosenCase[]
  removed: readonly ChosenCase[]
}

/** Returns what is done to cases of a run. Toasts report the outcome, and offer to undo results. */
export function useRunWork(runId: number, { actor, carryOut }: ExecutionState, statuses: Statuses) {
  const { key } = useProject()
  const { sendKept } = useApplication()
  const record = async (recorded: readonly RunCase[], values: ResultValues) => {
    const entries = recorded.map(({ caseId, lastResultId }) => ({
      caseId,
      resultId: crypto.randomUUID(),
      seenResultId: lastResultId,
    }))
    const status = statuses.of(values.statusId).name
    const hints = { rows: recorded, status }
    await carryOut({ type: 'results/record', runId, entries, values }, hints)
    const what = recorded.length === 1 ? (recorded[0]?.key ?? '') : `${recorded.length} cases`
    toast.success(`${what}: ${status}`, {
      label: 'Undo',
      run: () => {
        const resultIds = entries.map(({ resultId }) => resultId)
        trying(() => carryOut({ type: 'results/withdraw', runId, resultIds }, hints))
      },
    })
  }
  const answered = (rows: readonly RunCase[]) => actor.send({ type: 'rows/answered', rows })
  const assign = (assigned: readonly RunCase[], assigneeId: number | null) =>
    trying(async () => {
      const assignments = assigned.map((one) => ({
        caseId: one.caseId,
        assigneeId,
        seenAssigneeId: one.assigneeId,
      }))
      const { items, skipped } = await sendKept(assignRunCases, {
        params: { projectKey: key, runId },
        body: { assignments },
      })
      answered(items)
      if (skipped.length > 0)
        toast.error(`${skipped.length} of ${assigned.length} cases were assigned to others meanwhile, or are gone`)
      else toast.success(assigned.length === 1 ? 'Case assigned' : `${assigned.length} cases assigned`)
    })
  const setResults = (rows: readonly RunCase[], statusId: number, onDone: () => void) =>
    trying(async () => {
      const values = { statusId, comment: '', durationMs: null, steps: [], defects: [], attachments: [] }
      for (let from = 0; from < rows.length; from += MAX_AT_ONCE)
        await record(rows.slice(from, from + MAX_AT_ONCE), values)
      onDone()
    })
  const put = async ({ added, removed }: CaseChange) => {
    await sendKept(updateTestRun, {
      params: { projectKey: key, runId },
      body: { addCases: [...added], removeCaseIds: removed.map(({ id }) => id) },
    })
    actor.send({ type: 'run/refresh' })
  }
  // A case that is added again keeps its results.
  const changeCases = async (change: CaseChange): Promise<void> => {
    await put(change)
    toast.success(textOf(change), {
      label: 'Undo',
      run: () => trying(() => put({ added: change.removed, removed: change.added })),
    })
  }
  const remove = (rows: readonly RunCase[], onDone: () => void) =>
    trying(async () => {
      await changeCases({ added: [], removed: rows.map(({ caseId, assigneeId }) => ({ id: caseId, assigneeId })) })
      onDone()
    })
  return { record, assign, answered, changeCases, setResults, remove }
}

const trying = (work: () => Promise<unknown>): void => {
  work().catch((error: unknown) => toast.error(messageOf(error)))
}

const textOf = ({ added, removed }: CaseChange): string => {
  const cases = (count: number) => (count === 1 ? '1 case' : `${inFigures(count)} cases`)
  if (removed.length === 0) return `${cases(added.length)} added to this run`
  if (added.length === 0) return `${cases(removed.length)} removed from this run`
  return `${cases(added.length)} added, ${inFigures(removed.length)} removed`
}
