import { sql, type Kysely } from 'kysely'

/** Photos that users upload. `photo_url` is the address of the displayed photo: here, or at a directory. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table person add column photo_hash text references file`.execute(db)
  await sql`create index person_photo on person (photo_hash) where photo_hash is not null`.execute(db)
}
