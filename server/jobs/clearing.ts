import { sql } from 'kysely'
import type { Db, Tx } from '../db/open.ts'
import { pruneChain } from '../db/audit-chain.ts'
import { pruneEvents } from '../db/prune-events.ts'
import type { Pieces } from '../files/pieces.ts'
import type { FileStore } from '../files/store.ts'
import { LIVE_EVENTS } from '../live/messages.ts'

/** One kind of thing that is cleared away: at most `limit` of it at once; answers how many went. */
export type Clearing = (db: Db | Tx, limit: number) => Promise<number>

/** Tokens of sessions and agents that are over. */
export const expiredAuthTokens =
  (now: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from auth_token where hash in (select hash from auth_token where expires_at < ${now} limit ${limit})`,
    )

/** Tokens of visitors that are over. */
export const expiredPublicAccess =
  (now: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from public_access where hash in (select hash from public_access where expires_at < ${now} limit ${limit})`,
    )

/** Sessions that nobody can renew any more, and with them their refresh tokens that were replaced. */
export const expiredSessions =
  (now: Date): Clearing =>
  (db, limit) =>
    cleared(db, sql`delete from session where id in (select id from session where expires_at < ${now} limit ${limit})`)

export const expiredResets =
  (now: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from password_reset where hash in (select hash from password_reset where expires_at < ${now} limit ${limit})`,
    )

export const expiredTickets =
  (now: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from second_factor_ticket where hash in (
            select hash from second_factor_ticket where expires_at < ${now} limit ${limit})`,
    )

export const oldSignIns =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from sign_in where id in (select id from sign_in where created_at < ${olderThan} limit ${limit})`,
    )

export const oldAuditEntries =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    pruneChain(db, olderThan, limit)

/** Requests to identity providers that nobody answered, and tests of them. */
export const expiredSamlRequests =
  (now: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from saml_request where id in (select id from saml_request where expires_at < ${now} limit ${limit})`,
    )

/** Assertions that are refused because of their age by now. */
export const expiredAssertions =
  (now: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from saml_assertion where (provider_id, id) in (
            select provider_id, id from saml_assertion where expires_at < ${now} limit ${limit})`,
    )

/** What the live channel can replay no longer, and news of what can be read at any time; the change log stays. */
export const oldEvents =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    pruneEvents(db, { olderThan, types: [...LIVE_EVENTS, 'exploratory/changed', 'run/changed', 'plan/changed'], limit })

/**
 * Files that no artifact, logo, photo, attachment, import or observation refers to, row and bytes. Only those that came before `olderThan`: an upload is there before its artifact.
 * The row stays locked until the bytes are gone; who uploads the same meanwhile waits, and brings them anew.
 */
export const orphanedFiles =
  (files: Pick<FileStore, 'remove'>, olderThan: Date): Clearing =>
  async (db, limit) => {
    const { rows } = await sql<{ hash: string }>`
      delete from file
       where hash in (
               select hash from file f
                where created_at < ${olderThan} and not exists (select from artifact where file_hash = f.hash)
                   and not exists (select from project where logo_hash = f.hash)
                   and not exists (select from person where photo_hash = f.hash)
                   and not exists (select from identity_provider where logo_hash = f.hash)
                   and not exists (select from attachment where file_hash = f.hash)
                   and not exists (select from case_import where file_hash = f.hash)
                   and not exists (select from observation_file where file_hash = f.hash)
                limit ${limit} for update skip locked)
         and created_at < ${olderThan}
      returning hash`.execute(db)
    for (const { hash } of rows) await files.remove(hash)
    return rows.length
  }

/** Attachments that were sent and never saved with a case or shared steps. */
export const unusedAttachments =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from attachment where id in (
            select id from attachment a
             where created_at < ${olderThan} and not exists (select from attachment_use u where u.attachment_id = a.id)
               and not exists (select from case_snapshot_attachment u where u.attachment_id = a.id)
             limit ${limit})`,
    )

/** Files that were sent, or begun to be sent, for an observation and belong to none. */
export const unusedObservationFiles =
  (pieces: Pick<Pieces, 'remove'>, olderThan: Date): Clearing =>
  async (db, limit) => {
    const { rows } = await sql<{ id: string }>`
      delete from observation_file where id in (
        select id from observation_file f
         where created_at < ${olderThan} and not exists (select from observation_file_use u where u.file_id = f.id)
           and not exists (select from test_run_result_file u where u.file_id = f.id)
         limit ${limit})
      returning id`.execute(db)
    for (const { id } of rows) await pieces.remove(id)
    return rows.length
  }

/** What devices have sent of a capability's commands: nobody sends it again after so long. */
export const oldCommands =
  (table: 'exploratory_command' | 'test_run_command', olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from ${sql.table(table)} where key in (
            select key from ${sql.table(table)} where carried_out_at < ${olderThan} limit ${limit})`,
    )

/** Keys of requests that nobody repeats any more. */
export const oldIdempotencyKeys =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from idempotency_key where (person_id, key) in (
            select person_id, key from idempotency_key where created_at < ${olderThan} limit ${limit})`,
    )

/** Files that were sent to be imported, whether they were or not. */
export const oldImports =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from case_import where id in (select id from case_import where created_at < ${olderThan} limit ${limit})`,
    )

/** Bulk actions that nobody will undo any more. */
export const oldOperations =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from case_operation where id in (select id from case_operation where created_at < ${olderThan} limit ${limit})`,
    )

/** Test cases that were moved to another project, once that can no longer be undone. */
export const movedCases =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from test_case where id in (
            select id from test_case where moved_to is not null and deleted_at < ${olderThan} limit ${limit})`,
    )

/** What became of their parts: nobody sends one again after so long. */
export const oldOperationParts =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from case_operation_part where (operation_id, part) in (
            select operation_id, part from case_operation_part where created_at < ${olderThan} limit ${limit})`,
    )

/** Suites that were deleted, once that can no longer be undone; those with a child that is still there wait for it. */
export const deletedSuites =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from suite where id in (
            select id from suite s
             where deleted_at < ${olderThan} and not exists (select from suite child where child.parent_id = s.id)
             limit ${limit})`,
    )

const cleared = async (db: Db | Tx, statement: ReturnType<typeof sql>): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows ?? 0)
