import { useLocation, useSearch } from 'wouter'
import { createLauncher } from '../../../contract/launchers/launchers.ts'
import { listRepositories, type RepositoryNode } from '../../../contract/launchers/repositories.ts'
import { addingProblem, savingProblem } from '../../../machines/launchers/readiness.ts'
import { useProject, useApplication } from '../../application/context.tsx'
import { paths } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { launchersHref } from '../address.ts'
import { useArea } from '../area.ts'
import { FIELD_LABELS } from './field-labels.ts'
import { ConfigPage } from './config-page.tsx'
import { useLauncherForm } from './use-launcher-form.ts'
import { useLauncherOptions } from './use-launcher-options.ts'

export function NewLauncherView({ repository }: { repository: RepositoryNode }) {
  const { key } = useProject()
  const search = useSearch()
  const [, navigate] = useLocation()
  const { send } = useApplication()
  const { change } = useArea()
  const options = useLauncherOptions(repository.id)
  const form = useLauncherForm({
    name: `launcher:new:${repository.id}`,
    stored: null,
    isOverridable: true,
    save: () => Promise.reject(new Error('a new launcher is created')),
    // The tree must include it before it opens: unknown launchers are shown as not found.
    create: async (values) => {
      const created = await send(createLauncher, { params: { projectKey: key, repoId: repository.id }, body: values })
      change((await send(listRepositories, { params: { projectKey: key } })).items)
      return created
    },
    onCreated: ({ id }) => navigate(launchersHref(key, { repoId: repository.id, launcherId: id }, search)),
  })
  const problem =
    addingProblem(options.loaded, repository) ?? savingProblem(options.loaded, form.problems, FIELD_LABELS.name)
  const cancel = () => {
    form.cancel()
    navigate(launchersHref(key, { repoId: repository.id }, search))
  }
  return (
    <ConfigPage
      title="New launcher"
      names={{ [paths.launcherRepository]: repository.name }}
      form={form}
      options={options}
      nameLabel="Launcher name"
      bar={
        <>
          <p>{problem}</p>
          <Button onClick={cancel}>Cancel</Button>
          <Button variant="primary" isPending={form.isPending} disabled={problem !== null} onClick={form.save}>
            ADD
          </Button>
        </>
      }
    />
  )
}
