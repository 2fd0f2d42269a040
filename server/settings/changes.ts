import { settingsStream } from '../../contract/live.ts'
import type { SettingsArea, SettingsChange } from '../../contract/settings/changes.ts'
import type { Principal } from '../access/principals.ts'
import { appendEvents, type NewEvent } from '../db/events.ts'
import type { Tx } from '../db/open.ts'

/** Project whose settings are changed, and the author. */
export interface SettingsAuthor {
  projectId: number
  userId: number
}

export const authorOf = ({ project, caller }: { project: { id: number }; caller: Principal }): SettingsAuthor => ({
  projectId: project.id,
  userId: caller.userId,
})

interface Change {
  projectId: number
  /** Null for changes by a rule of the project. */
  userId: number | null
  area: SettingsArea
  changes: readonly SettingsChange[]
  /** Version of a list that is saved as a whole. */
  version?: number
  /** Stream to append to; members use the workspace's stream, since they determine who may subscribe to what. */
  stream?: string
}

/** Returns the event of one save. */
export const settingsEvent = ({ area, projectId, userId, changes, version, stream }: Change): NewEvent => ({
  stream: stream ?? settingsStream(projectId),
  type: `settings/${area}`,
  payload: {
    area,
    changes,
    ...(version === undefined ? {} : { version }),
    ...(userId === null ? { isAutomatic: true } : {}),
  },
  projectId,
  userId,
})

/** Appends the event of one save, or none if nothing changed. Call it once, at the end of the transaction that makes the change. */
export const appendChanges = async (tx: Tx, change: Change): Promise<void> => {
  if (change.changes.length > 0) await appendEvents(tx, [settingsEvent(change)])
}

/** Returns the fields that differ, with both values. */
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
