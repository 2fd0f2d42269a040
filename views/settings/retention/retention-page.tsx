/** Retention of results, with what is stored, and what a policy would delete while it is edited. */
import { useState } from 'react'
import {
  getRetention,
  RETENTION_FIELDS,
  RetentionPolicy,
  updateRetention,
  type RetentionField,
} from '../../../contract/settings/retention.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useMay, useProject, useResource } from '../../application/context.tsx'
import { EditNotes, plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { SettingsPage } from '../settings-page.tsx'
import { RetentionPreview } from './retention-preview.tsx'
import { RetentionUsage } from './retention-usage.tsx'
import { useConfirmedSave } from './use-confirmed-save.tsx'
import styles from './retention.module.css'

export function RetentionPage() {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, isLoading, retry, change } = useResource(() =>
    send(getRetention, { params: { projectKey: key } }),
  )
  const [round, setRound] = useState(0)
  return (
    <SettingsPage title="Retention">
      {value === null && failure !== null && (
        <ProblemState title="The retention did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && <Skeleton height={240} />}
      {value !== null && (
        <PolicyForm
          key={round}
          policy={value}
          onOver={(saved) => {
            if (saved !== null) change(saved)
            setRound(round + 1)
          }}
        />
      )}
    </SettingsPage>
  )
}

const FIELDS: Record<RetentionField, { label: string; description: string }> = {
  launchDays: { label: 'Launches, in days', description: 'Whole launches with their tests, logs and files.' },
  logDays: { label: 'Logs, in days', description: 'Log lines of tests. Their failures and steps stay.' },
  attachmentDays: { label: 'Attachments, in days', description: 'Screenshots, traces and other files.' },
  videoDays: { label: 'Videos, in days', description: 'Recordings of tests.' },
  exploratoryDays: {
    label: 'Media of exploratory sessions, in days',
    description: 'Screenshots and recordings of closed sessions, counted from their end. The notes stay.',
  },
}

const LABELS = plainLabels<RetentionPolicy>({
  launchDays: 'Launches',
  logDays: 'Logs',
  attachmentDays: 'Attachments',
  videoDays: 'Videos',
  exploratoryDays: 'Media of exploratory sessions',
  keepsMilestones: 'Keep launches of milestones',
})

/** `onOver`: saved, with the stored values, or discarded. */
function PolicyForm({ policy, onOver }: { policy: RetentionPolicy; onOver: (saved: RetentionPolicy | null) => void }) {
  const { key } = useProject()
  const may = useMay()
  const canWrite = may.inProject('settings:write')
  const { send } = useApplication()
  const of = useForm({
    name: `retention:${key}`,
    initial: policy,
    schema: RetentionPolicy,
    stored: storedAs(RetentionPolicy, (stored) => stored),
    submit: (_, { changes, expected }) =>
      send(updateRetention, { params: { projectKey: key }, body: { ...changes, expected } }),
    onDone: (saved) => {
      toast.success('Retention was successfully updated')
      onOver(saved)
    },
  })
  const { form, field, values, change, submit, problem, isDirty, isPending, giveUp } = of
  const save = useConfirmedSave(submit)
  return (
    <div className={styles.page}>
      <p className={styles.intro}>
        Results that are older are deleted, once an hour. Empty: never. The age of a launch counts from its end, or from
        its import if that was later. Pinned launches and those with a public link stay with everything.
      </p>
      <form
        {...form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isDirty) save.ask(values)
        }}
      >
        <EditNotes of={of} labels={LABELS} hasDiscard={false} />
        {RETENTION_FIELDS.map((name) => (
          <NumberField key={name} {...field(name)} {...FIELDS[name]} min={1} max={3650} />
        ))}
        <Checkbox
          checked={values.keepsMilestones}
          onCheckedChange={(keepsMilestones) => change({ keepsMilestones })}
          description="They stay with everything."
        >
          Keep launches of milestones
        </Checkbox>
        <InlineProblem>{problem}</InlineProblem>
        {canWrite && (
          <div className={styles.buttons}>
            <Button type="submit" variant="primary" disabled={!isDirty} isPending={isPending || save.isChecking}>
              Save
            </Button>
            {isDirty && (
              <Button
                onClick={() => {
                  void giveUp().then(() => onOver(null))
                }}
              >
                Discard
              </Button>
            )}
          </div>
        )}
      </form>
      <div className={styles.side}>
        <RetentionPreview form={of} />
        <RetentionUsage />
      </div>
      {save.dialog}
    </div>
  )
}
