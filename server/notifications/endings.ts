import { sql } from 'kysely'
import { isUnderWay } from '../../contract/launches/launches.ts'
import type { LaunchEvent } from '../../contract/notifications/deliveries.ts'
import type { Condition } from '../../contract/notifications/rules.ts'
import type { Db, Tx } from '../db/open.ts'
import {
  handleEndings,
  hasEndedLongAgo,
  launchBefore,
  type LaunchEnding,
  type LaunchRow,
} from '../launches/launches.ts'
import { readTargetSources, directDestinations } from './direct.ts'
import { eventOf } from './event.ts'
import { notifyOfFailures } from './failures.ts'
import { matches } from './stored.ts'

/**
 * Creates deliveries for ended launches: of matching rules, and to channels and addresses that the launches name. Resolves with the number
 * of ends that this server processed.
 */
export const notifyEndings = (db: Db, publicUrl: string): Promise<number> =>
  handleEndings(db, 'handled', async (tx, endings) => {
    for (const ending of endings) await notifyEnding(tx, ending, publicUrl)
  })

/** Inserts the deliveries of matching rules, and those to channels and addresses that the launch names. */
const notifyEnding = async (tx: Tx, ending: LaunchEnding, publicUrl: string): Promise<void> => {
  const launch = await tx.selectFrom('launch').selectAll().where('id', '=', ending.launch_id).executeTakeFirst()
  // A launch that was continued will end again.
  if (!launch || isUnderWay(launch.status) || hasEndedLongAgo(launch)) return
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

const hasEndedSince = async (tx: Tx, ending: LaunchEnding): Promise<boolean> =>
  (await tx
    .selectFrom('launch_ending')
    .select('id')
    .where('launch_id', '=', ending.launch_id)
    .where('id', '>', ending.id)
    .executeTakeFirst()) !== undefined

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
