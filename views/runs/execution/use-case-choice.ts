/** Adds and removes cases of a run, with undo. A case that is added again keeps its results. */
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject } from '../../boot/context.tsx'
import { inFigures } from '../../ui/figures.ts'
import { toast } from '../../ui/toasts.ts'
import { useExecutionService } from './use-execution.ts'

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
  const service = useExecutionService()
  const put = async ({ added, removed }: CaseChange) => {
    await service.changeCases(key, runId, { addCases: [...added], removeCaseIds: removed.map(({ id }) => id) })
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
