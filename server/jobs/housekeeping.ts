import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { FLAKY_WINDOWS } from '../../contract/launches/flaky-tests.ts'
import { SIGN_IN_LOG } from '../../contract/workspace/account-security.ts'
import type { Config } from '../config.ts'
import { LOCKS } from '../db/locks.ts'
import type { Db } from '../db/open.ts'
import { createDirectUploads } from '../files/direct-uploads.ts'
import { createPieces } from '../files/pieces.ts'
import type { FileStore } from '../files/store.ts'
import {
  expiredAssertions,
  expiredAuthTokens,
  oldAuditEntries,
  deletedSavedFilters,
  deletedSuites,
  expiredPasskeyChallenges,
  expiredPublicAccess,
  expiredResets,
  expiredSamlRequests,
  expiredSessions,
  expiredTickets,
  movedCases,
  oldExploratoryCommands,
  oldRunCommands,
  oldEvents,
  oldIdempotencyKeys,
  oldImports,
  oldLaunchEndings,
  oldResultImports,
  oldOperationParts,
  oldOperations,
  oldQuarantineReleases,
  oldSignIns,
  orphanedFiles,
  unusedAttachments,
  unusedObservationFiles,
  type Clearing,
} from './clearing.ts'

export interface Housekeeping {
  /** Runs the cleanup once; resolves with the number of deleted rows by kind, or null while another node runs it. */
  run(): Promise<Record<string, number> | null>
  /** Resolves after the current run has ended. */
  stop(): Promise<void>
}

interface Parts {
  db: Db
  files: FileStore
  config: Pick<Config, 'EVENT_RETENTION_DAYS' | 'AUDIT_DAYS'>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  now?: () => number
  everyMs?: number
}

const HOUR_MS = 3_600_000
/** Days in which a bulk action of the repository can be undone. */
const UNDO_DAYS = 7
/** Days in which a device may retry a command. */
const COMMAND_DAYS = 90
/** Days in which a request with an `Idempotency-Key` may be retried. */
const KEY_DAYS = 7
/** Days for which earlier ends of a launch are kept, to detect that it changes from failed to passed. */
const ENDING_DAYS = 30
/** Days of launches in which flaky tests are looked for. */
const FLAKY_DAYS = Math.max(...FLAKY_WINDOWS)
/** Rows per transaction: the embedded database is blocked meanwhile. */
const AT_ONCE = 500

/** Deletes expired data periodically, on one node at a time. */
export const startHousekeeping = ({
  db,
  files,
  config,
  log,
  now = Date.now,
  everyMs = 10 * 60_000,
}: Parts): Housekeeping => {
  const pieces = createPieces(files.blobs)
  const directUploads = createDirectUploads(files.blobs, db, log)
  let isStopped = false
  let running: Promise<unknown> = Promise.resolve()

  const clear = async (clearing: Clearing): Promise<number | null> => {
    let all = 0
    for (;;) {
      const gone = await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          free: boolean
        }>`select pg_try_advisory_xact_lock(${LOCKS.housekeeping}, 0) as free`.execute(tx)
        return rows[0]?.free ? clearing(tx, AT_ONCE) : null
      })
      if (gone === null) return null
      all += gone
      if (gone < AT_ONCE || isStopped) return all
    }
  }

  const run = async (): Promise<Record<string, number> | null> => {
    const at = now()
    const kinds: Record<string, Clearing> = {
      authTokens: expiredAuthTokens(new Date(at)),
      publicAccess: expiredPublicAccess(new Date(at)),
      sessions: expiredSessions(new Date(at)),
      passwordResets: expiredResets(new Date(at)),
      tickets: expiredTickets(new Date(at)),
      passkeyChallenges: expiredPasskeyChallenges(new Date(at)),
      signIns: oldSignIns(new Date(at - SIGN_IN_LOG.days * 24 * HOUR_MS)),
      samlRequests: expiredSamlRequests(new Date(at)),
      samlAssertions: expiredAssertions(new Date(at)),
      events: oldEvents(new Date(at - config.EVENT_RETENTION_DAYS * 24 * HOUR_MS)),
      ...(config.AUDIT_DAYS > 0 && { auditEntries: oldAuditEntries(new Date(at - config.AUDIT_DAYS * 24 * HOUR_MS)) }),
      operations: oldOperations(new Date(at - UNDO_DAYS * 24 * HOUR_MS)),
      operationParts: oldOperationParts(new Date(at - 24 * HOUR_MS)),
      suites: deletedSuites(new Date(at - 2 * UNDO_DAYS * 24 * HOUR_MS)),
      movedCases: movedCases(new Date(at - 2 * UNDO_DAYS * 24 * HOUR_MS)),
      savedFilters: deletedSavedFilters(new Date(at - 24 * HOUR_MS)),
      idempotencyKeys: oldIdempotencyKeys(new Date(at - KEY_DAYS * 24 * HOUR_MS)),
      launchEndings: oldLaunchEndings(new Date(at - ENDING_DAYS * 24 * HOUR_MS)),
      quarantineReleases: oldQuarantineReleases(new Date(at - FLAKY_DAYS * 24 * HOUR_MS)),
      imports: oldImports(new Date(at - 24 * HOUR_MS)),
      resultImports: oldResultImports(new Date(at - 24 * HOUR_MS)),
      attachments: unusedAttachments(new Date(at - 24 * HOUR_MS)),
      observationFiles: unusedObservationFiles(pieces, new Date(at - 24 * HOUR_MS)),
      exploratoryCommands: oldExploratoryCommands(new Date(at - COMMAND_DAYS * 24 * HOUR_MS)),
      runCommands: oldRunCommands(new Date(at - COMMAND_DAYS * 24 * HOUR_MS)),
      files: orphanedFiles(files, new Date(at - HOUR_MS)),
    }
    const went: Record<string, number> = {
      leftovers: await files.sweep(new Date(at - HOUR_MS)),
      pieces: await pieces.sweep(db, new Date(at - 24 * HOUR_MS)),
      directUploads: await directUploads.sweep(new Date(at - 24 * HOUR_MS)),
    }
    for (const [kind, clearing] of Object.entries(kinds)) {
      if (isStopped) return went
      const gone = await clear(clearing)
      if (gone === null) return null
      went[kind] = gone
    }
    return went
  }

  const look = async (): Promise<void> => {
    try {
      const went = isStopped ? null : await run()
      if (went && Object.values(went).some((count) => count > 0)) log.info({ went }, 'cleared away')
    } catch (error) {
      log.warn({ err: error }, 'could not clear away; tried again later')
    }
  }
  const timer = setInterval(() => {
    running = running.then(look)
  }, everyMs)
  timer.unref()
  return {
    run,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
