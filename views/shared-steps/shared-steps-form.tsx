/** Shared steps as they are written: a name and at least one step (STEPS-13). */
import { useId } from 'react'
import { ERROR_CODES } from '../../contract/errors.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Step } from '../../contract/cases/steps.ts'
import type { SharedSteps } from '../../contract/shared-steps.ts'
import { TEXTS } from '../../contract/texts.ts'
import { ApiError } from '../../services/api-error.ts'
import { useUploads } from '../app/attachments/use-uploads.ts'
import { useProject } from '../app/context.tsx'
import { useForm } from '../app/form.tsx'
import { useLatest } from '../app/latest.ts'
import { StepsEditor } from '../app/steps/steps-editor.tsx'
import { attachedTo, newStep, written } from '../app/steps/steps.ts'
import { useSharedSteps } from '../app/steps/use-shared-steps.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './shared-steps.module.css'

export interface SharedStepsFormProps {
  /** Null: new ones. */
  shared: SharedSteps | null
  onSaved: () => void
  onClose: () => void
}

// A type and not an interface: forms want an index.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
type Values = { name: string; steps: Step[]; version: number }

const plain = ({ kind, id, action, expectedResult, attachments }: Step): Step => ({
  kind,
  id,
  action,
  expectedResult,
  attachments,
})

export function SharedStepsForm({ shared, onSaved, onClose }: SharedStepsFormProps) {
  const { key } = useProject()
  const service = useSharedSteps()
  const id = useId()
  const { form, field, values, change, cancel, problem, failure, isDirty, isPending } = useForm<Values, SharedSteps>({
    name: shared === null ? `shared-steps:new:${key}` : `shared-steps:${shared.id}`,
    initial: {
      name: shared?.name ?? '',
      steps: shared?.steps.map(plain) ?? [newStep()],
      version: shared?.version ?? 0,
    },
    validate: ({ name, steps }) => ({
      ...(name.trim() === '' ? { name: TEXTS.required } : {}),
      ...(name.trim().length > LIMITS.caseTitle ? { name: TEXTS.titleLength255 } : {}),
      ...(written(steps).length === 0 ? { steps: TEXTS.stepsMissing } : {}),
    }),
    submit: async ({ name, steps, version }) => {
      const body = { name, steps: written(steps) }
      return shared === null
        ? (await service.create(key, body)).data
        : (await service.update(key, shared.id, { ...body, version })).data
    },
    onDone: () => {
      toast.success(shared === null ? 'Shared steps were created' : 'Shared steps were saved')
      onSaved()
    },
  })
  // The version goes with what is typed, so that a draft that is found again is compared with what it began from.
  const edit = (changes: Partial<Values>) => change({ ...changes, version: values.version })
  const latest = useLatest({ values, edit })
  const uploads = useUploads((target, attachment) =>
    latest().edit({ steps: attachedTo(latest().values.steps, target, attachment) }),
  )
  const isStale = failure instanceof ApiError && failure.code === ERROR_CODES.stale
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Dialog
      title={shared === null ? 'Create shared steps' : 'Edit shared steps'}
      width="medium"
      onClose={close}
      closesOnScrim={!isDirty && !isPending && !uploads.isBusy}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" isPending={isPending || uploads.isBusy}>
            {shared === null ? 'Create shared steps' : 'Save'}
          </Button>
        </>
      }
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
          <p className={styles.hint}>{attachedWords(shared.numberOfAttachedTestCases)}; saving updates all of them.</p>
        )}
        <InlineProblem>{isStale ? `${TEXTS.sharedStepsStale}. Review and merge.` : problem}</InlineProblem>
      </form>
    </Dialog>
  )
}

export const attachedWords = (count: number): string => `Attached to ${count} test ${count === 1 ? 'case' : 'cases'}`
