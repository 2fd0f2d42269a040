import { sql } from 'kysely'
import {
  CAUSE_LAUNCHES,
  MAX_CAUSES,
  kindOfCause,
  type Cause,
  type CausesAnswer,
} from '../../../contract/launches/causes.ts'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import type { Db, Tx } from '../../db/open.ts'
import { findLaunch } from '../queries/find-launch.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import type { LaunchRow } from '../rows.ts'
import { factsOf, type CauseFacts, type CountedCause, type FailureCount, type LaunchOfName } from './facts.ts'

/** Resolves with the failures of a launch by cause, the most frequent first, with the facts of each cause. */
export const readCauses = (db: Db, projectId: number, launchId: number): Promise<CausesAnswer> =>
  inSnapshot(db, async (tx) => {
    const launch = await findLaunch(tx, projectId, launchId)
    const [counts, launches] = await Promise.all([countFailures(tx, launch.id, projectId), launchesOfName(tx, launch)])
    const before = launches.at(-2) ?? null
    const earlier = before === null || isUnderWay(launch.status) ? [] : await countFailures(tx, before.id, projectId)
    const own = new Set(counts.map(({ root }) => root))
    const causes = byCause(counts)
    const fixed = byCause(earlier.filter(({ root }) => !own.has(root))).slice(0, MAX_CAUSES)
    const shown = causes.slice(0, MAX_CAUSES)
    const facts = await factsOf(tx, launch, launches, [...shown, ...fixed])
    const failures = launch.failed + launch.failed_as_known
    const withText = counts.reduce((sum, { tests }) => sum + tests, 0)
    return {
      items: shown.flatMap((of) => causeOf(of, facts, launch)),
      fixed: fixed.flatMap((of) => causeOf(of, facts, launch)),
      comparedWith: before === null ? null : { launchId: before.id, launchNumber: before.number, build: before.build },
      causesTotal: causes.length,
      failures,
      withoutText: Math.max(0, failures - withText),
    }
  })

const countFailures = async (tx: Tx, launchId: number, projectId: number): Promise<FailureCount[]> =>
  (
    await sql<FailureCount>`
    select t.failure_key as key, coalesce(c.root_key, t.failure_key) as root, t.failure_tag_id as "tagId",
           t.failure_tag_feedback as "isAutomatic", t.issue_id as "issueId", count(*)::int as tests,
           min(t.id)::float8 as "firstId"
      from test t
      left join failure_cause c on c.project_id = ${projectId} and c.key = t.failure_key and c.root_key is not null
     where t.launch_id = ${launchId} and t.failure_key is not null and t.status = 'FAILED'
     group by 1, 2, 3, 4, 5`.execute(tx)
  ).rows

const byCause = (counts: readonly FailureCount[]): CountedCause[] => {
  const found = new Map<string, FailureCount[]>()
  for (const count of counts) {
    const known = found.get(count.root)
    if (known === undefined) found.set(count.root, [count])
    else known.push(count)
  }
  return [...found]
    .map(([root, of]) => ({
      root,
      tests: of.reduce((sum, { tests }) => sum + tests, 0),
      firstId: Math.min(...of.map(({ firstId }) => firstId)),
      counts: of,
    }))
    .toSorted((a, b) => b.tests - a.tests || a.firstId - b.firstId)
}

const launchesOfName = async (tx: Tx, launch: LaunchRow): Promise<LaunchOfName[]> =>
  (
    await sql<LaunchOfName>`
    select id, number, build from launch
     where project_id = ${launch.project_id} and name = ${launch.name}
       and (id = ${launch.id} or (started_at, id) < (${launch.started_at}, ${launch.id})
         and status not in ('IN_PROGRESS', 'QUEUED', 'LAUNCHING', 'ABORTED'))
     order by started_at desc, id desc limit ${CAUSE_LAUNCHES}::int`.execute(tx)
  ).rows.toReversed()

const causeOf = (of: CountedCause, facts: ReadonlyMap<string, CauseFacts>, launch: LaunchRow): Cause[] => {
  const fact = facts.get(of.root)
  if (fact === undefined) return []
  const [label = '', detail = null] = (fact.labels.get(of.counts[0]?.key ?? '') ?? '').split('\n', 2)
  const tags = new Map<number, number>()
  for (const { tagId, tests } of of.counts) if (tagId !== null) tags.set(tagId, (tags.get(tagId) ?? 0) + tests)
  const messages = new Map<string, number>()
  for (const { key, tests } of of.counts) messages.set(key, (messages.get(key) ?? 0) + tests)
  return [
    {
      key: of.root,
      label,
      detail,
      kind: kindOfCause(fact.history, fact.since.launchId === launch.id),
      tests: of.tests,
      firstTestId: of.firstId,
      since: fact.since,
      history: fact.history,
      tags: [...tags].map(([tagId, tests]) => ({ tagId, tests })).toSorted((a, b) => b.tests - a.tests),
      issues: [...new Set(of.counts.flatMap(({ issueId }) => issueId ?? []))],
      suggestion: fact.suggestion,
      messages: [...messages].map(([key, tests]) => ({
        key,
        label: (fact.labels.get(key) ?? '').split('\n', 1)[0] ?? '',
        tests,
        ...(fact.merges.get(key) ?? { mergedBy: null, mergedAt: null }),
      })),
    },
  ]
}
