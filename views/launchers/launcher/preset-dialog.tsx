import { z } from 'zod/mini'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { presetName, type LauncherValues } from '../../../contract/launchers/launchers.ts'
import { scheduleList, type ScheduleValues } from '../../../contract/launchers/schedules.ts'
import { editSchedules } from '../../../machines/launchers/schedule-edits.ts'
import { withoutEmpty } from '../../../machines/launchers/launcher-values.ts'
import { useProject } from '../../boot/context.tsx'
import { plainWords } from '../../shared/forms/edit-notes.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { useForm } from '../../shared/forms/form.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { useLaunchers } from '../use-launchers.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import styles from './schedules.module.css'

interface PresetDialogProps {
  /** The configuration as it is shown, with what was changed for one launch. */
  values: LauncherValues
  launcherId: number
  onClose: () => void
  onCreated: (presetId: number) => Promise<void>
}

const NameForm = z.object({ name: presetName, schedules: scheduleList })

interface Values extends Record<string, unknown> {
  name: string
  schedules: ScheduleValues[]
}

export function PresetDialog({ values, launcherId, onClose, onCreated }: PresetDialogProps) {
  const { key } = useProject()
  const launchers = useLaunchers()
  const form = useForm<Values, unknown>({
    name: `preset:new:${launcherId}`,
    initial: { name: '', schedules: [] },
    schema: NameForm,
    submit: async ({ name, schedules }) => {
      const { id } = await launchers.createPreset(key, launcherId, { ...withoutEmpty(values), name, schedules })
      // The preset opens in the place of this dialog, which then no longer hears that it is done.
      toast.success(LAUNCHER_TEXTS.presetCreated)
      await onCreated(id)
    },
  })
  return (
    <FormDialog
      title="Create launcher preset"
      of={form}
      words={plainWords<Values>({ name: 'Name', schedules: 'Schedules' })}
      action="Create preset"
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label="Preset name"
        description="A preset keeps this configuration, whatever becomes of the launcher's defaults."
        autoComplete="off"
      />
      <Checkbox
        checked={form.values.schedules.length > 0}
        onCheckedChange={(isOn) =>
          form.change({ schedules: [...editSchedules(form.values.schedules, { type: 'schedules/switched', isOn }, 1)] })
        }
      >
        Start it by schedule
      </Checkbox>
      {form.values.schedules.length > 0 && (
        <div className={styles.inDialog}>
          <ScheduleFields
            schedules={form.values.schedules}
            disabled={form.isPending}
            fewest={1}
            onChange={(schedules) => form.change({ schedules })}
          />
        </div>
      )}
    </FormDialog>
  )
}
