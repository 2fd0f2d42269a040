import { useId } from 'react'
import { createSuite } from '../../contract/cases/suites.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PlacedSuite, Structure } from '../../machines/repository-layout.ts'
import { useProject } from '../app/context.tsx'
import { useForm } from '../app/form.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ParentField } from './parent-field.tsx'
import { useCases } from './use-cases.ts'
import styles from './dialogs.module.css'

export interface SuiteDialogProps {
  structure: Structure
  /** What is edited; null for a new one. */
  suite: PlacedSuite | null
  /** Of a new one; null for the top. */
  parentSuiteId: number | null
  onSaved: (suiteId: number) => void
  onClose: () => void
}

/** Creates a suite or changes its words (SUITE-01, SUITE-04). Where it stands is changed by moving it. */
export function SuiteDialog({ structure, suite, parentSuiteId, onSaved, onClose }: SuiteDialogProps) {
  const { key } = useProject()
  const cases = useCases()
  const id = useId()
  const { form, field, values, change, cancel, problem, isDirty, isPending } = useForm({
    name: suite === null ? `suite:new:${key}` : `suite:${suite.id}`,
    initial: { title: suite?.title ?? '', description: suite?.description ?? '', parentSuiteId },
    schema: createSuite.body,
    submit: ({ title, description, parentSuiteId: parent }) =>
      suite === null
        ? cases.createSuite(key, { title, description, parentSuiteId: parent })
        : cases.updateSuite(key, suite.id, { title, description }),
    onDone: (saved) => onSaved(saved.id),
  })
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Dialog
      title={suite === null ? 'Create suite' : `Edit suite ${suite.title}`}
      onClose={close}
      closesOnScrim={!isDirty && !isPending}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" isPending={isPending}>
            {suite === null ? 'Create suite' : 'Save suite'}
          </Button>
        </>
      }
    >
      <form {...form} id={id} className={styles.form}>
        <TextField {...field('title')} label="Title" autoComplete="off" />
        <TextArea
          {...field('description')}
          label="Description"
          description={`Optional. ${(LIMITS.suiteDescription - values.description.length).toLocaleString('en')} characters left.`}
          rows={4}
        />
        {suite === null && (
          <ParentField
            label="Parent suite"
            structure={structure}
            value={values.parentSuiteId}
            top="None: at the top"
            onChange={(to) => change({ parentSuiteId: to })}
          />
        )}
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </Dialog>
  )
}
