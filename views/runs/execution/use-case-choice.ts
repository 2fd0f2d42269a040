/** Adds and removes cases of a run, with undo. A case that is added again keeps its results. */
import { updateTestRun } from '../../../contract/runs/runs.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { toast } from '../../ui/toasts/toasts.ts'

interface ChosenCase {
  id: number
  assigneeId: number | null
}

export interface CaseChange {
  added: readonly ChosenCase[]
  removed: readonly ChosenCase[]
}

/** `onChanged`: called when the run's cases have changed. */
export function useCaseChoice(runId: number, onChanged: () => void) {
  const { key } = useProject()
  const { sendKept } = useApplication()
  const put = async ({ added, removed }: CaseChange) => {
    await sendKept(updateTestRun, {
      params: { projectKey: key, runId },
      body: { addCases: [...added], removeCaseIds: removed.map(({ id }) => id) },
    })
    onChanged()
  }
  return async (change: CaseChange): Promise<void> => {
    await put(change)
    toast.success(wordsOf(change), {
      label: 'Undo',
      run: () => {
        put({ added: change.removed, removed: change.added }).catch((error: unknown) => toast.error(messageOf(error)))
      },
    })
  }
}

const wordsOf = ({ added, removed }: CaseChange): string => {
  const cases = (count: number) => (count === 1 ? '1 case' : `${inFigures(count)} cases`)
  if (removed.length === 0) return `${cases(added.length)} added to this run`
  if (added.length === 0) return `${cases(removed.length)} removed from this run`
  return `${cases(added.length)} added, ${inFigures(removed.length)} removed`
}
