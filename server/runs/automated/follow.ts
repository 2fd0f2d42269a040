import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { StoredEvent } from '../../db/events.ts'
import { pushResults } from './push.ts'
import { pushSettingsOf } from './settings.ts'

/** At start, launches that ended within this time are processed: the server may have stopped before pushing their results. */
const CATCH_UP_HOURS = 24

/** SQL condition for launches whose agent names a run. */
const namesRun = sql<boolean>`tcm <> '{}' and tcm ?| array['zebrunnerTestRunId', 'zebrunner.test-run-id']`

interface Due {
  launchId: number
  /** Events of the tests to push; all tests of the launch if omitted. */
  eventIds?: number[]
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
    if (due.length > 0)
      working = working.then(() =>
        pushAll(db, due, log).catch((error: unknown) =>
          log.warn({ err: error }, 'launches were not checked for results to push to a run'),
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
  for (const { id, type, payload, stream } of events) {
    if (type === 'launch/finished') ended.add((payload as { id: number }).id)
    // Some agents name the cases after the end of the test.
    if (type === 'test/finished' || type === 'test/changed') {
      const launchId = Number(stream.slice('launch:'.length))
      tests.set(launchId, [...(tests.get(launchId) ?? []), id])
    }
  }
  return [
    ...[...tests].filter(([launchId]) => !ended.has(launchId)).map(([launchId, eventIds]) => ({ launchId, eventIds })),
    ...[...ended].map((launchId) => ({ launchId })),
  ]
}

interface PushedLaunch {
  launchId: number
  tcm: Record<string, unknown>
  id: number
  key: string
  name: string
}

/** Skips launches that are not pushed, or not yet. */
const pushAll = async (db: Db, due: readonly Due[], log: FastifyBaseLogger): Promise<void> => {
  const ids = due.map(({ launchId }) => launchId)
  const { rows } = await sql<PushedLaunch>`
    select l.id as "launchId", l.tcm, p.id, p.key, p.name from launch l join project p on p.id = l.project_id
     where l.id = any(${ids}::bigint[]) and ${namesRun}`.execute(db)
  const launches = new Map(rows.map((launch) => [launch.launchId, launch]))
  for (const one of due) {
    const launch = launches.get(one.launchId)
    if (launch !== undefined)
      await push(db, launch, one.eventIds).catch((error: unknown) =>
        log.warn({ err: error }, 'results of a launch were not pushed to a run'),
      )
  }
}

const push = async (db: Db, { launchId, tcm, ...of }: PushedLaunch, eventIds: number[] | undefined): Promise<void> => {
  const settings = pushSettingsOf(tcm)
  if (!settings || (eventIds !== undefined && !settings.isRealTime)) return
  const testIds = eventIds === undefined ? undefined : await testsOf(db, eventIds)
  await pushResults(db, { project: { ...of, role: null }, launchId, testIds, userId: null }, settings)
}

/** Returns the tests of these events, whose payloads the reader of events may have skipped. */
const testsOf = async (db: Db, eventIds: number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct (payload->>'id')::bigint as id from event where id = any(${eventIds}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

const recentlyEnded = async (db: Db): Promise<number[]> => {
  const since = new Date(Date.now() - CATCH_UP_HOURS * 3_600_000)
  const { rows } = await sql<{ id: number }>`
    select id from launch
     where ended_at > ${since} and ${namesRun}
     order by id`.execute(db)
  return rows.map(({ id }) => id)
}
