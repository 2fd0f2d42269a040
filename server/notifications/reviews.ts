import { CHAT_TARGETS } from '../../contract/notifications/rules.ts'
import type { Db } from '../db/open.ts'
import type { LaunchRow } from '../launches/launches.ts'
import { eventOf } from './event.ts'
import { matches, type RuleRow } from './stored.ts'

type Target = Pick<RuleRow, 'id' | 'suite' | 'environment' | 'label_key' | 'label_value'>

/** Resolves with the chat targets of rules that match a launch. The rules' conditions do not apply, because a user asked for the message (REVIEW-09). */
export const chatTargetsOf = async (db: Db, launch: LaunchRow): Promise<Target[]> => {
  const rules = await db
    .selectFrom('notification_rule')
    .select(['id', 'suite', 'environment', 'label_key', 'label_value'])
    .where('project_id', '=', launch.project_id)
    .where('is_on', '=', true)
    .where('target', 'in', CHAT_TARGETS)
    .execute()
  return rules.filter((rule) => matches(rule, launch))
}

/** Enqueues a review for the chat targets of its launch (REVIEW-08). */
export const postReview = async (
  db: Db,
  launch: LaunchRow,
  { by, publicUrl }: { by: string; publicUrl: string },
): Promise<void> => {
  const targets = await chatTargetsOf(db, launch)
  if (targets.length === 0) return
  const event = await eventOf(db, launch, {
    type: 'launch.reviewed',
    publicUrl,
    review: { by, comment: launch.comments ?? '' },
  })
  await db
    .insertInto('notification_delivery')
    .values(
      targets.map(({ id }) => ({
        project_id: launch.project_id,
        rule_id: id,
        ending_id: null,
        launch_id: launch.id,
        about: 'review' as const,
        body: JSON.stringify(event),
        state: 'waiting' as const,
        next_at: new Date(),
        status: null,
        duration_ms: null,
      })),
    )
    .execute()
}
