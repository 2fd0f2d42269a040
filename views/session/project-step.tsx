import { createProject } from '../../contract/projects/projects.ts'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { useApplication } from '../application/context.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { suggestKey } from '../shared/project-key.ts'
import { Button } from '../ui/controls/button.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { NOTE, STEPS } from './steps.ts'

export function ProjectStep({ onCreated, onBack }: { onCreated: (projectKey: string) => void; onBack: () => void }) {
  const { send } = useApplication()
  const { form, field, values, change, problem, isPending } = useForm({
    name: 'first-project',
    initial: { name: '', key: '' },
    schema: createProject.body,
    submit: (wanted) => send(createProject, { body: { ...wanted, publiclyAccessible: false } }),
    onDone: ({ key }) => onCreated(key),
  })
  return (
    <AuthPage
      title="Create your first project"
      lead="A project holds the tests of one product or service, and who can see them."
      steps={{ names: STEPS, current: 1 }}
      note={NOTE}
    >
      <form {...form}>
        <TextField
          {...field('name')}
          label="Project name"
          size="lg"
          autoComplete="off"
          autoFocus
          // The key follows the name until it is edited.
          onValueChange={(name) =>
            change(values.key === suggestKey(values.name) ? { name, key: suggestKey(name) } : { name })
          }
        />
        <TextField
          {...field('key')}
          label="Key"
          description="2 to 10 letters or numbers. Used in URLs and agent settings. It cannot be changed later."
          size="lg"
          autoComplete="off"
          spellCheck={false}
          onValueChange={(key) => change({ key: key.toUpperCase() })}
        />
        <InlineProblem>{problem}</InlineProblem>
        <Button type="submit" variant="primary" size="lg" isWide isPending={isPending}>
          Create project
        </Button>
        <Button size="lg" isWide onClick={onBack}>
          Back
        </Button>
      </form>
    </AuthPage>
  )
}
