import { useId } from 'react'
import type { TestCase } from '../../contract/cases/cases.ts'
import { LIMITS } from '../../contract/limits.ts'
import { TEXTS } from '../../contract/texts.ts'
import type { Structure } from '../../machines/repository-layout.ts'
import { useProject } from '../app/context.tsx'
import { useForm } from '../app/form.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InlineProblem } from '../ui/inline-problem.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ParentField } from './parent-field.tsx'
import { useCases } from './use-cases.ts'
import styles from './dialogs.module.css'

export interface CaseDialogProps {
  structure: Structure
  suiteId: number | null
  onCreated: (testCase: TestCase) => void
  onClose: () => void
}

/** A new case by its title and its suite (TCASE-05); all else begins with the project's defaults. */
export function CaseDialog({ structure, suiteId, onCreated, onClose }: CaseDialogProps) {
  const { key } = useProject()
  const cases = useCases()
  const id = useId()
  const { form, field, values, change, cancel, problem, isDirty, isPending } = useForm({
    name: `case:new:${key}`,
    initial: { title: '', testSuiteId: suiteId },
    validate: ({ title, testSuiteId }) => ({
      ...(title.length > LIMITS.caseTitle ? { title: TEXTS.titleLength255 } : {}),
      ...(testSuiteId === null ? { testSuiteId: TEXTS.required } : {}),
    }),
    submit: async ({ title, testSuiteId }) => (await cases.create(key, { title, testSuiteId: testSuiteId ?? 0 })).data,
    onDone: onCreated,
  })
  const close = () => {
    cancel()
    onClose()
  }
  const { error } = field('testSuiteId')
  return (
    <Dialog
      title="Create test case"
      onClose={close}
      closesOnScrim={!isDirty && !isPending}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" isPending={isPending}>
            Create test case
          </Button>
        </>
      }
    >
      <form {...form} id={id} className={styles.form}>
        <TextField {...field('title')} label="Title" placeholder={TEXTS.caseTitlePlaceholder} autoComplete="off" />
        <ParentField
          label="Suite"
          structure={structure}
          value={values.testSuiteId}
          onChange={(to) => change({ testSuiteId: to })}
        />
        <InlineProblem>{error ?? problem}</InlineProblem>
      </form>
    </Dialog>
  )
}
