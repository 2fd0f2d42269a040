/** Case form that first loads the full case of a row. */
import { getTestCase, type TestCase } from '../../../contract/cases/cases.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { CaseForm } from './case-form.tsx'

export interface LoadedCaseFormProps {
  kind: 'edit' | 'clone'
  caseId: number
  onSaved: (testCase: TestCase) => void
  onClose: () => void
}

export function LoadedCaseForm({ kind, caseId, onSaved, onClose }: LoadedCaseFormProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, retry } = useResource(
    async () => (await send(getTestCase, { params: { projectKey: key, caseId } })).data,
  )
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
