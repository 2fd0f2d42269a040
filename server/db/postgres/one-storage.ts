import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { LOCKS } from '../locks.ts'

/** Another server of this database keeps its files in another storage. */
export class FilesElsewhere extends Error {
  constructor() {
    super(
      'Another server uses this database and keeps uploaded files elsewhere. Files of one would be missing on the other: ' +
        'give all servers the same FILES_URL, or the same mounted folder as DATA_DIR, or stop the other server.',
    )
    this.name = 'FilesElsewhere'
  }
}

/**
 * Takes a shared advisory lock that names this server's storage, for as long as the connection lasts, and then looks for locks of other
 * storages. Locking first ensures that of two servers starting concurrently at least one sees the other. Rejects with `FilesElsewhere`.
 */
export const claimStorage = async (client: Client, storageId: string): Promise<void> => {
  const lock = createHash('sha256').update(storageId).digest().readUInt32BE() >>> 1
  await client.query('select pg_advisory_lock_shared($1, $2)', [LOCKS.storage, lock])
  const { rows } = await client.query(
    `select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
        and classid = $1 and objid <> $2 and objsubid = 2`,
    [LOCKS.storage, lock],
  )
  if (rows.length === 0) return
  await client.query('select pg_advisory_unlock_shared($1, $2)', [LOCKS.storage, lock])
  throw new FilesElsewhere()
}
