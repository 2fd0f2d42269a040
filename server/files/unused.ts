import { sql } from 'kysely'

/**
 * Whether nothing refers to the file `f`: each column that references the table `file` has a line. While a project is
 * imported, all files count as used, because the rows that refer to its files follow later.
 */
export const isUnused = sql`(
  not exists (select from artifact where file_hash = f.hash)
  and not exists (select from log_frame where file_hash = f.hash)
  and not exists (select from project where logo_hash = f.hash)
  and not exists (select from workspace where logo_hash = f.hash)
  and not exists (select from workspace_user where photo_hash = f.hash)
  and not exists (select from identity_provider where logo_hash = f.hash)
  and not exists (select from attachment where file_hash = f.hash)
  and not exists (select from case_import where file_hash = f.hash)
  and not exists (select from result_import_file where file_hash = f.hash)
  and not exists (select from observation_file where file_hash = f.hash)
  and not exists (select from project where importing_until > now()))`
