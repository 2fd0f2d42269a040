/** Fields that a tracker requires of an issue besides those that every issue has. */
import {
  listIssueTargets,
  searchTrackerPeople,
  type IssueField,
  type IssueTracker,
} from '../../../contract/launches/issues.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { SearchedPicker } from '../../shared/pickers/searched-picker.tsx'
import { PickField } from '../../ui/pickers/pick-field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

type FieldValues = Readonly<Record<string, string>>

/** Names of users that were chosen, by their ids in the tracker. */
type PeopleNames = Readonly<Record<string, string>>

interface RequiredFieldsProps {
  tracker: IssueTracker
  target: string
  type: string
  values: FieldValues
  names: PeopleNames
  /** The server's errors by field id. */
  errors: Readonly<Record<string, string>>
  onChange: (values: Record<string, string>, names: Record<string, string>) => void
}

const FIELD = 'fields.'

/** Reads a rejection's errors of tracker fields, by field id. */
export const requiredErrors = (failure: unknown): Record<string, string> =>
  Object.fromEntries(
    (failure instanceof ApiError ? failure.errors : [])
      .filter(({ field }) => field.startsWith(FIELD))
      .map(({ field, message }) => [field.slice(FIELD.length), message]),
  )

export function RequiredFields({ tracker, target, type, values, names, errors, onChange }: RequiredFieldsProps) {
  const { key: projectKey } = useProject()
  const { send } = useApplication()
  const { value, failure, isLoading, retry } = useResource(() =>
    send(listIssueTargets, { params: { projectKey, tracker: tracker.key }, query: { target, type } }),
  )
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
      {value.fields.map((field) =>
        field.kind === 'user' ? (
          <TrackerUserField
            key={field.id}
            {...{ tracker, target, field, names }}
            value={values[field.id] ?? ''}
            error={errors[field.id]}
            onChange={({ id, name }) => onChange({ ...values, [field.id]: id }, { ...names, [id]: name })}
          />
        ) : (
          <RequiredField
            key={field.id}
            field={{ ...field, kind: field.kind }}
            value={values[field.id] ?? ''}
            error={errors[field.id]}
            onChange={(next) => onChange({ ...values, [field.id]: next }, { ...names })}
          />
        ),
      )}
      {value.unsupported.length > 0 && (
        <p>
          {tracker.name} requires {value.unsupported.join(', ')}, which can be filled in only there. Create the issue in{' '}
          {tracker.name}, then link it.
        </p>
      )}
      {/* Fields that Jira has started to require meanwhile. */}
      <InlineProblem>
        {Object.entries(errors)
          .filter(([id]) => value.fields.every((field) => field.id !== id))
          .map(([, message]) => message)
          .join('. ')}
      </InlineProblem>
    </>
  )
}

interface TrackerUserFieldProps {
  tracker: IssueTracker
  target: string
  field: IssueField
  names: PeopleNames
  value: string
  error: string | undefined
  onChange: (user: { id: string; name: string }) => void
}

/** A user whom the tracker's project knows. Without one, the account of the integration stands where the tracker needs nobody. */
function TrackerUserField({
  tracker,
  target,
  field: { name, isOptional },
  names,
  value,
  error,
  onChange,
}: TrackerUserFieldProps) {
  const { key: projectKey } = useProject()
  const { send } = useApplication()
  const search = async (q: string, signal: AbortSignal) => {
    const { items, hasMore } = await send(searchTrackerPeople, {
      params: { projectKey, tracker: tracker.key },
      query: { target, q: q.trim() },
      signal,
    })
    return { items: items.map((user, place) => ({ user, id: place })), hasMore }
  }
  return (
    <PickField<string>
      label={name}
      error={error}
      placeholder={isOptional ? 'Account of the integration' : 'Choose a user'}
      value={value === '' ? null : value}
      options={null}
      chosen={value === '' ? null : { id: value, label: names[value] ?? value }}
      onChoose={(id) => onChange({ id, name: names[id] ?? id })}
      {...(isOptional ? { onClear: () => onChange({ id: '', name: '' }) } : {})}
      renderPicker={({ onChange: choose, options: _, chosen: __, ...list }) => (
        <SearchedPicker
          {...list}
          label={`People of ${tracker.name}`}
          isSearched
          search={search}
          none="Nobody can be assigned issues there"
          noMatch="Nobody matches"
          optionOf={({ user }) => ({ label: user.name, aside: user.username ?? undefined })}
          onChoose={({ user }) => {
            onChange(user)
            choose([])
          }}
        />
      )}
    />
  )
}

interface RequiredFieldProps {
  field: IssueField & { kind: Exclude<IssueField['kind'], 'user'> }
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function RequiredField({ field: { name, kind, options }, value, error, onChange }: RequiredFieldProps) {
  switch (kind) {
    case 'choice':
      return (
        <Select
          label={name}
          error={error}
          value={value}
          options={options.map((option) => ({ value: option.id, label: option.name }))}
          onValueChange={onChange}
        />
      )
    case 'long-text':
      return <TextArea label={name} error={error} rows={3} value={value} onValueChange={onChange} />
    case 'date':
      return <TextField label={name} error={error} description="As 2026-11-30" value={value} onValueChange={onChange} />
    case 'number':
    case 'text':
      return <TextField label={name} error={error} value={value} onValueChange={onChange} />
  }
}
