import { useId } from 'react'
import { createProject, type Project } from '../../contract/projects/projects.ts'
import { useApplication } from '../application/context.tsx'
import { EditorButtons, EditorDialog } from '../shared/forms/editor-dialog.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { suggestKey } from '../shared/project-key.ts'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import styles from './projects.module.css'

export function CreateProject({ onClose, onCreated }: { onClose: () => void; onCreated: (project: Project) => void }) {
  const { send } = useApplication()
  const id = useId()
  const of = useForm({
    name: 'create-project',
    initial: { name: '', key: '', publiclyAccessible: false },
    schema: createProject.body,
    submit: (body) => send(createProject, { body }),
    onDone: onCreated,
  })
  const { form, field, values, change, problem, isPending } = of
  return (
    <EditorDialog
      title="New project"
      of={of}
      onClose={onClose}
      renderFooter={(cancel) => (
        <EditorButtons action="Create project" form={id} isPending={isPending} cancel={cancel} />
      )}
    >
      <form {...form} id={id} className={styles.form}>
        <TextField
          {...field('name')}
          label="Project name"
          autoComplete="off"
          // The key follows the name until it is edited.
          onValueChange={(name) =>
            change(values.key === suggestKey(values.name) ? { name, key: suggestKey(name) } : { name })
          }
        />
        <TextField
          {...field('key')}
          label="Key"
          description="2 to 10 letters or numbers. Used in URLs and agent settings. It cannot be changed later."
          autoComplete="off"
          spellCheck={false}
          onValueChange={(key) => change({ key: key.toUpperCase() })}
        />
        <Checkbox
          checked={values.publiclyAccessible}
          onCheckedChange={(publiclyAccessible) => change({ publiclyAccessible })}
          description="Everyone in the workspace can view it. Otherwise only its members can."
        >
          Public
        </Checkbox>
        <InlineProblem>{problem}</InlineProblem>
      </form>
    </EditorDialog>
  )
}
