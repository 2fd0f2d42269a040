import type { SavedBy } from '../../../contract/settings/held-list.ts'
import type { Db } from '../../db/database.ts'
import type { HeldListName } from '../../db/settings-schema.ts'

/** A list as it was at a version. */
export interface ListRead<Stored> {
  version: number
  savedBy: SavedBy
  entries: readonly Stored[]
}

/** So many are kept of each database; a list of 500 takes about 100 kB. */
const MOST = 16

/**
 * Lists as they were read or saved last. Whatever changes a list counts its version up, so that what is known of a version holds for
 * ever; whether it is the newest, only the database can tell.
 */
const known = new WeakMap<Db, Map<string, ListRead<unknown>>>()

const keyOf = (list: HeldListName, projectId: number): string => `${list} ${projectId}`

export const knownList = <Stored>(
  db: Db,
  list: HeldListName,
  projectId: number,
  version: number,
): ListRead<Stored> | null => {
  const found = known.get(db)?.get(keyOf(list, projectId))
  return found?.version === version ? (found as ListRead<Stored>) : null
}

/** Only what is committed. */
export const keepList = (db: Db, list: HeldListName, projectId: number, read: ListRead<unknown>): void => {
  const lists = known.get(db) ?? new Map<string, ListRead<unknown>>()
  known.set(db, lists)
  const key = keyOf(list, projectId)
  // An answer that took longer may be the older one.
  if ((lists.get(key)?.version ?? -1) > read.version) return
  lists.delete(key)
  lists.set(key, read)
  for (const oldest of lists.keys()) if (lists.size > MOST) lists.delete(oldest)
}
