import { createSuite, Suite, updateSuite } from '../../../contract/cases/suites.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { PlacedSuite, Structure } from '../../../machines/cases/repository-layout.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useUndo } from '../undo/use-undo-history.ts'
import { ParentField } from './parent-field.tsx'

export interface SuiteDialogProps {
  structure: Structure
  /** The edited suite; null for a new one. */
  suite: PlacedSuite | null
  /** Parent of a new suite; null for the top level. */
  parentSuiteId: number | null
  onSaved: (suiteId: number) => void
  onClose: () => void
}

const LABELS = plainLabels<{ title: string; description: string; parentSuiteId: number | null }>({
  title: 'Title',
  description: 'Description',
})

const textsIn = ({ title, description }: { title?: string; description?: string }) => ({
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
})

/** Creates a suite or edits its texts (SUITE-01, SUITE-04). Its position changes by moving it. */
export function SuiteDialog({ structure, suite, parentSuiteId, onSaved, onClose }: SuiteDialogProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const history = useUndo()
  const form = useForm({
    name: suite === null ? `suite:new:${key}` : `suite:${suite.id}`,
    initial: { title: suite?.title ?? '', description: suite?.description ?? '', parentSuiteId },
    stored: storedAs(Suite, ({ title, description }) => ({ title, description })),
    schema: createSuite.body,
    submit: async ({ title, description, parentSuiteId: parent }, { changes, expected }) => {
      if (suite === null) {
        const operationId = crypto.randomUUID()
        const created = await send(createSuite, {
          params: { projectKey: key },
          body: { title, description, parentSuiteId: parent, operationId },
        })
        history.changed(`Suite "${created.title}" was created`, { kind: 'operation', operationId })
        return created
      }
      const [now, before] = [textsIn(changes), textsIn(expected)]
      const saved = await send(updateSuite, {
        params: { projectKey: key, suiteId: suite.id },
        body: { ...now, expected: before },
      })
      history.changed(`Suite "${saved.title}" was changed`, {
        kind: 'suite',
        suiteId: suite.id,
        words: before,
        expected: now,
      })
      return saved
    },
    onDone: (saved) => onSaved(saved.id),
  })
  const { field, values, change } = form
  return (
    <FormDialog
      title={suite === null ? 'Create suite' : `Edit suite ${suite.title}`}
      of={form}
      labels={LABELS}
      action={suite === null ? 'Create suite' : 'Save suite'}
      onClose={onClose}
    >
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
          top="None (top level)"
          onChange={(to) => change({ parentSuiteId: to })}
        />
      )}
    </FormDialog>
  )
}
