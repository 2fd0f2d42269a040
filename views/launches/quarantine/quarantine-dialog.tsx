/** Quarantines tests, or changes the reason and end of their quarantine. */
import { QuarantineEntry, changeQuarantine, type QuarantineOutcome } from '../../../contract/launches/quarantine.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { wantedOf, type QuarantineSubject } from '../../../machines/launches/quarantine-dialog.machine.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { DateField } from '../../ui/forms/date-field.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import styles from './quarantine.module.css'

type QuarantineDialogProps = {
  subjects: readonly QuarantineSubject[]
  onSaved: (outcomes: readonly QuarantineOutcome[]) => void
  onClose: () => void
}

type Values = { reason: string; until: string }

export function QuarantineDialog({ subjects, onSaved, onClose }: QuarantineDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const known = subjects.find(({ entry }) => entry !== null)?.entry ?? null
  const of = useForm<Values, readonly QuarantineOutcome[]>({
    name: `quarantine:${subjects.map(({ testId, key: own }) => own ?? testId).join()}`,
    initial: { reason: known?.reason ?? '', until: known?.until ?? '' },
    validate: errorsOf,
    submit: (values) =>
      send(changeQuarantine, {
        params: { projectKey: key },
        body: { items: subjects.map((subject) => wantedOf(subject, entryOf(values))) },
      }).then((answer) => answer.items),
    onDone: onSaved,
  })
  const { field } = of
  const isChange = subjects.every(({ entry }) => entry !== null)
  return (
    <FormDialog
      title={
        isChange
          ? 'Change quarantine'
          : subjects.length === 1
            ? 'Quarantine test'
            : `Quarantine ${formatCount(subjects.length, 'test')}`
      }
      of={of}
      action={isChange ? 'Save' : 'Quarantine'}
      onClose={onClose}
    >
      <p className={styles.note}>
        {subjects.length === 1 && <b>{subjects[0]?.name}</b>} Quarantined tests run as before, in all launches of the
        project. Their failures do not count in the quality gate.
      </p>
      <TextArea {...field('reason')} label="Reason" rows={3} />
      <DateField {...field('until')} label="Last day" description="Optional. Afterwards failures count again." />
    </FormDialog>
  )
}

const entryOf = ({ reason, until }: Values): QuarantineEntry => ({ reason: reason.trim(), until: until || null })

const errorsOf = (values: Values): { reason?: string; until?: string } => {
  const { error } = QuarantineEntry.safeParse(entryOf(values))
  const messages = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message || TEXTS.error])
  return Object.fromEntries(messages) as { reason?: string; until?: string }
}
