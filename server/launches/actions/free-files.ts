import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'

/**
 * Gives back the room of files that nothing refers to any more. Somebody may be uploading the same bytes meanwhile: a file is set
 * aside before it is deleted, and put back if its row is there again.
 */
export const freeFiles = async (db: Db, files: FileStore, hashes: readonly string[]): Promise<void> => {
  if (hashes.length === 0) return
  const { rows: freed } = await sql<{ hash: string }>`
    delete from file f where f.hash = any(${[...hashes]}::text[])
       and not exists (select from artifact a where a.file_hash = f.hash)
       and not exists (select from project p where p.logo_hash = f.hash)
       and not exists (select from person p where p.photo_hash = f.hash)
       and not exists (select from attachment a where a.file_hash = f.hash)
       and not exists (select from case_import i where i.file_hash = f.hash)
       and not exists (select from observation_file o where o.file_hash = f.hash)
    returning f.hash`.execute(db)
  for (const { hash } of freed) {
    const place = path.join(files.folder, hash.slice(0, 2), hash)
    const aside = `${place}.freed`
    await rename(place, aside)
    const isBack = await db.selectFrom('file').select('hash').where('hash', '=', hash).executeTakeFirst()
    if (isBack) await rename(aside, place)
    else await rm(aside, { force: true })
  }
}
