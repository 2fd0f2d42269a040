import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { describeMark } from '../../../contract/launches/flaky-rules.ts'
import type { FlakySettings } from '../../../contract/launches/flaky-tests.ts'
import { MAX_QUARANTINE } from '../../../contract/launches/quarantine.ts'
import { LOCKS, lockUntilEnd } from '../../db/locks.ts'
import type { Db, Tx } from '../../db/open.ts'
import { changeByRules, type RuleChange } from '../quarantine/change.ts'
import { readQuarantine } from '../quarantine/read.ts'
import { readMarked, type MarkedTest } from './judged.ts'
import { quarantineLimit } from './rules.ts'
import { flakySettings } from './settings.ts'

/** Time between two looks at a project. */
const LOOK_AGAIN_MINUTES = 10
const LOOK_EVERY_MS = 60_000
const DAY_MS = 24 * 3_600_000

/** Periodically quarantines and releases tests by the rules of their projects. Any number of servers may do so. */
export const startAutoQuarantine = (
  db: Db,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const { signal } = stopping
  let looking: Promise<unknown> = Promise.resolve()
  const work = async () => {
    for (
      let projectId = await claimProject(db);
      projectId !== null && !signal.aborted;
      projectId = await claimProject(db)
    ) {
      const done = await quarantineByRules(db, projectId)
      if (done.quarantined + done.released > 0) log.info({ projectId, ...done }, 'quarantine changed by rules')
    }
  }
  const timer = setInterval(() => {
    looking = looking
      .then(work)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the quarantine could not be changed by rules; tried again later'),
      )
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await looking
    },
  }
}

/** Resolves with a project that no server has looked at lately and whose rules quarantine tests, or have done so; null if there is none. */
export const claimProject = async (db: Db): Promise<number | null> => {
  const { rows } = await sql<{ id: number }>`
    update flaky_settings set looked_at = now()
     where project_id = (
       select s.project_id from flaky_settings s
        where (s.looked_at is null or s.looked_at < now() - make_interval(mins => ${LOOK_AGAIN_MINUTES}::int))
          and (s.quarantines or exists (
                select from quarantined_test q where q.project_id = s.project_id and q.rule is not null))
        order by s.looked_at nulls first limit 1 for update skip locked)
    returning project_id as id`.execute(db)
  return rows[0]?.id ?? null
}

/** Quarantines marked tests as far as the share allows, and releases those whose time is over or that passed often enough. */
export const quarantineByRules = async (
  db: Db,
  projectId: number,
): Promise<{ quarantined: number; released: number }> => {
  const settings = await flakySettings.read(db, projectId)
  // Before the transaction, which makes other changes of the quarantine wait.
  const found = settings.quarantines
    ? await readMarked(db, projectId, settings)
    : { marked: [] as MarkedTest[], projectTests: 0 }
  return db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, LOCKS.quarantine, projectId)
    const entries = await readQuarantine(tx, projectId)
    const released = entries.filter(
      ({ rule, isExpired, passedInARow }) => rule !== null && (isExpired || passedInARow >= settings.releaseAfter),
    )
    const remaining = entries.filter((entry) => !released.includes(entry))
    const inForce = remaining.filter(({ isExpired }) => !isExpired).length
    const room = Math.min(
      quarantineLimit(found.projectTests, settings.maxQuarantinedShare) - inForce,
      MAX_QUARANTINE - remaining.length,
    )
    const existing = new Set(entries.map(({ key }) => key))
    const candidates = found.marked.filter(({ identity }) => !existing.has(identity))
    const added = (await withoutReleased(tx, projectId, candidates)).slice(0, Math.max(0, room))
    await changeByRules(tx, projectId, [
      ...released.map(({ key }): RuleChange => ({ key, quarantine: null })),
      ...added.map((test): RuleChange => ({ key: test.identity, quarantine: quarantineOf(test, settings) })),
    ])
    return { quarantined: added.length, released: released.length }
  })
}

const quarantineOf = ({ mark }: MarkedTest, { windowDays, quarantineDays }: FlakySettings) => ({
  rule: mark.rule,
  reason: `${describeMark(mark)} in ${windowDays} days`,
  until: new Date(Date.now() + quarantineDays * DAY_MS).toISOString().slice(0, 10),
})

/** Resolves with the tests that failed or were retried since they last left the quarantine. */
const withoutReleased = async (tx: Tx, projectId: number, tests: readonly MarkedTest[]): Promise<MarkedTest[]> => {
  const { rows } = await sql<{ identity: string; newestId: number }>`
    select identity, newest_test_id as "newestId" from quarantine_release
     where project_id = ${projectId} and identity = any(${tests.map(({ identity }) => identity)}::text[])`.execute(tx)
  const released = new Map(rows.map(({ identity, newestId }) => [identity, newestId]))
  return tests.filter(({ identity, newestId }) => newestId > (released.get(identity) ?? 0))
}
