import { NO_STATISTICS } from '../../contract/launches/launches.ts'
import type { LaunchEvent, NotificationDelivery } from '../../contract/notifications/deliveries.ts'
import { NOTIFICATION_LIMITS } from '../../contract/notifications/notification-texts.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import { deliveryOf } from '../jobs/deliveries.ts'
import { eventOf } from './event.ts'
import type { DeliveryRow } from './stored.ts'

const describe = async (db: Db, rows: readonly DeliveryRow[]): Promise<NotificationDelivery[]> => {
  const ids = rows.flatMap(({ launch_id: id }) => id ?? [])
  const launches =
    ids.length === 0
      ? []
      : await db.selectFrom('launch').select(['id', 'number', 'name']).where('id', 'in', ids).execute()
  return rows.map((row) => ({
    ...deliveryOf(
      row,
      launches.find(({ id }) => id === row.launch_id),
    ),
    about: row.about,
    status: row.status,
    durationMs: row.duration_ms,
    response: row.response,
    direct:
      row.sender === null || row.target === null
        ? null
        : { sender: row.sender, senderName: row.sender_name, target: row.target, destination: row.destination },
  }))
}

/** Returns the newest deliveries of a rule; for null, the direct deliveries of the project. */
export const deliveriesOf = async (db: Db, projectId: number, ruleId: number | null): Promise<NotificationDelivery[]> =>
  describe(
    db,
    await db
      .selectFrom('notification_delivery')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('rule_id', ruleId === null ? 'is' : '=', ruleId)
      .orderBy('id', 'desc')
      .limit(NOTIFICATION_LIMITS.deliveriesShown)
      .execute(),
  )

export const describeDelivery = async (db: Db, row: DeliveryRow): Promise<NotificationDelivery> => {
  const [delivery] = await describe(db, [row])
  return delivery as NotificationDelivery
}

/** Resolves with the event of a test message: about the newest finished launch, or an example when there is none. */
export const sampleEvent = async (
  db: Db,
  project: Pick<ProjectScope, 'id' | 'key' | 'name'>,
  publicUrl: string,
): Promise<{ event: LaunchEvent; launchId: number | null }> => {
  const launch = await db
    .selectFrom('launch')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('status', 'not in', ['IN_PROGRESS', 'QUEUED', 'LAUNCHING'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (launch) return { event: await eventOf(db, launch, { type: 'test', publicUrl }), launchId: launch.id }
  const now = new Date().toISOString()
  const event: LaunchEvent = {
    type: 'test',
    timestamp: now,
    data: {
      project: { key: project.key, name: project.name },
      launch: {
        id: 0,
        number: 0,
        uuid: '00000000-0000-0000-0000-000000000000',
        name: 'Example launch',
        status: 'PASSED',
        suite: null,
        environment: null,
        build: null,
        labels: [],
        startedAt: now,
        endedAt: now,
        url: `${publicUrl}/projects/${encodeURIComponent(project.key)}/automation-launches`,
        statistics: { ...NO_STATISTICS, passed: 1 },
        passRate: 100,
      },
      previous: null,
      newFailures: { count: 0, tests: [] },
      review: null,
    },
  }
  return { event, launchId: null }
}
