import { sql } from 'kysely'
import type { Db, Tx } from '../db/open.ts'
import { pruneChain } from '../db/audit-chain.ts'
import { pruneEvents } from '../db/prune-events.ts'
import type { Database } from '../db/schema.generated.ts'
import type { Pieces } from '../files/pieces.ts'
import type { FileStore } from '../files/store.ts'
import { isUnused } from '../files/unused.ts'
import { LIVE_EVENTS } from '../live/messages.ts'

/** Cleanup of one kind of rows: deletes at most `limit`; resolves with their number. */
export type Clearing = (db: Db | Tx, limit: number) => Promise<number>

/** Deletes rows of a table whose `column` is before a given time. `key` is the primary key. */
const rowsBefore =
  <Table extends keyof Database>(
    table: Table,
    column: keyof Database[Table] & string,
    ...key: (keyof Database[Table] & string)[]
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

/** Expired tokens of sessions and agents. */
export const expiredAuthTokens = rowsBefore('auth_token', 'expires_at', 'hash')

/** Expired tokens of visitors. */
export const expiredPublicAccess = rowsBefore('public_access', 'expires_at', 'hash')

/** Sessions that cannot be renewed any more, with their replaced refresh tokens. */
export const expiredSessions = rowsBefore('session', 'expires_at', 'id')

export const expiredResets = rowsBefore('password_reset', 'expires_at', 'hash')

export const expiredTickets = rowsBefore('second_factor_ticket', 'expires_at', 'hash')

export const expiredPasskeyChallenges = rowsBefore('passkey_challenge', 'expires_at', 'hash')

/** Deleted filters that cannot be restored any more, with all users' favourites of them. */
export const deletedSavedFilters = rowsBefore('saved_launch_filter', 'deleted_at', 'id')

/** Ends of launches that were processed or are too old for notifications. */
export const oldLaunchEndings = rowsBefore('launch_ending', 'at', 'id')

export const oldSignIns = rowsBefore('sign_in', 'created_at', 'id')

export const oldAuditEntries =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    pruneChain(db, olderThan, limit)

/** Ends of quarantines before all launches in which tests are looked for that are flaky. */
export const oldQuarantineReleases = rowsBefore('quarantine_release', 'released_at', 'project_id', 'identity')

/** Unanswered requests to identity providers, and their tests. */
export const expiredSamlRequests = rowsBefore('saml_request', 'expires_at', 'id')

/** Assertions that are rejected as expired by now: their ids are no longer needed against replays. */
export const expiredAssertions = rowsBefore('saml_assertion', 'expires_at', 'provider_id', 'id')

/** Events that only invalidate data, and personal bookmarks. */
const SHORT_LIVED = [
  'exploratory/changed',
  'run/changed',
  'plan/changed',
  'launch/visited',
  'notification/attempted',
  'pull-request/attempted',
  'launch-queue/changed',
  'launch-workers/changed',
  'launchers/webhook-called',
]

/** Events that the live channel can no longer replay, and events that only invalidate data; the change log is kept. */
export const oldEvents =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    pruneEvents(db, { olderThan, types: [...LIVE_EVENTS, ...SHORT_LIVED], limit })

/**
 * Files without references from artifacts, packed logs, logos, photos, attachments, imports or observations: row and bytes. Only those created before
 * `olderThan`, because an upload exists before its artifact. The row stays locked until the bytes are deleted; a concurrent upload of the
 * same content waits and stores them again.
 */
export const orphanedFiles =
  (files: Pick<FileStore, 'remove'>, olderThan: Date): Clearing =>
  async (db, limit) => {
    const { rows } = await sql<{ hash: string }>`
      delete from file
       where hash in (
               select hash from file f
                where created_at < ${olderThan} and ${isUnused}
                limit ${limit} for update skip locked)
         and created_at < ${olderThan}
      returning hash`.execute(db)
    for (const { hash } of rows) await files.remove(hash)
    return rows.length
  }

/** Whether a row is of a project that is being imported, so that what refers to it may be missing. */
const isImporting = sql<boolean>`project_id in (select id from project where importing_until is not null)`

/** Uploaded attachments that were never saved with a case or shared steps. */
export const unusedAttachments =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from attachment where id in (
            select id from attachment a
             where created_at < ${olderThan} and not ${isImporting} and not exists (select from attachment_use u where u.attachment_id = a.id)
               and not exists (select from case_snapshot_attachment u where u.attachment_id = a.id)
             limit ${limit})`,
    )

/** Complete and incomplete uploads that belong to no observation or result. */
export const unusedObservationFiles =
  (pieces: Pick<Pieces, 'remove'>, olderThan: Date): Clearing =>
  async (db, limit) => {
    const { rows } = await sql<{ id: string }>`
      delete from observation_file where id in (
        select id from observation_file f
         where created_at < ${olderThan} and not ${isImporting} and not exists (select from observation_file_use u where u.file_id = f.id)
           and not exists (select from test_run_result_file u where u.file_id = f.id)
         limit ${limit})
      returning id`.execute(db)
    for (const { id } of rows) await pieces.remove(id)
    return rows.length
  }

/** Idempotency records of devices' commands: after so long, no device retries a command. */
export const oldExploratoryCommands = rowsBefore('exploratory_command', 'carried_out_at', 'key')
export const oldRunCommands = rowsBefore('test_run_command', 'carried_out_at', 'key')

/** Idempotency keys of requests that are not retried any more. */
export const oldIdempotencyKeys = rowsBefore('idempotency_key', 'created_at', 'user_id', 'key')

/** Files uploaded for an import, imported or not. */
export const oldImports = rowsBefore('case_import', 'created_at', 'id')
export const oldResultImports = rowsBefore('result_import', 'created_at', 'id')

/** Bulk actions that cannot be undone any more. */
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

/** Outcomes of the parts of bulk actions: after so long, no client retries a part. */
export const oldOperationParts = rowsBefore('case_operation_part', 'created_at', 'operation_id', 'part')

/** Deleted suites that cannot be restored any more, except those with remaining child suites. */
export const deletedSuites =
  (olderThan: Date): Clearing =>
  (db, limit) =>
    cleared(
      db,
      sql`delete from suite where id in (
            select id from suite s
             where deleted_at < ${olderThan} and not ${isImporting} and not exists (select from suite child where child.parent_id = s.id)
             limit ${limit})`,
    )

const cleared = async (db: Db | Tx, statement: ReturnType<typeof sql>): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows ?? 0)
