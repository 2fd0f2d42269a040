/** Triggers the CI job of a launch again (RELAUNCH-15). */
import { z } from 'zod/mini'
import type { Launch } from '../../contract/launches/launches.ts'
import { RELAUNCH_TEXTS, getRelaunchWays, buildLaunch } from '../../contract/launches/relaunch.ts'
import { useProject, useResource, useApplication } from '../application/context.tsx'
import { plainWords } from '../shared/forms/edit-notes.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { useForm } from '../shared/forms/form.tsx'
import { launchTitle } from '../shared/launch-words.ts'
import { TextArea } from '../ui/forms/text-area.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { BuildParameters, parametersIn } from './build-parameters.ts'

const Fields = z.object({ parameters: BuildParameters })

export function BuildDialog({ launch, onClose }: { launch: Launch; onClose: () => void }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value: ways } = useResource(() => send(getRelaunchWays, { params: { projectKey: key, launchId: launch.id } }))
  const form = useForm({
    name: `build:${launch.id}`,
    initial: { parameters: '' },
    schema: Fields,
    submit: ({ parameters }) =>
      send(buildLaunch, {
        params: { projectKey: key, launchId: launch.id },
        body: { parameters: parametersIn(parameters) },
      }),
    onDone: () => {
      toast.success(RELAUNCH_TEXTS.built)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Build ${launchTitle(launch)} now?`}
      of={form}
      words={plainWords<{ parameters: string }>({ parameters: 'Parameters' })}
      action="Build now"
      onClose={onClose}
    >
      <p>
        {ways?.problem ??
          `${ways?.ci?.name ?? 'The CI service'} starts the job that reported this launch. Its results become a new launch.`}
      </p>
      <TextArea
        {...form.field('parameters')}
        label="Parameters"
        description="One name=value on each line; others have the defaults of the job."
        rows={4}
      />
    </FormDialog>
  )
}
