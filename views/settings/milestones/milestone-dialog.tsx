import {
  Day,
  isDueBeforeStart,
  Milestone,
  MilestoneValues,
  createMilestone,
  updateMilestone,
} from '../../../contract/settings/milestones.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useProject } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './milestones.module.css'

interface MilestoneDialogProps {
  /** Null for a new milestone. */
  milestone: Milestone | null
  onClose: () => void
  onSaved: () => void
}

/** Day fields are empty while incomplete. */
const dayOf = (text: string): string | null => (text === '' ? null : text)

export function MilestoneDialog({ milestone, onClose, onSaved }: MilestoneDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const form = useForm({
    name: milestone === null ? `milestone:new:${key}` : `milestone:${milestone.id}`,
    initial: valuesOf(milestone),
    validate: (values) => problemsOf(values),
    submit: ({ startDate, dueDate, ...texts }, { changes, expected }) =>
      milestone === null
        ? send(createMilestone, {
            params: { projectKey: key },
            body: { ...texts, startDate: dayOf(startDate), dueDate: dayOf(dueDate) },
          })
        : send(updateMilestone, {
            params: { projectKey: key, milestoneId: milestone.id },
            body: { ...withDays(changes), expected: withDays(expected) },
          }),
    stored: storedAs(Milestone, valuesOf),
    onDone: () => {
      toast.success(milestone === null ? TEXTS.milestoneCreated : TEXTS.milestoneUpdated)
      onSaved()
    },
  })
  const { field } = form
  return (
    <FormDialog
      title={milestone === null ? 'New milestone' : `Edit milestone ${milestone.name}`}
      of={form}
      labels={LABELS}
      action={milestone === null ? 'Create milestone' : 'Save milestone'}
      onClose={onClose}
    >
      <TextField
        {...field('name')}
        label="Name"
        description="Launches join the milestone that their agent names."
        autoComplete="off"
      />
      <TextArea {...field('description')} label="Description" rows={3} />
      <div className={styles.days}>
        {/* Reserves a line below: an error on blur must not move the button being pressed. */}
        <DateField {...field('startDate')} label="Start date" description="Optional" />
        <DateField {...field('dueDate')} label="Due date" description="Optional" min={form.values.startDate} />
      </div>
    </FormDialog>
  )
}

// A type, because an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
type Values = { name: string; description: string; startDate: string; dueDate: string }

const valuesOf = (milestone: Milestone | null): Values => ({
  name: milestone?.name ?? '',
  description: milestone?.description ?? '',
  startDate: milestone?.startDate ?? '',
  dueDate: milestone?.dueDate ?? '',
})

const LABELS = plainLabels<Values>({
  name: 'Name',
  description: 'Description',
  startDate: 'Start date',
  dueDate: 'Due date',
})

const withDays = ({ startDate, dueDate, ...texts }: Partial<Values>) => ({
  ...texts,
  ...(startDate === undefined ? {} : { startDate: dayOf(startDate) }),
  ...(dueDate === undefined ? {} : { dueDate: dayOf(dueDate) }),
})

/** Returns all errors together: zod skips cross-field rules while other fields are invalid. */
const problemsOf = (values: Values): Partial<Record<keyof Values, string>> => {
  const days = { startDate: dayOf(values.startDate), dueDate: dayOf(values.dueDate) }
  const problems: Partial<Record<keyof Values, string>> = isDueBeforeStart(days)
    ? { dueDate: TEXTS.dueBeforeStart }
    : {}
  const parsed = MilestoneValues.safeParse({ ...values, startDate: null, dueDate: null })
  for (const { path, message } of parsed.error?.issues ?? []) problems[path[0] as keyof Values] ??= message
  for (const [field, day] of Object.entries(days) as ['startDate' | 'dueDate', string | null][])
    if (day !== null && !Day.safeParse(day).success) problems[field] = TEXTS.dayFormat
  return problems
}
