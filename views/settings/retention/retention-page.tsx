/** Retention of results, with what is stored, and what a policy would delete while it is edited. */
import {
  getRetention,
  LIMIT_FIELDS,
  MAX_DAYS,
  RETENTION_PARTS,
  RetentionPolicy,
  updateRetention,
  type RetentionPart,
} from '../../../contract/settings/retention.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { plainLabels, type PartLabels } from '../../shared/forms/edit-notes.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { formatSize } from '../../ui/text/format-size.ts'
import { PolicyForm, PolicyIntro, PolicyPage, usePolicyForm } from '../policy/policy-page.tsx'
import { RetentionPreview } from './retention-preview.tsx'
import { PART_LABELS } from './retention-text.ts'
import { RetentionUsage } from './retention-usage.tsx'
import { SizeField } from './size-field.tsx'
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

const DESCRIPTIONS: Record<RetentionPart, string> = {
  launches: 'Whole launches with their tests, logs and files.',
  logs: 'Log lines of tests. Their failures and steps stay.',
  attachments: 'Screenshots, traces and other files.',
  videos: 'Recordings of tests.',
  media: 'Screenshots and recordings of closed sessions, counted from their end. The notes stay.',
}

const FIELD_TEXTS = plainLabels<RetentionPolicy>({
  ...Object.fromEntries(
    RETENTION_PARTS.flatMap((part) => [
      [LIMIT_FIELDS[part].days, `${PART_LABELS[part]}, days`],
      [LIMIT_FIELDS[part].maxBytes, `${PART_LABELS[part]}, size`],
    ]),
  ),
  keepsMilestones: 'Keep launches of milestones',
})
const LABELS: PartLabels<RetentionPolicy> = {
  ...FIELD_TEXTS,
  value: (field, policy) => {
    const part = RETENTION_PARTS.find((one) => LIMIT_FIELDS[one].maxBytes === field)
    const bytes = part === undefined ? null : policy[LIMIT_FIELDS[part].maxBytes]
    return bytes === null ? FIELD_TEXTS.value(field, policy) : formatSize(bytes)
  },
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
        Results that are older than the days are deleted, once an hour, and the oldest ones above the size, until the
        rest fits. Empty: no limit. The age of a launch counts from its end, or from its import if that was later.
        Pinned launches and those with a public link stay with everything, and count towards the size.
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
        {RETENTION_PARTS.map((part) => (
          <fieldset key={part} className={styles.limits}>
            <legend>{PART_LABELS[part]}</legend>
            <p>{DESCRIPTIONS[part]}</p>
            <NumberField {...field(LIMIT_FIELDS[part].days)} label="Days" min={1} max={MAX_DAYS} />
            <SizeField {...field(LIMIT_FIELDS[part].maxBytes)} label="Size" />
          </fieldset>
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
