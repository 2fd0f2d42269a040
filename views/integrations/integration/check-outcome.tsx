import { Check } from 'lucide-react'
import type { IntegrationKind } from '../../../contract/workspace/integration-kinds.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { CheckedNote } from '../integration-status.tsx'
import type { IntegrationCheck } from './use-integration-check.ts'

/** Result of checking the form's values. */
export function CheckOutcome({ check, kind }: { check: IntegrationCheck; kind: IntegrationKind }) {
  const { result, failure } = check
  return (
    <>
      <output>
        {result?.problem === null && (
          <StatusTag kind="passed">
            <CheckedNote checked={result} isMessage={kind.checkAction !== undefined} />
          </StatusTag>
        )}
      </output>
      <InlineProblem>{result?.problem ?? (failure === null ? undefined : problemWith(failure, kind))}</InlineProblem>
    </>
  )
}

/** A failed check names the invalid fields. */
const problemWith = (failure: unknown, { fields }: IntegrationKind): string => {
  const errors = failure instanceof ApiError ? failure.errors : []
  if (errors.length === 0) return messageOf(failure)
  const labelOf = (name: string) => fields.find(({ key }) => key === name)?.label ?? name
  return errors.map(({ field, message }) => `${labelOf(field)}: ${message}`).join('. ')
}

interface CheckButtonProps {
  check: IntegrationCheck
  kind: IntegrationKind
  onStart: () => void
}

/** A pending check can be cancelled. */
export function CheckButton({ check: { isChecking, cancel }, kind, onStart }: CheckButtonProps) {
  return (
    <>
      {isChecking && (
        <Button variant="quiet" onClick={cancel}>
          Cancel check
        </Button>
      )}
      <Button icon={<Check aria-hidden />} isPending={isChecking} onClick={onStart}>
        {kind.checkAction ?? 'Check connection'}
      </Button>
    </>
  )
}
