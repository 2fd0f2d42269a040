/** Sets how many launches of a project run concurrently. */
import { useId, useState } from 'react'
import { updateLaunchLimit, WORKER_TEXTS, type LaunchLimit } from '../../../contract/launchers/workers.ts'
import { useApplication } from '../../application/context.tsx'
import { EditNotes, plainLabels } from '../../shared/forms/edit-notes.tsx'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './workers.module.css'

interface Props {
  limit: LaunchLimit
  onChanged: () => void
}

// A type, because an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
type Values = { most: number | null }

const LABELS = plainLabels<Values>({ most: 'Launches at once' })

export function LimitButton({ limit, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={`${limit.most ?? 'No limit'}: change the limit of ${limit.projectName}`}
        onClick={() => setOpen(true)}
      >
        {limit.most ?? 'No limit'}
      </Button>
      {isOpen && (
        <LimitForm
          limit={limit}
          onClose={() => setOpen(false)}
          onChanged={() => {
            setOpen(false)
            onChanged()
          }}
        />
      )}
    </>
  )
}

function LimitForm({ limit, onClose, onChanged }: Props & { onClose: () => void }) {
  const { send } = useApplication()
  const id = useId()
  const of = useForm({
    name: `launch-limit-${limit.projectId}`,
    initial: { most: limit.most } as Values,
    schema: updateLaunchLimit.body,
    submit: (_, { changes, expected }) =>
      send(updateLaunchLimit, { params: { projectId: limit.projectId }, body: { ...changes, expected } }),
    stored: storedAs(updateLaunchLimit.answer, ({ most }) => ({ most })),
    onDone: () => {
      toast.success(WORKER_TEXTS.limitSaved(limit.projectName))
      onChanged()
    },
  })
  const { form, field, problem, isPending } = of
  return (
    <EditorDialog
      title={`Launches of ${limit.projectName} at once`}
      of={of}
      onClose={onClose}
      renderFooter={(cancel) => <EditorButtons action="Save" form={id} isPending={isPending} cancel={cancel} />}
    >
      <form {...form} id={id} className={styles.form}>
        <EditNotes of={of} labels={LABELS} />
        <NumberField
          {...field('most')}
          label="Launches at once"
          description="Empty: as many as there are free places."
          min={1}
          max={1000}
        />
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
