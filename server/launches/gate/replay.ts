import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod/mini'
import {
  GATE_REPLAY_DAYS,
  GATE_REPLAY_LAUNCHES,
  GATE_REPLAY_PAGE,
  type JudgedLaunch,
  type replayGate,
  type StoppedLaunch,
} from '../../../contract/launches/gate-replay.ts'
import { onlyRow } from '../../db/only-row.ts'
import type { Db } from '../../db/open.ts'
import { readMarked } from '../flaky/judged.ts'
import { flakySettings } from '../flaky/settings.ts'
import { launchIdsBeforeChange } from '../queries/launch-before.ts'
import type { LaunchRow } from '../rows.ts'
import { readGateFacts, type Compared } from './facts.ts'
import { judge, type GatePolicy } from './judge.ts'

const DAY_MS = 24 * 3_600_000

/** Reads the tests that the project's rules mark in the window of replays. */
type ReadFlaky = (db: Db, projectId: number) => Promise<string[]>

/** Returns a function that judges one page of the window's launches. Its queries are short, and other requests run between them. */
export const createReplay = () => {
  const readFlaky = cachedFlaky()
  return async (
    db: Db,
    projectId: number,
    { before, beforeId, allowIncomplete, ...thresholds }: z.infer<typeof replayGate.query>,
  ): Promise<z.infer<typeof replayGate.answer>> => {
    const policy: GatePolicy = { thresholds, allowsIncomplete: allowIncomplete }
    const { total, oldest } = await windowOf(db, projectId)
    const cursor = before === undefined || beforeId === undefined ? null : { before: new Date(before), beforeId }
    const launches = oldest === null ? [] : await pageOf(db, projectId, oldest, cursor)
    const compared = await comparedOf(db, launches, policy)
    const facts = await readGateFacts(db, compared)
    const judged = launches.flatMap((launch, i): JudgedLaunch[] => {
      const of = facts[i]
      return of === undefined ? [] : [{ launch: summaryOf(launch), ...judge(of, policy) }]
    })
    const last = launches.length === GATE_REPLAY_PAGE ? launches.at(-1) : undefined
    return {
      total,
      judged: judged.length,
      stopped: await stoppedOf(db, { projectId, compared, judged, policy, readFlaky }),
      latest: cursor === null ? (judged[0] ?? null) : null,
      next: last === undefined ? null : { before: last.started_at.toISOString(), beforeId: last.id },
    }
  }
}

const summaryOf = ({ id, number, name, started_at: startedAt }: LaunchRow): JudgedLaunch['launch'] => ({
  id,
  number,
  name,
  startedAt: startedAt.toISOString(),
})

const windowOf = async (db: Db, projectId: number): Promise<{ total: number; oldest: Date | null }> =>
  onlyRow(
    await sql<{ total: number; oldest: Date | null }>`
      select count(*)::int as total, min(started_at) as oldest
        from (select started_at from launch
               where project_id = ${projectId} and started_at >= ${new Date(Date.now() - GATE_REPLAY_DAYS * DAY_MS)}
                 and status not in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING')
               order by started_at desc, id desc limit ${GATE_REPLAY_LAUNCHES}::int) l`.execute(db),
  )

const pageOf = (
  db: Db,
  projectId: number,
  oldest: Date,
  cursor: { before: Date; beforeId: number } | null,
): Promise<LaunchRow[]> =>
  db
    .selectFrom('launch')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('started_at', '>=', oldest)
    .where('status', 'not in', ['IN_PROGRESS', 'QUEUED', 'LAUNCHING'])
    .$if(cursor !== null, (query) =>
      query.where(
        sql<boolean>`(started_at, id) < (${cursor?.before ?? null}::timestamptz, ${cursor?.beforeId ?? null}::bigint)`,
      ),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(GATE_REPLAY_PAGE)
    .execute()

/** Earlier launches are found only where the policy limits new failures. */
const comparedOf = async (db: Db, launches: readonly LaunchRow[], { thresholds }: GatePolicy): Promise<Compared[]> => {
  const limit = thresholds.maxNewFailures ?? null
  const failing = limit === null ? [] : launches.filter(({ failed }) => failed > limit)
  const befores = await launchIdsBeforeChange(
    db,
    failing.map(({ id }) => id),
  )
  return launches.map((launch) => {
    const id = befores.get(launch.id)
    return { launch, before: id === undefined ? null : { id } }
  })
}

interface Judged {
  projectId: number
  compared: readonly Compared[]
  judged: readonly JudgedLaunch[]
  policy: GatePolicy
  readFlaky: ReadFlaky
}

const stoppedOf = async (
  db: Db,
  { projectId, compared, judged, policy, readFlaky }: Judged,
): Promise<StoppedLaunch[]> => {
  const stopped = judged.filter(({ verdict }) => verdict === 'failed')
  if (stopped.length === 0) return []
  const ids = new Set(stopped.map(({ launch }) => launch.id))
  const flaky = await readFlaky(db, projectId)
  const facts = await readGateFacts(
    db,
    compared.filter(({ launch }) => ids.has(launch.id)),
    flaky,
  )
  return stopped.map((launch, i) => {
    const of = facts[i]
    return { ...launch, byFlaky: flaky.length > 0 && of !== undefined && judge(of, policy).verdict === 'passed' }
  })
}

/** Caches the tests for the pages of one replay, and for the next replays while a form is edited. */
const cachedFlaky = (): ReadFlaky => {
  const cached = new LRUCache<string, Promise<string[]>>({ max: 100, ttl: 60_000 })
  return async (db, projectId) => {
    const rules = { ...(await flakySettings.read(db, projectId)), windowDays: GATE_REPLAY_DAYS } as const
    const key = JSON.stringify([projectId, rules])
    const earlier = cached.get(key)
    if (earlier !== undefined) return earlier
    const read = readMarked(db, projectId, rules).then(({ marked }) => marked.map(({ identity }) => identity))
    cached.set(key, read)
    read.catch(() => cached.delete(key))
    return read
  }
}
