import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { StoredEvent } from '../../db/events.ts'
import { pushResults } from './push.ts'
import { pushSettingsOf } from './settings.ts'

/** At start, launches that ended within this time are processed: the server may have stopped before pushing their results. */
const CATCH_UP_HOURS = 24

interface Due {
  launchId: number
  /** Tests to push; all of the launch if omitted. */
  testIds?: number[]
}

export interface ResultsFollower {
  /** Handles events: pushes ended tests into the run that their launch names. */
  follow(events: readonly StoredEvent[]): void
  /** Resolves once everything due is done. */
  idle(): Promise<void>
}

/** Pushes results of launches to runs, one launch at a time. Repeated pushes (by two servers or after a restart) are recorded once. */
export const followResults = (db: Db, log: FastifyBaseLogger): ResultsFollower => {
  let working: Promise<void> = Promise.resolve()
  const add = (due: readonly Due[]) => {
    for (const one of due)
      working = working.then(() =>
        push(db, one).catch((error: unknown) =>
          log.warn({ err: error }, 'results of a launch were not pushed to a run'),
        ),
      )
  }
  working = recentlyEnded(db).then(
    (launches) => add(launches.map((launchId) => ({ launchId }))),
    (error: unknown) => log.warn({ err: error }, 'launches that ended before the start were not looked at'),
  )
  return {
    follow: (events) => add(dueOf(events)),
    idle: async () => {
      for (let seen: Promise<void> | null = null; seen !== working;) {
        seen = working
        await seen
      }
    },
  }
}

const dueOf = (events: readonly StoredEvent[]): Due[] => {
  const tests = new Map<number, number[]>()
  const ended = new Set<number>()
  for (const { type, payload } of events) {
    const of = payload as { id: number; launchId?: number; status?: string; testCases?: unknown[] }
    if (type === 'launch/finished') ended.add(of.id)
    // Some agents name the cases after the end of the test.
    const isEnded = type === 'test/finished' || (type === 'test/changed' && of.status !== 'IN_PROGRESS')
    if (isEnded && of.launchId !== undefined && (of.testCases?.length ?? 0) > 0)
      tests.set(of.launchId, [...(tests.get(of.launchId) ?? []), of.id])
  }
  return [
    ...[...tests].filter(([launchId]) => !ended.has(launchId)).map(([launchId, testIds]) => ({ launchId, testIds })),
    ...[...ended].map((launchId) => ({ launchId })),
  ]
}

/** Does nothing for launches that are not pushed, or not yet. */
const push = async (db: Db, { launchId, testIds }: Due): Promise<void> => {
  const launch = await db
    .selectFrom('launch as l')
    .innerJoin('project as p', 'p.id', 'l.project_id')
    .select(['l.tcm', 'p.id', 'p.key', 'p.name'])
    .where('l.id', '=', launchId)
    .executeTakeFirst()
  const settings = launch && pushSettingsOf(launch.tcm)
  if (!launch || !settings || (testIds !== undefined && !settings.isRealTime)) return
  const project = { id: launch.id, key: launch.key, name: launch.name, role: null }
  await pushResults(db, { project, launchId, testIds, userId: null }, settings)
}

const recentlyEnded = async (db: Db): Promise<number[]> => {
  const since = new Date(Date.now() - CATCH_UP_HOURS * 3_600_000)
  const { rows } = await sql<{ id: number }>`
    select id from launch
     where ended_at > ${since} and tcm <> '{}' and tcm ?| array['zebrunnerTestRunId', 'zebrunner.test-run-id']
     order by id`.execute(db)
  return rows.map(({ id }) => id)
}
