import { sql } from 'kysely'
import type { Db, Tx } from '../db/open.ts'
import { pruneChain } from '../db/audit-chain.ts'
import { pruneEvents } from '../db/prune-events.ts'
import type { ProductTables } from '../db/schema.ts'
import type { Pieces } from '../files/pieces.ts'
import type { FileStore } from '../files/store.ts'
import { LIVE_EVENTS } from '../live/messages.ts'

/** One kind of thing that is cleared away: at most `limit` of it at once; answers how many went. */
export type Clearing = (db: Db | Tx, limit: number) => Promise<number>

/** Rows of a table whose time in `column` lies before a given one. `key` is what tells them apart. */
const rowsBefore =
  <Table extends keyof ProductTables>(
    table: Table,
    column: keyof ProductTables[Table] & string,
    ...key: (keyof ProductTables[Table] & string)[]
  ) =>
  (before: Date): Clearing =>
  (db, limit) => {
    const columns = sql.join(key.map((name) => sql.ref(name)))
    return cleared(
      db,
      sql`delete from ${sql.table(table)} where (${columns}) in (
            select ${columns} from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${limit})`,
    )
  }

/** Tokens of sessions and agents that are over. */
export const expiredAuthTokens = rowsBefore('auth_token', 'expires_at', 'hash')

/** Tokens of visitors that are over. */
export const expiredPublicAccess = rowsBefore('public_access', 'expires_at', 'hash')

/** Sessions that nobody can renew any more, and with them their refresh tokens that were replaced. */
export const expiredSessions = rowsBefore('session', 'expires_at', 'id')

export const expiredResets = rowsBefore('password_reset', 'expires_at', 'hash')

export const expiredTickets = rowsBefore('second_factor_ticket', 'expires_at', 'hash')

export const expiredPasskeyChallenges = rowsBefore('passkey_challenge', 'expires_at', 'hash')

/** Saved filters that can be restored no longer, with everybody's marks of them. */
export const deletedSavedFilters = rowsBefore('saved_launch_filter', 'deleted_at', 'id')

/** Ends of launches that have been told, or that nobody will be told of any more. */
export const oldLaunchEndings = rowsBefore('launch_ending', 'at', 'id')

export const oldSignIns = rowsBefore('sign_in', 'created_at', 'id')

export const oldAuditEntries =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    pruneChain(db, olderThan, limit)

/** Requests to identity providers that nobody answered, and tests of them. */
export const expiredSamlRequests = rowsBefore('saml_request', 'expires_at', 'id')

/** Assertions that are refused because of their age by now. */
export const expiredAssertions = rowsBefore('saml_assertion', 'expires_at', 'provider_id', 'id')

/** News of what can be read at any time, and marks of persons alone. */
const SHORT_LIVED = [
  'exploratory/changed',
  'run/changed',
  'plan/changed',
  'launch/visited',
  'notification/attempted',
  'launch-queue/changed',
  'launch-workers/changed',
  'launchers/webhook-called',
]

/** What the live channel can replay no longer, and news of what can be read at any time; the change log stays. */
export const oldEvents =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    pruneEvents(db, { olderThan, types: [...LIVE_EVENTS, ...SHORT_LIVED], limit })

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
                   and not exists (select from workspace where logo_hash = f.hash)
                   and not exists (select from person where photo_hash = f.hash)
                   and not exists (select from identity_provider where logo_hash = f.hash)
                   and not exists (select from attachment where file_hash = f.hash)
                   and not exists (select from case_import where file_hash = f.hash)
                   and not exists (select from result_import_file where file_hash = f.hash)
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
export const oldExploratoryCommands = rowsBefore('exploratory_command', 'carried_out_at', 'key')
export const oldRunCommands = rowsBefore('test_run_command', 'carried_out_at', 'key')

/** Keys of requests that nobody repeats any more. */
export const oldIdempotencyKeys = rowsBefore('idempotency_key', 'created_at', 'person_id', 'key')

/** Files that were sent to be imported, whether they were or not. */
export const oldImports = rowsBefore('case_import', 'created_at', 'id')
export const oldResultImports = rowsBefore('result_import', 'created_at', 'id')

/** Bulk actions that nobody will undo any more. */
export const oldOperations = rowsBefore('case_operation', 'created_at', 'id')

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
export const oldOperationParts = rowsBefore('case_operation_part', 'created_at', 'operation_id', 'part')

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
