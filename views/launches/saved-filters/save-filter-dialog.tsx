/** Saves the active predicates under a name (SAVF-03 to 07). Typed text survives a rejection, Escape and a reload. */
import { useId } from 'react'
import type { LaunchesQuery } from '../../../contract/launches/launches.ts'
import { predicatesOf } from '../../../contract/launches/launch-predicates.ts'
import { SavedFilterFields, createSavedFilter, type SavedFilter } from '../../../contract/launches/saved-filters.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { plainLabels } from '../../shared/forms/edit-notes.tsx'
import { EditorButtons, EditorDialog } from '../../shared/forms/editor-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { predicateLabel } from '../../shared/launch-filters/filter-text.ts'
import styles from './saved-filters.module.css'

interface Values extends Record<string, unknown> {
  name: string
  isPrivate: boolean
}
const LABELS = plainLabels<Values>({ name: 'Name', isPrivate: 'Private' })
const INITIAL: Values = { name: '', isPrivate: true }

export interface SaveFilterDialogProps {
  query: LaunchesQuery
  onSaved: (saved: SavedFilter) => void
  onClose: () => void
}

export function SaveFilterDialog({ query, onSaved, onClose }: SaveFilterDialogProps) {
  const { send } = useApplication()
  const { key } = useProject()
  const formId = useId()
  const items = predicatesOf(query)
  const of = useForm({
    name: `save-launch-filter:${key}`,
    initial: INITIAL,
    schema: SavedFilterFields,
    submit: ({ name, isPrivate }) =>
      send(createSavedFilter, { params: { projectKey: key }, body: { name, isPrivate, items } }),
    onDone: (saved) => {
      toast.success(TEXTS.filterSaved(saved.name))
      onSaved(saved)
      onClose()
    },
  })
  const { form, field, values, isPending, problem } = of
  return (
    <EditorDialog
      title="Save filter"
      of={of}
      labels={LABELS}
      onClose={onClose}
      renderFooter={(cancel) => (
        <EditorButtons action="Save filter" form={formId} isPending={isPending} cancel={cancel} />
      )}
    >
      <form {...form} id={formId} className={styles.fields}>
        <p className={styles.about}>{items.map(predicateLabel).join(' · ')}</p>
        <TextField {...field('name')} label="Name" />
        <Checkbox
          checked={!values.isPrivate}
          onCheckedChange={(isPublic) => field('isPrivate').onValueChange(!isPublic)}
        >
          Share with everyone in the project
        </Checkbox>
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
