import { z } from 'zod/mini'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { presetName, type LauncherValues } from '../../../contract/launchers/launchers.ts'
import { withoutEmpty } from '../../../machines/launchers/launcher-values.ts'
import { useProject } from '../../boot/context.tsx'
import { plainWords } from '../../shared/forms/edit-notes.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { useLaunchers } from '../use-launchers.ts'

interface PresetDialogProps {
  /** The configuration as it is shown, with what was changed for one launch. */
  values: LauncherValues
  launcherId: number
  onClose: () => void
  onCreated: (presetId: number) => Promise<void>
}

const NameForm = z.object({ name: presetName })

export function PresetDialog({ values, launcherId, onClose, onCreated }: PresetDialogProps) {
  const { key } = useProject()
  const launchers = useLaunchers()
  const form = useForm({
    name: `preset:new:${launcherId}`,
    initial: { name: '' },
    schema: NameForm,
    submit: async ({ name }) => {
      const { id } = await launchers.createPreset(key, launcherId, { ...withoutEmpty(values), name })
      await onCreated(id)
    },
    onDone: () => toast.success(LAUNCHER_TEXTS.presetCreated),
  })
  return (
    <FormDialog
      title="Create launcher preset"
      of={form}
      words={plainWords<{ name: string }>({ name: 'Name' })}
      action="Create preset"
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Preset name"
        description="A preset keeps this configuration, whatever becomes of the launcher's defaults."
        autoComplete="off"
      />
    </FormDialog>
  )
}
