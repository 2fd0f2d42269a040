import { sql } from 'kysely'
import { isUnderWay, type LaunchStatus } from '../../contract/launches/launches.ts'
import type { LaunchEvent } from '../../contract/notifications/deliveries.ts'
import type { Condition } from '../../contract/notifications/rules.ts'
import type { Db, Tx } from '../db/open.ts'
import { launchBefore, type LaunchRow } from '../launches/launches.ts'
import { readTargetSources, directDestinations } from './direct.ts'
import { eventOf } from './event.ts'
import { notifyOfFailures } from './failures.ts'
import { matches } from './stored.ts'

const AT_ONCE = 20
/** Age above which imported launches are not notified. */
const OLDEST_MS = 24 * 3_600_000

/**
 * Creates deliveries for ended launches: of matching rules, and to channels and addresses that the launches name. Each end is processed in
 * the transaction that marks it, so that several servers share the work and nobody is notified twice. Resolves with the number of ends that
 * this server processed.
 */
export const handleEndings = (db: Db, publicUrl: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const open = await tx
      .selectFrom('launch_ending')
      .select(['id', 'launch_id', 'project_id', 'status'])
      .where('handled', '=', false)
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const ending of open) await notifyEnding(tx, ending, publicUrl)
    if (open.length > 0)
      await tx
        .updateTable('launch_ending')
        .set({ handled: true })
        .where(
          'id',
          'in',
          open.map(({ id }) => id),
        )
        .execute()
    return open.length
  })

interface Ending {
  id: number
  launch_id: number
  project_id: number
  status: LaunchStatus
}

/** Inserts the deliveries of matching rules, and those to channels and addresses that the launch names. */
const notifyEnding = async (tx: Tx, ending: Ending, publicUrl: string): Promise<void> => {
  const launch = await tx.selectFrom('launch').selectAll().where('id', '=', ending.launch_id).executeTakeFirst()
  // A launch that was continued will end again.
  if (!launch || isUnderWay(launch.status) || isArchived(launch)) return
  // It ended once more before this end was processed: one message says how.
  if (await hasEndedSince(tx, ending)) return
  const rules = await tx
    .selectFrom('notification_rule')
    .select(['id', 'condition', 'suite', 'environment', 'label_key', 'label_value', 'target', 'channel', 'recipients'])
    .where('project_id', '=', ending.project_id)
    .where('is_on', '=', true)
    .execute()
  const concerned = rules.filter((rule) => matches(rule, launch))
  const sources = await readTargetSources(tx, launch)
  if (concerned.length + sources.length === 0) return
  // Before the message about the end, which does not list all failures.
  await notifyOfFailures(tx, launch, sources, publicUrl)
  const event = await eventOf(tx, launch, { type: 'launch.finished', publicUrl })
  const isFixed = launch.status === 'PASSED' && (await failedBefore(tx, launch, ending.id))
  const rulesThatHold = concerned.filter(({ condition }) => holds(condition, event, isFixed))
  const message = {
    project_id: ending.project_id,
    ending_id: ending.id,
    launch_id: launch.id,
    about: 'launch' as const,
    body: JSON.stringify(event),
    state: 'waiting' as const,
    next_at: sql<Date>`now()`,
    status: null,
    duration_ms: null,
  }
  const deliveries = [
    ...rulesThatHold.map(({ id }) => ({ ...message, rule_id: id })),
    ...(await directDestinations(tx, ending.project_id, sources, rulesThatHold)).map((direct) => ({
      ...message,
      ...direct,
    })),
  ]
  if (deliveries.length === 0) return
  await tx
    .insertInto('notification_delivery')
    .values(deliveries)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const hasEndedSince = async (tx: Tx, ending: Ending): Promise<boolean> =>
  (await tx
    .selectFrom('launch_ending')
    .select('id')
    .where('launch_id', '=', ending.launch_id)
    .where('id', '>', ending.id)
    .executeTakeFirst()) !== undefined

const isArchived = ({ ended_at: endedAt }: LaunchRow): boolean =>
  endedAt !== null && endedAt.getTime() < Date.now() - OLDEST_MS

const holds = (condition: Condition, { data }: LaunchEvent, isFixed: boolean): boolean => {
  switch (condition) {
    case 'every':
      return true
    case 'failed':
      return data.launch.status !== 'PASSED'
    case 'new-failures':
      return data.newFailures.count > 0
    case 'fixed':
      return isFixed
  }
}

/** Resolves with whether the previous end of this launch, or else the previous launch, failed. */
const failedBefore = async (tx: Tx, launch: LaunchRow, endingId: number): Promise<boolean> => {
  const earlier = await tx
    .selectFrom('launch_ending')
    .select('status')
    .where('launch_id', '=', launch.id)
    .where('id', '<', endingId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return (earlier ?? (await launchBefore(tx, launch)))?.status === 'FAILED'
}
