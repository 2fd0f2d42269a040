import { settingsStream } from '../../contract/live.ts'
import type { SettingsArea, SettingsChange } from '../../contract/settings/changes.ts'
import type { NewEvent } from '../db/events.ts'

interface Change {
  area: SettingsArea
  projectId: number
  personId: number
  changes: readonly SettingsChange[]
  /** Of a held list. */
  version?: number
  /** Another stream than the settings' own: members are told in the workspace's, for they change who may follow what. */
  stream?: string
}

/** The event of one save of the settings, to be appended once at the end of the transaction that makes the change. */
export const settingsEvent = ({ area, projectId, personId, changes, version, stream }: Change): NewEvent => ({
  stream: stream ?? settingsStream(projectId),
  type: `settings/${area}`,
  payload: { area, changes, ...(version === undefined ? {} : { version }) },
  projectId,
  personId,
})

/** The fields that differ, each with its two values. Empty when none does. */
export const differences = <T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): NonNullable<SettingsChange['values']> => {
  const values: NonNullable<SettingsChange['values']> = {}
  for (const field of fields)
    if (!isSame(before[field], after[field])) values[field] = { before: before[field], after: after[field] }
  return values
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))
