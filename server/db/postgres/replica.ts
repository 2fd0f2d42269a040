import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type Logger as StatementLogger } from 'kysely'
import { DatabaseError, type Pool } from 'pg'
import type { Logger } from 'pino'
import type { ReplicaProblem } from '../../../contract/workspace/server-status.ts'
import { isUnavailable } from '../../http/unavailable.ts'
import { callTransaction } from '../call-transaction.ts'
import type { Db, FromReplica } from '../database.ts'
import { poolDialect } from '../dialect.ts'
import type { Database } from '../schema.generated.ts'
import { createReplicaLag } from './replica-lag.ts'
import { startPostgres, type PoolSettings } from './start.ts'

export interface ReplicaStatus {
  /** Null while reads go to the replica. */
  problem: ReplicaProblem | null
  /** Age of the replica's data. Null if it is not known. */
  lagMs: number | null
}

export interface Replica {
  read: FromReplica
  status: () => ReplicaStatus
  close: () => Promise<void>
}

interface Parts {
  url: string
  db: Db
  primary: Pool
  settings: PoolSettings | undefined
  /** Interval of the checks that find out whether the replica can be used again. */
  checkMs: number | undefined
  logger: Pick<Logger, 'info' | 'warn'> | undefined
  onStatement: StatementLogger | undefined
}

/** Time that a read waits for the replica before it goes to the primary. */
const catchUpMs = 1_000
const pollMs = 20
/** Time without an answer after which all connections to the replica are ended, so that reads in progress repeat on the primary. */
const answerMs = 4_000

const identity = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`
/** Commits that were answered are flushed. */
const primaryState = `select (pg_current_wal_flush_lsn() - '0/0')::float8 as position, ${identity} as identity`
const replicaState = `select (pg_last_wal_replay_lsn() - '0/0')::float8 as position, ${identity} as identity,
  pg_is_in_recovery() as "isReplica"`

/** SQLSTATE of a statement that exceeded `DATABASE_TIMEOUT_SECONDS`: on the primary it would take as long. */
const timedOut = '57014'

/**
 * Sends reads to a streaming replica that has replayed everything committed before the read, so that they return what the primary would.
 * A read that the replica fails is repeated on the primary.
 */
export const openReplica = ({ url, db, primary, settings, checkMs = 2_000, logger, onStatement }: Parts): Replica => {
  const sockets = new Set<Socket>()
  const openSocket = (): Socket => {
    const socket = new Socket()
    sockets.add(socket)
    return socket.once('close', () => sockets.delete(socket))
  }
  const onLost = (err: Error): void => logger?.warn({ err }, 'lost a connection to the read replica')
  const readOnly = { isReadOnly: true, openSocket }
  const pool = startPostgres(url, onLost, { ...settings, ...readOnly })
  // Of its own: a check must not wait for reads.
  const checks = startPostgres(url, onLost, { maxConnections: 2, applicationName: 'assay-replica', ...readOnly })
  const replica = new Kysely<Database>({
    dialect: poolDialect(pool, () => undefined),
    ...(onStatement === undefined ? {} : { log: onStatement }),
  })
  const lag = createReplicaLag()
  let status: ReplicaStatus = { problem: 'unreachable', lagMs: null }

  const report = (problem: ReplicaProblem | null, lagMs: number | null, err?: unknown): ReplicaProblem | null => {
    if (problem !== status.problem) {
      if (problem === null) logger?.info('reads go to the read replica')
      else logger?.warn({ problem, err }, 'reads go to the primary: the read replica cannot be used')
    }
    status = { problem, lagMs }
    return problem
  }

  /** Resolves with null when the replica has everything that is committed now. */
  const check = async (): Promise<ReplicaProblem | null> => {
    let state: { position: number; identity: string } | undefined
    try {
      state = (await primary.query<{ position: number; identity: string }>(primaryState)).rows[0]
    } catch (error) {
      return report('unverified', null, error)
    }
    if (state === undefined) return report('unverified', null)
    lag.record(state.position)
    const unanswered = setTimeout(() => sockets.forEach((socket) => socket.destroy()), answerMs)
    try {
      for (const until = performance.now() + catchUpMs; ; await wait(pollMs)) {
        const [found] = (
          await checks.query<{ position: number | null; identity: string; isReplica: boolean }>(replicaState)
        ).rows
        if (found?.identity !== state.identity) return report('foreign', null)
        if (!found.isReplica) return report('writable', null)
        const lagMs = lag.of(found.position ?? 0)
        if ((found.position ?? 0) >= state.position) return report(null, 0)
        if (performance.now() > until) return report('behind', lagMs)
      }
    } catch (error) {
      return report('unreachable', null, error)
    } finally {
      clearTimeout(unanswered)
    }
  }

  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const checkRegularly = async (): Promise<void> => {
    await check()
    if (isClosed) return
    timer = setTimeout(() => {
      checking = checkRegularly()
    }, checkMs)
  }
  let checking = checkRegularly()

  return {
    read: async (read) => {
      // A transaction of a call sees its own changes.
      if (callTransaction() !== null || status.problem !== null || (await check()) !== null) return read(db)
      try {
        return await read(replica)
      } catch (error) {
        if (!isFailureOfDatabase(error)) throw error
        logger?.warn({ err: error }, 'a read that the read replica failed is repeated on the primary')
        return read(db)
      }
    },
    status: () => status,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await checking
      await Promise.all([pool.end(), checks.end()])
    },
  }
}

const isFailureOfDatabase = (error: unknown): boolean =>
  error instanceof DatabaseError ? error.code !== timedOut : isUnavailable(error)
