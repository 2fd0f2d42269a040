import { sql, type Kysely } from 'kysely'

/** Photos that people upload. `photo_url` is where the photo is shown from: here, or wherever a directory says. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table person add column photo_hash text references file`.execute(db)
  await sql`create index person_photo on person (photo_hash) where photo_hash is not null`.execute(db)
}
