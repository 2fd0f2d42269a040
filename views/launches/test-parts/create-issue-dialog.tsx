/** Creates an issue about a failed test, or about all failures of a cause, and links it to them. */
import type { SyntheticEvent } from 'react'
import {
  NewIssue,
  prepareIssue,
  createIssue,
  listIssueTargets,
  type CreatedIssue,
  type IssueTracker,
  type PreparedIssue,
  type TrackerKey,
} from '../../../contract/launches/issues.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { useForm, type FieldProps } from '../../shared/forms/form.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { issueLink } from './issue-link.ts'
import { requiredErrors, RequiredFields } from './required-fields.tsx'
import { NoTracker } from './tracker-hint.tsx'

export interface IssueSubject {
  launchId: number
  testId: number
  /** The failures of a cause; empty for the test alone. */
  failureKeys: readonly string[]
}

type CreateIssueDialogProps = { subject: IssueSubject; onDone: () => void; onClose: () => void }

const TITLE = 'Create issue'

export function CreateIssueDialog({ subject, onDone, onClose }: CreateIssueDialogProps) {
  const { key: projectKey } = useProject()
  const { send } = useApplication()
  const { launchId, testId, failureKeys } = subject
  const { value, failure, retry } = useResource(() =>
    send(prepareIssue, { params: { projectKey, launchId, testId }, query: { failureKey: [...failureKeys] } }),
  )
  if (value !== null && value.trackers[0] !== undefined)
    return <IssueForm {...{ subject, onDone, onClose }} prepared={value} first={value.trackers[0]} />
  return (
    <Dialog title={TITLE} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {value !== null ? (
        <NoTracker />
      ) : failure === null ? (
        <Skeleton width={320} />
      ) : (
        <>
          <InlineProblem>{messageOf(failure)}</InlineProblem>
          <Button onClick={retry}>Try again</Button>
        </>
      )}
    </Dialog>
  )
}

/**
 * `operationId` is empty until the first submit. It is part of the draft, so that no reload creates the issue twice. So are the names of
 * users, whom the issue has by their ids alone.
 */
type Values = NewIssue & { operationId: string; names: Record<string, string> }

interface IssueFormProps extends CreateIssueDialogProps {
  prepared: PreparedIssue
  first: IssueTracker
}

function IssueForm({ subject, prepared, first, onDone, onClose }: IssueFormProps) {
  const { key: projectKey } = useProject()
  const { send } = useApplication()
  const { trackers, title, description, screenshot, tests } = prepared
  const { launchId, testId, failureKeys } = subject
  const trackerOf = (key: TrackerKey) => trackers.find((one) => one.key === key) ?? first
  const of = useForm<Values, CreatedIssue>({
    name: `create-issue:${testId}:${failureKeys.join()}`,
    initial: {
      tracker: first.key,
      target: first.target,
      type: first.type,
      title,
      description: description[first.markup],
      withScreenshot: screenshot !== null,
      fields: {},
      operationId: '',
      names: {},
    },
    schema: NewIssue,
    validate: ({ tracker, type }) => (trackerOf(tracker).hasTypes && type === '' ? { type: 'Choose a type' } : {}),
    submit: ({ operationId, names: _, ...issue }) =>
      send(createIssue, {
        params: { projectKey, launchId, testId },
        body: { ...issue, operationId, failureKeys: [...failureKeys] },
      }),
    onDone: ({ issueId, linked, problems }) => {
      const { words } = issueLink(issueId)
      if (problems.length > 0) toast.error(`Issue ${words} was created. ${problems.join(' ')}`)
      else toast.success(`Issue ${words} was created and linked to ${formatCount(linked, 'test')}`)
      onDone()
      onClose()
    },
  })
  const { form, field, values, change } = of
  const tracker = trackerOf(values.tracker)
  const chooseTracker = (key: string) => {
    const next = trackers.find((one) => one.key === key)
    if (next === undefined) return
    const isUntouched = values.description === description[tracker.markup]
    change({
      tracker: next.key,
      target: next.target,
      type: next.type,
      fields: {},
      ...(isUntouched ? { description: description[next.markup] } : {}),
    })
  }
  const onSubmit = (event: SyntheticEvent) => {
    if (values.operationId === '') change({ operationId: crypto.randomUUID() })
    form.onSubmit(event)
  }
  return (
    <FormDialog
      title={TITLE}
      of={{ ...of, form: { ...form, onSubmit } }}
      action={tests > 1 ? `Create and link ${formatCount(tests, 'test')}` : 'Create and link'}
      onClose={onClose}
    >
      {trackers.length > 1 && (
        <Select
          label="Tracker"
          value={values.tracker}
          options={trackers.map(({ key, name }) => ({ value: key, label: name }))}
          onValueChange={chooseTracker}
        />
      )}
      <TargetField
        key={tracker.key}
        tracker={tracker}
        field={{ ...field('target'), onValueChange: (target) => change({ target, type: '', fields: {} }) }}
      />
      {tracker.hasTypes && values.target !== '' && (
        <TypeField
          key={`${tracker.key} ${values.target}`}
          tracker={tracker}
          target={values.target}
          field={{ ...field('type'), onValueChange: (type) => change({ type, fields: {} }) }}
        />
      )}
      {tracker.hasTypes && values.target !== '' && values.type !== '' && (
        <RequiredFields
          key={`${tracker.key} ${values.target} ${values.type}`}
          tracker={tracker}
          target={values.target}
          type={values.type}
          values={values.fields}
          names={values.names}
          errors={field('fields').error === undefined ? {} : requiredErrors(of.failure)}
          onChange={(fields, names) => change({ fields, names })}
        />
      )}
      <TextField {...field('title')} label="Title" />
      <TextArea
        {...field('description')}
        label="Description"
        rows={10}
        description={tracker.markup === 'wiki' ? 'Wiki markup of Jira' : 'Markdown'}
      />
      {screenshot !== null && (
        <Checkbox
          checked={values.withScreenshot}
          onCheckedChange={(withScreenshot) => change({ withScreenshot })}
          description={
            tracker.takesFiles
              ? undefined
              : `${tracker.name} takes no files from here: the description links to the screenshot.`
          }
        >
          Attach the <Link href={screenshot.url}>screenshot</Link>
        </Checkbox>
      )}
    </FormDialog>
  )
}

interface ChoiceProps {
  tracker: IssueTracker
  field: FieldProps<string>
}

function TargetField({ tracker, field }: ChoiceProps) {
  const { key: projectKey } = useProject()
  const { send } = useApplication()
  const loaded = useResource(() =>
    send(listIssueTargets, { params: { projectKey, tracker: tracker.key }, query: { target: '', type: '' } }).then(
      ({ targets }) => targets,
    ),
  )
  const choices = (loaded.value ?? []).map(({ key, name }) => ({ value: key, label: name }))
  return <Choices label={tracker.key === 'github' ? 'Repository' : 'Project'} {...{ field, choices, loaded }} />
}

function TypeField({ tracker, target, field }: ChoiceProps & { target: string }) {
  const { key: projectKey } = useProject()
  const { send } = useApplication()
  const loaded = useResource(() =>
    send(listIssueTargets, { params: { projectKey, tracker: tracker.key }, query: { target, type: '' } }).then(
      ({ types }) => types,
    ),
  )
  const choices = (loaded.value ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <Choices label="Type" {...{ field, choices, loaded }} />
}

type ChoicesProps = {
  label: string
  field: FieldProps<string>
  choices: readonly { value: string; label: string }[]
  loaded: { failure: unknown; isLoading: boolean; retry: () => void }
}

function Choices({ label, field, choices, loaded }: ChoicesProps) {
  const { value } = field
  // What the last issue had stays chosen while the tracker is asked.
  const isListed = value === '' || choices.some((one) => one.value === value)
  return (
    <>
      <Select
        {...field}
        label={label}
        options={isListed ? choices : [{ value, label: value }, ...choices]}
        aria-busy={loaded.isLoading}
      />
      {loaded.failure !== null && !loaded.isLoading && (
        <p>
          {messageOf(loaded.failure)}{' '}
          <Button size="sm" onClick={loaded.retry}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}
