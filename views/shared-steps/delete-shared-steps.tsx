/** Confirms deletion of shared steps: cases that refer to them may keep copies (STEPS-13). */
import { useState } from 'react'
import { deleteSharedSteps, type SharedStepsSummary } from '../../contract/shared-steps/shared-steps.ts'
import { TEXTS } from '../../contract/texts.ts'
import { useConfirmedAction } from '../shared/forms/confirmed-action.ts'
import { useProject, useApplication } from '../application/context.tsx'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import { RadioGroup, RadioOption } from '../ui/forms/radio-group.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { attachedText } from './shared-steps-form.tsx'
import styles from './shared-steps.module.css'

export interface DeleteSharedStepsProps {
  shared: SharedStepsSummary
  onDone: () => void
  onClose: () => void
}

export function DeleteSharedSteps({ shared, onDone, onClose }: DeleteSharedStepsProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const [keeps, setKeeps] = useState(true)
  const { isPending, failure, confirm } = useConfirmedAction(
    () =>
      send(deleteSharedSteps, {
        params: { projectKey: key, sharedStepsId: shared.id },
        query: { keep: keeps ? 'true' : 'false' },
      }),
    () => {
      toast.success(TEXTS.sharedStepsDeleted(shared.name))
      onDone()
    },
  )
  return (
    <ConfirmDialog
      title={`Delete shared steps “${shared.name}”?`}
      confirmLabel="Delete shared steps"
      isPending={isPending}
      failure={failure}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{attachedText(shared.numberOfAttachedTestCases)}. This cannot be undone.</p>
      {shared.numberOfAttachedTestCases > 0 && (
        <RadioGroup
          label="Steps in those test cases"
          className={styles.choices}
          value={keeps ? 'keep' : 'remove'}
          onValueChange={(choice) => setKeeps(choice === 'keep')}
        >
          <RadioOption value="keep">Keep a copy in each test case</RadioOption>
          <RadioOption value="remove">Remove them</RadioOption>
        </RadioGroup>
      )}
    </ConfirmDialog>
  )
}
