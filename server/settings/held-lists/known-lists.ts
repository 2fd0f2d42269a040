import type { SavedBy } from '../../../contract/settings/held-list.ts'
import type { Db } from '../../db/database.ts'
import type { HeldListName } from '../../db/column-types.ts'

/** A version of a list. */
export interface ListRead<Stored> {
  version: number
  savedBy: SavedBy
  entries: readonly Stored[]
}

/** Maximum number of cached lists per database; a list of 500 takes about 100 kB. */
const MAX = 16

/**
 * Cache of lists as last read or saved. Every change increments the version, so an entry for a version never becomes stale. Only the
 * database knows whether that version is the newest.
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

/** Call only for committed lists. */
export const keepList = (db: Db, list: HeldListName, projectId: number, read: ListRead<unknown>): void => {
  const lists = known.get(db) ?? new Map<string, ListRead<unknown>>()
  known.set(db, lists)
  const key = keyOf(list, projectId)
  // A slower response may be older.
  if ((lists.get(key)?.version ?? -1) > read.version) return
  lists.delete(key)
  lists.set(key, read)
  for (const oldest of lists.keys()) if (lists.size > MAX) lists.delete(oldest)
}
