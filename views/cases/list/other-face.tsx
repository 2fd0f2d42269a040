/** States of the list without rows: empty, no matches, not loaded. */
import { ListChecks } from 'lucide-react'
import { TEXTS } from '../../../contract/texts.ts'
import type { RepositoryFace } from '../../../machines/cases/repository-face.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useMayImport } from '../import/when-opened.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'

export interface OtherFaceProps {
  face: RepositoryFace
  canWrite: boolean
  failure: unknown
  isRetrying: boolean
  onCreate: () => void
  onImport: () => void
  onClear: () => void
  onRetry: () => void
}

export function OtherFace(props: OtherFaceProps) {
  const { face, canWrite, failure, isRetrying, onCreate, onImport, onClear, onRetry } = props
  const mayImport = useMayImport()
  return (
    <>
      {face === 'empty' && (
        <EmptyState
          icon={<ListChecks aria-hidden />}
          title={TEXTS.repositoryEmpty}
          actions={
            canWrite && (
              <>
                <Button variant="primary" onClick={onCreate}>
                  Create test suite
                </Button>
                {mayImport && <Button onClick={onImport}>Import</Button>}
              </>
            )
          }
        >
          {canWrite
            ? 'Suites group test cases and other suites. Create the first one to begin.'
            : 'Suites and test cases appear here once somebody creates them.'}
        </EmptyState>
      )}
      {face === 'noResults' && (
        <EmptyState title="No test cases match" actions={<Button onClick={onClear}>Clear filters</Button>}>
          Change the search or a filter.
        </EmptyState>
      )}
      {face === 'failed' && (
        <ProblemState title="Test cases did not load" isRetrying={isRetrying} onRetry={onRetry}>
          {messageOf(failure)}. Your filters are kept.
        </ProblemState>
      )}
    </>
  )
}
