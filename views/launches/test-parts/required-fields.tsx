/** Fields that a tracker requires of an issue besides those that every issue has. */
import type { IssueField, IssueTracker } from '../../../contract/launches/issues.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource } from '../../boot/context.tsx'
import { Button } from '../../ui/button.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useIssues } from './use-issue-status.ts'

type FieldValues = Readonly<Record<string, string>>

interface RequiredFieldsProps {
  tracker: IssueTracker
  target: string
  type: string
  values: FieldValues
  error: string | undefined
  onChange: (values: Record<string, string>) => void
}

export function RequiredFields({ tracker, target, type, values, error, onChange }: RequiredFieldsProps) {
  const { key: projectKey } = useProject()
  const issues = useIssues()
  const { value, failure, isLoading, retry } = useResource(() => issues.targets(projectKey, tracker.key, target, type))
  if (failure !== null && !isLoading)
    return (
      <p>
        {messageOf(failure)}{' '}
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      </p>
    )
  if (value === null) return null
  return (
    <>
      {value.fields.map((field) => (
        <RequiredField
          key={field.id}
          field={field}
          value={values[field.id] ?? ''}
          onChange={(next) => onChange({ ...values, [field.id]: next })}
        />
      ))}
      {value.unsupported.length > 0 && (
        <p>
          {tracker.name} requires {value.unsupported.join(', ')}, which can be filled in only there. Create the issue in{' '}
          {tracker.name}, then link it.
        </p>
      )}
      <InlineProblem>{error}</InlineProblem>
    </>
  )
}

interface RequiredFieldProps {
  field: IssueField
  value: string
  onChange: (value: string) => void
}

function RequiredField({ field: { name, kind, options }, value, onChange }: RequiredFieldProps) {
  switch (kind) {
    case 'choice':
      return (
        <Select
          label={name}
          value={value}
          options={options.map((option) => ({ value: option.id, label: option.name }))}
          onValueChange={onChange}
        />
      )
    case 'long-text':
      return <TextArea label={name} rows={3} value={value} onValueChange={onChange} />
    case 'date':
      return <TextField label={name} description="As 2026-11-30" value={value} onValueChange={onChange} />
    case 'number':
    case 'text':
      return <TextField label={name} value={value} onValueChange={onChange} />
  }
}
