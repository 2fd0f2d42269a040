import { sql } from 'kysely'
import { PULL_REQUEST_LIMITS } from '../../contract/pull-requests/texts.ts'
import type { Db } from '../db/open.ts'
import { leaseDue, releaseLease } from '../jobs/deliveries.ts'
import { ATTEMPT_MS, publish, type Outcome } from './publish.ts'
import { appendAttempted, type PublishParts, type PullRequestRow } from './stored.ts'

const AT_ONCE = 5
/** Longer than one attempt can take, so that two servers never write the same comment. */
const LEASE_MS = 2 * ATTEMPT_MS
const { waits } = PULL_REQUEST_LIMITS

/**
 * Updates the pull requests that are due at `now`; each is leased by one server. When a server stops, another one repeats its attempt and
 * finds what it has written. Resolves with the number of attempts of this server.
 */
export const deliverDue = async (parts: PublishParts, now: Date, signal?: AbortSignal): Promise<number> => {
  const due = await leaseDue<PullRequestRow>(parts.db, 'pull_request', { now, limit: AT_ONCE, leaseMs: LEASE_MS })
  await Promise.all(due.map((pullRequest) => attempt(parts, pullRequest, now, signal)))
  return due.length
}

const attempt = async (
  parts: PublishParts,
  pullRequest: PullRequestRow,
  now: Date,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const outcome = await publish(parts, pullRequest, signal).catch((error: unknown): Outcome => {
    parts.log.warn({ err: error, pullRequestId: pullRequest.id }, 'a pull request could not be updated')
    return { isDelivered: false, retryMs: 0, reason: 'The server could not update the pull request' }
  })
  if (signal?.aborted === true && !outcome.isDelivered) return releaseLease(parts.db, 'pull_request', pullRequest.id)
  await settle(parts.db, pullRequest, outcome, now)
}

/** Stores the outcome. A launch that ended during the attempt is sent by another one. */
const settle = (db: Db, taken: PullRequestRow, outcome: Outcome, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('pull_request')
      .select('revision')
      .where('id', '=', taken.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    const next = nextOf(taken, outcome, { isOutdated: row.revision !== taken.revision, now })
    await tx
      .updateTable('pull_request')
      .set({ ...next, lease_until: null, reason: outcome.reason, at: sql`now()` })
      .where('id', '=', taken.id)
      .execute()
    await appendAttempted(tx, { ...taken, state: next.state })
  })

type Next = Pick<PullRequestRow, 'state' | 'next_at' | 'attempts'>

const nextOf = (
  { attempts }: PullRequestRow,
  { isDelivered, retryMs }: Outcome,
  { isOutdated, now }: { isOutdated: boolean; now: Date },
): Next => {
  const wait = waits[attempts - 1]
  if (!isDelivered && retryMs !== null && wait !== undefined)
    return { state: 'waiting', next_at: new Date(now.getTime() + Math.max(wait * 1000, retryMs)), attempts }
  if (isOutdated) return { state: 'waiting', next_at: now, attempts: 0 }
  return { state: isDelivered ? 'delivered' : 'failed', next_at: null, attempts }
}
