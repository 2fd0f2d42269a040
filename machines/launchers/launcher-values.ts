import {
  configFields,
  itemProblems,
  type ConfigItem,
  type LaunchConfig,
} from '../../contract/launchers/launch-config.ts'
import { LauncherValues } from '../../contract/launchers/launchers.ts'
import { scheduleList, type Schedule, type ScheduleValues } from '../../contract/launchers/schedules.ts'
import type { LaunchArguments, LaunchPayload, LaunchVariable } from '../../contract/launchers/start.ts'
import type { FieldErrors } from '../patterns/form-dialog.machine.ts'

/** Form values; for a preset with its schedules. */
export type FormValues = LauncherValues & { schedules?: ScheduleValues[] }

export const NEW_LAUNCHER: LauncherValues = {
  name: '',
  branch: '',
  dockerImage: '',
  launchCommand: '',
  executor: 'ASSAY',
  executorId: null,
  environment: null,
  milestoneId: null,
  milestone: null,
  instanceTypeId: null,
  artifactsFolder: null,
  envVars: [],
  providerCapabilities: [],
  customCapabilities: [],
  emails: '',
  slackChannels: null,
  teamsChannels: null,
}

const ITEM_LISTS = ['envVars', 'providerCapabilities', 'customCapabilities'] as const
type ItemList = (typeof ITEM_LISTS)[number]

/** Converts the stored configuration to form values. */
export const valuesOf = ({
  name,
  config,
  schedules,
}: {
  name: string
  config: LaunchConfig
  schedules?: readonly Schedule[]
}): FormValues => ({
  name,
  ...config,
  artifactsFolder: config.artifactsFolder ?? null,
  ...(schedules && { schedules: schedules.map(({ id, cron, timezone }) => ({ id, cron, timezone })) }),
})

/** Drops empty items (VARS-08). */
export const withoutEmpty = <Values extends Partial<LauncherValues>>(values: Values): Values => {
  const saved: Partial<Record<ItemList, ConfigItem[]>> = {}
  for (const list of ITEM_LISTS)
    if (values[list] !== undefined)
      saved[list] = values[list].filter(({ name, value, secretId }) => name.trim() !== '' || value !== '' || secretId)
  return { ...values, ...saved }
}

/** Returns the first error of every invalid field. */
export const problemsOf = (values: FormValues): FieldErrors<FormValues> => {
  const problems: FieldErrors<FormValues> = {}
  const parsed = LauncherValues.safeParse(withoutEmpty(values))
  for (const { path, message } of parsed.error?.issues ?? []) problems[path[0] as keyof LauncherValues] ??= message
  const [wrong] = scheduleList.safeParse(values.schedules ?? []).error?.issues ?? []
  if (wrong) problems.schedules = wrong.message
  return problems
}

/** Returns whether an item has a name or a value: empty ones are dropped, not invalid. */
export const problemsOfItem = (item: ConfigItem): ReturnType<typeof itemProblems> =>
  item.name.trim() === '' && item.value === '' && item.secretId === undefined ? {} : itemProblems(item)

const variableOf = ({ name, value, secretId }: ConfigItem): LaunchVariable => ({
  name,
  value,
  ...(secretId === undefined ? {} : { secretId }),
})

/** Returns names and values to start a launch with (VARS-12). */
export const payloadOf = (values: FormValues): LaunchPayload => {
  const { name: _, schedules: _schedules, ...config } = withoutEmpty(values)
  return {
    ...config,
    envVars: config.envVars.map(variableOf),
    providerCapabilities: config.providerCapabilities.map(variableOf),
    customCapabilities: config.customCapabilities.map(variableOf),
  }
}

/** Applies values of an earlier launch over the launcher's: items keep the launcher's types (LAUN-37). */
export const prefilled = (stored: LauncherValues, { config }: Pick<LaunchArguments, 'config'>): LauncherValues => {
  const values: LauncherValues = { ...stored, ...config, envVars: [], providerCapabilities: [], customCapabilities: [] }
  for (const list of ITEM_LISTS)
    values[list] = config[list].map(({ name, value, secretId }): ConfigItem => {
      const known = stored[list].find((item) => item.name === name)
      if (secretId !== undefined) return { name, type: 'SECRET', value: '', secretId }
      if (known === undefined || known.type === 'SECRET') return { name, type: 'STRING', value }
      return { ...known, value }
    })
  return values
}

/** Returns the fields that differ from the stored configuration. */
export const changedFields = (stored: LauncherValues, values: LauncherValues): (keyof LauncherValues)[] =>
  (Object.keys(configFields) as (keyof LauncherValues)[]).filter(
    (field) => JSON.stringify(stored[field]) !== JSON.stringify(values[field]),
  )
