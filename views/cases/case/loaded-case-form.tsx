/** Case form that first loads the full case of a row. */
import type { TestCase } from '../../../contract/cases/cases.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCases } from '../../shared/cases/use-cases.ts'
import { CaseForm } from './case-form.tsx'

export interface LoadedCaseFormProps {
  kind: 'edit' | 'clone'
  caseId: number
  onSaved: (testCase: TestCase) => void
  onClose: () => void
}

export function LoadedCaseForm({ kind, caseId, onSaved, onClose }: LoadedCaseFormProps) {
  const { key } = useProject()
  const cases = useCases()
  const { value, failure, retry } = useResource(async () => (await cases.get(key, caseId)).data)
  if (value !== null) return <CaseForm of={{ kind, testCase: value }} onSaved={onSaved} onClose={onClose} />
  return (
    <Dialog title={kind === 'edit' ? 'Edit test case' : 'Clone test case'} width="large" onClose={onClose}>
      {failure === null ? (
        <Skeleton width={240} />
      ) : (
        <ProblemState title="The test case did not load" onRetry={retry}>
          {messageOf(failure)}
        </ProblemState>
      )}
    </Dialog>
  )
}
