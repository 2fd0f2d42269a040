import { z } from 'zod/mini'
import { TEXTS } from '../texts.ts'
import { isImageName } from './image-name.ts'
import { LAUNCHER_LIMITS, LAUNCHER_TEXTS } from './launcher-texts.ts'
import { WorkerLabels } from './worker-labels.ts'

/** Types of variables and capabilities (VARS-01). The value of a `SECRET` is stored encrypted and then referred to by `secretId`. */
const ITEM_TYPES = ['STRING', 'CHOICE', 'INTEGER', 'BOOLEAN', 'SECRET'] as const
const ItemType = z.enum(ITEM_TYPES)
export type ItemType = z.infer<typeof ItemType>

/** An environment variable or a capability. */
export const ConfigItem = z.object({
  name: z.string().check(z.trim(), z.maxLength(LAUNCHER_LIMITS.itemName)),
  type: ItemType,
  value: z.string().check(z.maxLength(LAUNCHER_LIMITS.itemValue)),
  /** Options of a `CHOICE`. */
  values: z.optional(z.array(z.string().check(z.maxLength(500))).check(z.maxLength(LAUNCHER_LIMITS.options))),
  /** Id of a stored `SECRET`. The stored value is kept unless a new value is sent. */
  secretId: z.optional(z.uuid()),
})
export type ConfigItem = z.infer<typeof ConfigItem>

/** Returns an error message for each invalid field of an item (VARS-02 to VARS-06). */
export const itemProblems = (item: ConfigItem): { name?: string; value?: string; values?: string } => {
  const { name, type, value, values = [], secretId } = item
  const problems: { name?: string; value?: string; values?: string } = {}
  if (name.trim() === '') problems.name = TEXTS.required
  else if (name.includes('=')) problems.name = LAUNCHER_TEXTS.itemName
  if (type === 'CHOICE' && values.every((option) => option.trim() === ''))
    problems.values = LAUNCHER_TEXTS.optionsRequired
  if (value.trim() === '') {
    if (type !== 'SECRET' || secretId === undefined) problems.value = TEXTS.required
  } else if (type === 'INTEGER' && !/^[+-]?\d{1,18}$/.test(value.trim())) problems.value = LAUNCHER_TEXTS.integer
  else if (type === 'BOOLEAN' && value !== 'true' && value !== 'false') problems.value = LAUNCHER_TEXTS.boolean
  else if (type === 'CHOICE' && !values.includes(value)) problems.value = LAUNCHER_TEXTS.optionUnknown
  return problems
}

/** Returns an error message for the first invalid item of a list; null if all are valid. */
const itemsProblem = (items: readonly ConfigItem[]): string | null => {
  const names = new Set<string>()
  for (const item of items) {
    const [problem] = Object.values(itemProblems(item)) as string[]
    const name = item.name.trim()
    if (problem !== undefined) return name === '' ? problem : `${name}: ${problem}`
    if (names.has(name)) return `${name}: ${LAUNCHER_TEXTS.nameTwice}`
    names.add(name)
  }
  return null
}

const items = z.array(ConfigItem).check(
  z.maxLength(LAUNCHER_LIMITS.items),
  z.refine((given) => itemsProblem(given) === null, {
    error: ({ input }) => itemsProblem(input as ConfigItem[]) ?? '',
  }),
)

/** Where launches run (CONF-13 to CONF-16). `ASSAY` is the engine. */
const EXECUTORS = ['ASSAY', 'BROWSER_STACK', 'LAMBDA_TEST', 'ASSAY_DEVICE_FARM', 'SAUCE_LABS', 'TESTING_BOT'] as const
export const Executor = z.enum(EXECUTORS)
export type Executor = z.infer<typeof Executor>

const EMAIL = /^[^\s@,]{1,64}@[^\s@,]{1,190}\.[^\s@,.]{1,63}$/

/** Removes whitespace (CONF-23). */
const cleanEmails = (text: string): string => text.replace(/\s+/g, '')

/** Returns the first invalid address of a comma-separated list; null if all are valid (CONF-24). */
export const wrongEmail = (text: string): string | null =>
  cleanEmails(text)
    .split(',')
    .find((one) => one !== '' && !EMAIL.test(one)) ?? null

const upTo500 = z.string().check(z.trim(), z.maxLength(LAUNCHER_LIMITS.text, LAUNCHER_TEXTS.length500))
const needed500 = z
  .string()
  .check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(LAUNCHER_LIMITS.text, LAUNCHER_TEXTS.length500))
const emails = z.string().check(
  z.maxLength(10_000),
  z.refine((text) => wrongEmail(text) === null, {
    error: ({ input }) => LAUNCHER_TEXTS.email(wrongEmail(String(input)) ?? ''),
  }),
  z.overwrite(cleanEmails),
)

/** Returns whether the text is a relative path that stays inside the repository. */
const isFolderWithin = (folder: string): boolean =>
  !/^[/\\]|[\u0000-\u001f]|^[a-z]:/i.test(folder) && folder.split(/[/\\]/).every((part) => part !== '..' && part !== '')

export const launcherName = z
  .string()
  .check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(LAUNCHER_LIMITS.name, LAUNCHER_TEXTS.length500))

/** Fields of a run configuration (CONF-01), shared by launchers, presets and starts of launches. */
export const configFields = {
  branch: needed500,
  dockerImage: needed500.check(z.refine((name) => name === '' || isImageName(name), LAUNCHER_TEXTS.dockerImage)),
  launchCommand: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, TEXTS.required),
      z.maxLength(LAUNCHER_LIMITS.launchCommand, LAUNCHER_TEXTS.length1To4095),
    ),
  executor: z.nullable(Executor),
  /** Id of the integration; null for the engine (START-08). */
  executorId: z.nullable(z.string().check(z.maxLength(100))),
  /** Key of the environment that the launch reports. */
  environment: z.nullable(upTo500),
  milestoneId: z.nullable(z.int()),
  milestone: z.nullable(upTo500),
  instanceTypeId: z.nullable(z.string().check(z.maxLength(100))),
  /** Labels that a worker must have to run the launch. */
  workerLabels: z.optional(WorkerLabels),
  /** Folder of the repository whose files become artifacts of the launch. */
  artifactsFolder: z.optional(
    z.nullable(
      upTo500.check(
        z.overwrite((folder) => folder.replace(/[/\\]$/, '')),
        z.refine((folder) => folder === '' || isFolderWithin(folder), LAUNCHER_TEXTS.artifactsFolder),
      ),
    ),
  ),
  envVars: items,
  providerCapabilities: items,
  customCapabilities: items,
  emails,
  slackChannels: z.nullable(upTo500),
  teamsChannels: z.nullable(upTo500),
}

export const LaunchConfig = z.object(configFields)
export type LaunchConfig = z.infer<typeof LaunchConfig>

/** Prefix of internal capabilities, which are not passed to tests (VARS-11). */
export const INTERNAL_CAPABILITY = 'zeb-'
