/** Form of shared steps: a name and at least one step (STEPS-13). */
import { useId } from 'react'
import { z } from 'zod/mini'
import { LIMITS } from '../../contract/limits.ts'
import type { Step } from '../../contract/cases/steps.ts'
import { SharedSteps, createSharedSteps, updateSharedSteps } from '../../contract/shared-steps/shared-steps.ts'
import { TEXTS } from '../../contract/texts.ts'
import { referringStepAttachments } from '../../machines/cases/referring-steps.ts'
import type { Submission } from '../../machines/patterns/form-dialog.machine.ts'
import { withoutMissing } from '../../machines/patterns/missing-values.ts'
import { useUploads } from '../shared/attachments/use-uploads.ts'
import { useProject, useApplication } from '../application/context.tsx'
import type { PartLabels } from '../shared/forms/edit-notes.tsx'
import { EditorButtons, EditorDialog } from '../shared/forms/editor-dialog.tsx'
import { storedAs, useForm } from '../shared/forms/form.tsx'
import { saveExisting } from '../shared/forms/save-existing.ts'
import { useLatest } from '../shared/latest.ts'
import { StepsEditor } from '../shared/steps/steps-editor.tsx'
import { stepParts, textOfStep } from '../shared/steps/step-parts.ts'
import { attachedTo, newStep, written } from '../shared/steps/steps.ts'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import styles from './shared-steps.module.css'

export interface SharedStepsFormProps {
  /** Null for new ones. */
  shared: SharedSteps | null
  onSaved: () => void
  onClose: () => void
}

// A type, because an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
type Values = { name: string; steps: Step[] }

const STEP_PARTS = stepParts<Values>()
const Current = z.object({ data: SharedSteps })

const LABELS: PartLabels<Values> = {
  name: (part) => (part === 'name' ? 'Name' : 'Step'),
  value: (part, values) => (part === 'name' ? values.name : textOfStep(values.steps, part)),
}

const existing = withoutMissing<Values>([referringStepAttachments()])

// The server's positions are those of the steps that were sent.
const existingValues: typeof existing = (base, values, errors) =>
  existing(base, { ...values, steps: written(values.steps) }, errors)

const plain = ({ kind, id, action, expectedResult, attachments }: Step): Step => ({
  kind,
  id,
  action,
  expectedResult,
  attachments,
})

const valuesOf = ({ name, steps }: SharedSteps): Values => ({ name, steps: steps.map(plain) })

export function SharedStepsForm({ shared, onSaved, onClose }: SharedStepsFormProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const id = useId()
  const save = async ({ values: typed, changes, expected }: Submission<Values>): Promise<SharedSteps> => {
    const { name, steps } = typed
    if (shared === null)
      return (await send(createSharedSteps, { params: { projectKey: key }, body: { name, steps: written(steps) } }))
        .data
    const body = changes.steps === undefined ? changes : { ...changes, steps: written(changes.steps) }
    return (
      await send(updateSharedSteps, {
        params: { projectKey: key, sharedStepsId: shared.id },
        body: { ...body, expected },
      })
    ).data
  }
  const of = useForm<Values, SharedSteps>({
    name: shared === null ? `shared-steps:new:${key}` : `shared-steps:${shared.id}`,
    initial: shared === null ? { name: '', steps: [newStep()] } : valuesOf(shared),
    parts: STEP_PARTS,
    stored: storedAs(Current, ({ data }) => valuesOf(data)),
    validate: ({ name, steps }) => ({
      ...(name.trim() === '' ? { name: TEXTS.required } : {}),
      ...(name.trim().length > LIMITS.caseTitle ? { name: TEXTS.titleLength255 } : {}),
      ...(written(steps).length === 0 ? { steps: TEXTS.stepsMissing } : {}),
    }),
    submit: (_, submission) => saveExisting(submission, { save, existingValues, nameOf: () => 'Attachments of steps' }),
    onDone: () => {
      toast.success(shared === null ? 'Shared steps were created' : 'Shared steps were saved')
      onSaved()
    },
  })
  const { form, field, values, change: edit, problem, isPending } = of
  const latest = useLatest({ values, edit })
  const uploads = useUploads((target, attachment) =>
    latest().edit({ steps: attachedTo(latest().values.steps, target, attachment) }),
  )
  return (
    <EditorDialog
      title={shared === null ? 'Create shared steps' : 'Edit shared steps'}
      width="medium"
      of={of}
      labels={LABELS}
      isBusy={uploads.isBusy}
      onClose={onClose}
      renderFooter={(cancel) => (
        <EditorButtons
          action={shared === null ? 'Create shared steps' : 'Save'}
          form={id}
          isPending={isPending || uploads.isBusy}
          cancel={cancel}
        />
      )}
    >
      <form {...form} id={id} className={styles.form}>
        <TextField {...field('name')} label="Name" autoComplete="off" onValueChange={(name) => edit({ name })} />
        <StepsEditor
          steps={values.steps}
          uploads={uploads}
          error={field('steps').error}
          onChange={(steps) => edit({ steps })}
        />
        {shared !== null && shared.numberOfAttachedTestCases > 0 && (
          <p className={styles.hint}>{attachedText(shared.numberOfAttachedTestCases)}; saving updates all of them.</p>
        )}
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}

export const attachedText = (count: number): string => `Attached to ${count} test ${count === 1 ? 'case' : 'cases'}`
