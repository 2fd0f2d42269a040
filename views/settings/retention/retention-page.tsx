/** Retention of results, with what is stored, and what a policy would delete while it is edited. */
import {
  getRetention,
  RETENTION_FIELDS,
  RetentionPolicy,
  updateRetention,
  type RetentionField,
} from '../../../contract/settings/retention.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { PolicyForm, PolicyIntro, PolicyPage, usePolicyForm } from '../policy/policy-page.tsx'
import { RetentionPreview } from './retention-preview.tsx'
import { RetentionUsage } from './retention-usage.tsx'
import { useConfirmedSave } from './use-confirmed-save.tsx'
import styles from './retention.module.css'

export function RetentionPage() {
  const { key } = useProject()
  const { send } = useApplication()
  return (
    <PolicyPage title="Retention" load={() => send(getRetention, { params: { projectKey: key } })}>
      {(policy, onOver) => <RetentionForm policy={policy} onOver={onOver} />}
    </PolicyPage>
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

const LABELS: Record<keyof RetentionPolicy, string> = {
  launchDays: 'Launches',
  logDays: 'Logs',
  attachmentDays: 'Attachments',
  videoDays: 'Videos',
  exploratoryDays: 'Media of exploratory sessions',
  keepsMilestones: 'Keep launches of milestones',
}

interface RetentionFormProps {
  policy: RetentionPolicy
  onOver: (saved: RetentionPolicy | null) => void
}

function RetentionForm({ policy, onOver }: RetentionFormProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const form = usePolicyForm({
    name: 'retention',
    policy,
    schema: RetentionPolicy,
    save: ({ changes, expected }) =>
      send(updateRetention, { params: { projectKey: key }, body: { ...changes, expected } }),
    savedText: 'Retention was successfully updated',
    onOver,
  })
  const { field, values, change, isDirty, isPending } = form
  const save = useConfirmedSave(form.submit)
  return (
    <>
      <PolicyIntro>
        Results that are older are deleted, once an hour. Empty: never. The age of a launch counts from its end, or from
        its import if that was later. Pinned launches and those with a public link stay with everything.
      </PolicyIntro>
      <PolicyForm
        of={form}
        labels={LABELS}
        onDiscarded={() => onOver(null)}
        onSave={() => {
          if (isDirty) save.ask(values)
        }}
        isPending={isPending || save.isChecking}
      >
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
      </PolicyForm>
      <div className={styles.side}>
        <RetentionPreview form={form} />
        <RetentionUsage />
      </div>
      {save.dialog}
    </>
  )
}
