/** An unrecorded result of a run that was closed: stays on this device to be copied or discarded. */
import type { ResultDraft } from '../../../machines/runs/result-draft.machine.ts'
import { UnsavedDraft } from '../../shared/unsent/unsaved-draft.tsx'
import type { Statuses } from './statuses.ts'
import { draftNameOf } from './use-result-draft.ts'

interface UnrecordedResultProps {
  runId: number
  caseId: number
  statuses: Statuses
}

export function UnrecordedResult({ runId, caseId, statuses }: UnrecordedResultProps) {
  return (
    <UnsavedDraft
      name={draftNameOf(runId, caseId)}
      title="Your result was not recorded:"
      textOf={(draft) => wordsOf(draft, statuses)}
    />
  )
}

const wordsOf = ({ statusId, comment = '', steps = {} }: Partial<ResultDraft>, statuses: Statuses): string =>
  [statusId == null ? '' : statuses.of(statusId).name, comment, ...Object.values(steps).map((step) => step.comment)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' – ')
