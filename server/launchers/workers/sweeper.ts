import { AsyncResource } from 'node:async_hooks'
import { sql } from 'kysely'
import { endWithReason, giveBack, type EndingParts } from './ending.ts'
import { abandoned, extendLeases, takeAway, type Execution } from './leases.ts'
import { leaveWorkers, markLost } from './presence.ts'

interface SweeperParts extends EndingParts {
  /** Id of this server's worker. */
  own: string
  /** Whether no other process uses the database. */
  isAlone: boolean
  /** Called after a launch was returned to the queue or ended. */
  onSwept: () => void
  log: { warn: (details: object, words: string) => void }
}

const SWEPT_EVERY_MS = 2000
/** A launch may be what ended its workers. */
const LOST_WORKERS_LIMIT = 2

/**
 * Periodically finds launches whose worker is dead: returns them to the queue when their command has not begun, and ends them with a reason
 * otherwise. Every server does this, even when it runs no launches. Workers cannot renew their leases while no server or no database
 * answers them: after the start, and once the database answers again, they have the time of a whole lease.
 */
export const startSweeper = (parts: SweeperParts): { stop: () => Promise<void> } => {
  const { db, own, onSwept, log } = parts
  let isAlone = parts.isAlone
  let isStopped = false
  let isAnswered = false
  let timer: NodeJS.Timeout | undefined
  let sweeping: Promise<void> = Promise.resolve()
  const outside = new AsyncResource('LaunchSweeper')

  const settleOne = async (execution: Execution): Promise<void> => {
    if (!(await takeAway(db, execution, own))) return
    const { workerName, lostWorkers } = execution
    const isTriedAgain = execution.begunAt === null && lostWorkers + 1 < LOST_WORKERS_LIMIT
    if (isTriedAgain && (await giveBack(parts, execution, { isWorkerLost: true }))) return
    await endWithReason(
      parts,
      execution,
      workerName === null ? 'The worker that ran it went away' : `The worker ${workerName} that ran it went away`,
    )
  }
  const sweep = async (): Promise<void> => {
    if (!isAnswered) await extendLeases(db)
    isAnswered = false
    const all = await abandoned(db, own, isAlone)
    isAnswered = true
    for (const execution of all) await settleOne(execution)
    if (isAlone) await forgetServers()
    isAlone = false
    await markLost(db)
    await forgetSilent()
    if (all.length > 0) onSwept()
  }
  /** Removes workers of earlier processes of this server. */
  const forgetServers = () =>
    leaveWorkers(db, (workers) => workers.where('token_id', 'is', null).where('id', '!=', own))
  const forgetSilent = () =>
    db
      .deleteFrom('launch_worker')
      .where('seen_at', '<', sql<Date>`now() - interval '1 day'`)
      .execute()
  const next = (): void => {
    sweeping = sweep().catch((error: unknown) =>
      log.warn({ err: error }, 'launches of dead workers could not be looked for; tried again'),
    )
    void sweeping.finally(() => {
      if (isStopped) return
      timer = setTimeout(next, SWEPT_EVERY_MS)
      timer.unref()
    })
  }
  outside.runInAsyncScope(next)

  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await sweeping
    },
  }
}
