/** Saves the configuration of a started launch as a preset of its launcher (PRESET rows). */
import { getLaunchArguments } from '../../contract/launchers/start.ts'
import { LAUNCHER_TEXTS } from '../../contract/launchers/launcher-texts.ts'
import { presetTitle, getLauncher, createPreset } from '../../contract/launchers/launchers.ts'
import type { Launch } from '../../contract/launches/launches.ts'
import { prefilled, valuesOf } from '../../machines/launchers/launcher-values.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../application/context.tsx'
import { PresetDialog } from '../shared/launchers/preset-dialog.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { ProblemState } from '../ui/layout/empty-state.tsx'
import { toast } from '../ui/toasts/toasts.ts'
import { Coming } from '../ui/overlays/use-overlays.ts'

export function SavePresetDialog({ launch, onClose }: { launch: Launch; onClose: () => void }) {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, isLoading, retry } = useResource(async () => {
    const started = await send(getLaunchArguments, { params: { projectKey: key, launchId: launch.id } })
    const launcher = await send(getLauncher, { params: { projectKey: key, launcherId: started.launcherId } })
    return { launcherId: started.launcherId, values: prefilled(valuesOf(launcher), started) }
  })
  if (value === null)
    return failure === null ? (
      <Coming onClose={onClose} />
    ) : (
      <Dialog title="Create launcher preset" onClose={onClose}>
        <ProblemState title="The configuration of the launch did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      </Dialog>
    )
  return (
    <PresetDialog
      draft={`preset:launch:${launch.id}`}
      values={value.values}
      name={presetTitle}
      create={(values) =>
        send(createPreset, { params: { projectKey: key, launcherId: value.launcherId }, body: values })
      }
      onClose={onClose}
      onCreated={() => {
        toast.success(LAUNCHER_TEXTS.presetCreated)
        onClose()
        return Promise.resolve()
      }}
    />
  )
}
