/** Saves a run configuration as a preset: of a launcher, or of a started launch. */
import { useState } from 'react'
import { z } from 'zod/mini'
import { presetName, type createPreset, type LauncherValues } from '../../../contract/launchers/launchers.ts'
import { scheduleList, type ScheduleValues } from '../../../contract/launchers/schedules.ts'
import { editSchedules } from '../../../machines/launchers/schedule-edits.ts'
import { withoutEmpty } from '../../../machines/launchers/launcher-values.ts'
import { plainLabels } from '../forms/edit-notes.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useForm } from '../forms/form.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import styles from './schedules.module.css'

interface PresetDialogProps {
  /** Name of the draft. */
  draft: string
  /** Configuration to save. */
  values: LauncherValues
  /** Validation rules of the name, with messages. */
  name?: typeof presetName
  create: (values: z.infer<(typeof createPreset)['body']>) => Promise<{ id: number }>
  onClose: () => void
  /** Called after creation, before the dialog closes. */
  onCreated: (presetId: number) => Promise<void>
}

interface Values extends Record<string, unknown> {
  name: string
  schedules: ScheduleValues[]
}

export function PresetDialog({
  draft,
  values,
  name: rules = presetName,
  create,
  onClose,
  onCreated,
}: PresetDialogProps) {
  const [schema] = useState(() => z.object({ name: rules, schedules: scheduleList }))
  const form = useForm<Values, unknown>({
    name: draft,
    initial: { name: '', schedules: [] },
    schema,
    submit: async ({ name, schedules }) => onCreated((await create({ ...withoutEmpty(values), name, schedules })).id),
  })
  return (
    <FormDialog
      title="Create launcher preset"
      of={form}
      labels={plainLabels<Values>({ name: 'Name', schedules: 'Schedules' })}
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
