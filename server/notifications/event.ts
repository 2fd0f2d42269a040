import { passRate } from '../../contract/launches/launches.ts'
import type { LaunchEvent } from '../../contract/notifications/deliveries.ts'
import type { Db, Tx } from '../db/open.ts'
import { launchBefore, type LaunchRow, newFailures, statisticsOf } from '../launches/launches.ts'

/** Message about failures of a running launch. Only channels and addresses that a launch names receive it. */
export interface FailuresEvent extends Omit<LaunchEvent, 'type' | 'data'> {
  type: 'launch.failing'
  data: Pick<LaunchEvent['data'], 'project' | 'launch'> & {
    /** Number of failures since the previous message, and the first of them, each with the beginning of its error message. */
    failures: { count: number; tests: { testId: number; name: string; message: string }[] }
  }
}
/** Body of a delivery. */
export type MessageEvent = LaunchEvent | FailuresEvent

interface EventInput {
  type: LaunchEvent['type']
  publicUrl: string
  review?: LaunchEvent['data']['review']
}

/** Builds the event of a launch from its current state. */
export const eventOf = async (
  db: Db | Tx,
  launch: LaunchRow,
  { type, publicUrl, review = null }: EventInput,
): Promise<LaunchEvent> => {
  const before = await launchBefore(db, launch)
  const fresh = await newFailures(db, launch, before)
  return {
    type,
    timestamp: new Date().toISOString(),
    data: {
      ...(await launchDataOf(db, launch, publicUrl)),
      previous: before === null ? null : { id: before.id, number: before.number },
      newFailures: { count: fresh.count, tests: fresh.named },
      review,
    },
  }
}

/** Builds the message about these failures of a launch. */
export const failuresEventOf = async (
  db: Db | Tx,
  launch: LaunchRow,
  failures: FailuresEvent['data']['failures'],
  publicUrl: string,
): Promise<FailuresEvent> => ({
  type: 'launch.failing',
  timestamp: new Date().toISOString(),
  data: { ...(await launchDataOf(db, launch, publicUrl)), failures },
})

const launchDataOf = async (
  db: Db | Tx,
  launch: LaunchRow,
  publicUrl: string,
): Promise<Pick<LaunchEvent['data'], 'project' | 'launch'>> => {
  const project = await db
    .selectFrom('project')
    .select(['key', 'name'])
    .where('id', '=', launch.project_id)
    .executeTakeFirstOrThrow()
  const statistics = statisticsOf(launch)
  const rate = passRate(statistics)
  return {
    project,
    launch: {
      id: launch.id,
      number: launch.number,
      uuid: launch.uuid,
      name: launch.name,
      status: launch.status,
      suite: launch.suite_name,
      environment: launch.environment,
      build: launch.build,
      labels: launch.labels,
      startedAt: launch.started_at.toISOString(),
      endedAt: launch.ended_at?.toISOString() ?? null,
      url: `${publicUrl}/projects/${encodeURIComponent(project.key)}/automation-launches/${launch.id}`,
      statistics,
      passRate: rate === null ? null : Math.round(rate * 10_000) / 100,
    },
  }
}
