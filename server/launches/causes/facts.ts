import { sql } from 'kysely'
import type { Cause, CauseSuggestion } from '../../../contract/launches/causes.ts'
import type { Tx } from '../../db/open.ts'
import { displayName } from '../../access/users.ts'
import { readSuggestions } from '../queries/suggestions.ts'
import type { LaunchRow } from '../rows.ts'

/** Number of failures with one key, one tag and one issue. */
export interface FailureCount {
  key: string
  /** Key of the cause that the failure key is merged into; the key itself otherwise. */
  root: string
  tagId: number | null
  isAutomatic: boolean
  issueId: string | null
  tests: number
  firstId: number
}

/** Failures of one cause in a launch. */
export interface CountedCause {
  root: string
  tests: number
  firstId: number
  counts: readonly FailureCount[]
}

export interface LaunchOfName {
  id: number
  number: number
  build: string | null
}

/** Facts about a cause from outside this launch: earlier launches and users' decisions. */
export interface CauseFacts {
  since: Cause['since']
  history: Cause['history']
  suggestion: CauseSuggestion | null
  labels: ReadonlyMap<string, string>
  merges: ReadonlyMap<string, { mergedBy: string | null; mergedAt: string | null }>
}

/** Limit of counted failures per key and launch: the chart does not distinguish higher bars. */
const MAX_COUNTED = 1000

interface Decision {
  key: string
  root: string
  tagId: number | null
  by: string | null
  at: Date | null
  launchId: number | null
  launchNumber: number | null
  isOpenTag: boolean
  mergedBy: string | null
  mergedAt: Date | null
}

/** Reads the facts of these causes by index, in a fixed number of statements. */
export const factsOf = async (
  tx: Tx,
  launch: LaunchRow,
  launches: readonly LaunchOfName[],
  causes: readonly CountedCause[],
): Promise<ReadonlyMap<string, CauseFacts>> => {
  if (causes.length === 0) return new Map()
  const roots = causes.map(({ root }) => root)
  const decisions = await readDecisions(tx, launch.project_id, roots)
  const members = membersOf(roots, decisions)
  const pairs = [...members].flatMap(([root, keys]) => keys.map((key) => ({ root, key })))
  const keys = pairs.map(({ key }) => key)
  const [firsts, history, labels, issues, open] = await Promise.all([
    readFirsts(tx, launch.project_id, pairs),
    readHistory(tx, launch.project_id, launches, pairs),
    readLabels(tx, causes),
    readSuggestions(tx, launch, keys),
    readOpenTags(tx, launch.project_id),
  ])
  const byKey = new Map(decisions.map((decision) => [decision.key, decision]))
  const merges = new Map(
    decisions.map(({ key, mergedBy, mergedAt }) => [key, { mergedBy, mergedAt: mergedAt?.toISOString() ?? null }]),
  )
  const facts = new Map<string, CauseFacts>()
  for (const cause of causes) {
    const since = firsts.get(cause.root)
    if (since === undefined) continue
    const issue = (members.get(cause.root) ?? [])
      .flatMap((key) => issues.get(key) ?? [])
      .reduce<{ issueId: string; launchId: number; launchNumber: number; testId: number } | null>(
        (newest, one) => (newest === null || one.testId > newest.testId ? one : newest),
        null,
      )
    facts.set(cause.root, {
      since,
      history: launches.map(({ id, number }) => ({
        launchId: id,
        launchNumber: number,
        tests: history.get(`${cause.root} ${id}`) ?? 0,
      })),
      labels,
      merges,
      suggestion: suggestionOf(cause, byKey.get(cause.root), issue, open),
    })
  }
  return facts
}

/** Reads users' decisions about causes and about all causes merged into them. */
const readDecisions = async (tx: Tx, projectId: number, roots: readonly string[]): Promise<Decision[]> =>
  (
    await sql<Decision>`
    select c.key, coalesce(c.root_key, c.key) as root, t.id as "tagId", t.value = 'TO_INVESTIGATE' as "isOpenTag",
           (select ${displayName('p')} from workspace_user p where p.id = c.tagged_by) as by, c.tagged_at as at,
           l.id as "launchId", l.number as "launchNumber",
           (select ${displayName('p')} from workspace_user p where p.id = c.merged_by) as "mergedBy", c.merged_at as "mergedAt"
      from failure_cause c
      left join failure_tag t on t.id = c.tag_id and t.enabled
      left join launch l on l.id = c.tagged_launch_id
     where c.project_id = ${projectId}
       and (c.key = any(${[...roots]}::text[]) or c.root_key = any(${[...roots]}::text[]))`.execute(tx)
  ).rows

const membersOf = (roots: readonly string[], decisions: readonly Decision[]): Map<string, string[]> => {
  const members = new Map(roots.map((root) => [root, [root]]))
  for (const { key, root } of decisions) if (key !== root) members.get(root)?.push(key)
  return members
}

type Pair = { root: string; key: string }

const readFirsts = async (tx: Tx, projectId: number, pairs: readonly Pair[]): Promise<Map<string, Cause['since']>> => {
  const { rows } = await sql<{ root: string; id: number; number: number; build: string | null; at: Date }>`
    select f.root, l.id, l.number, l.build, l.started_at as at
      from (
        select w.root, min(m.id) as id
          from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w(root text, key text)
         cross join lateral (
           select t.launch_id as id from test t
            where t.project_id = ${projectId} and t.failure_key = w.key order by t.launch_id limit 1
         ) m group by w.root
      ) f join launch l on l.id = f.id`.execute(tx)
  return new Map(
    rows.map(({ root, id, number, build, at }) => [
      root,
      { launchId: id, launchNumber: number, build, at: at.toISOString() },
    ]),
  )
}

const readHistory = async (
  tx: Tx,
  projectId: number,
  launches: readonly LaunchOfName[],
  pairs: readonly Pair[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ root: string; launchId: number; tests: number }>`
    select w.root, h.id::float8 as "launchId", sum(n.tests)::int as tests
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w(root text, key text)
     cross join unnest(${launches.map(({ id }) => id)}::bigint[]) as h(id)
     cross join lateral (
       select count(*) as tests from (
         select from test t
          where t.project_id = ${projectId} and t.failure_key = w.key and t.launch_id = h.id and t.status = 'FAILED'
          limit ${MAX_COUNTED}::int) counted
     ) n
     group by w.root, h.id`.execute(tx)
  return new Map(rows.map(({ root, launchId, tests }) => [`${root} ${launchId}`, tests]))
}

/** Failures with the same key have the same label except for its numbers: the launch's first one is shown. */
const readLabels = async (tx: Tx, causes: readonly CountedCause[]): Promise<Map<string, string>> => {
  const first = new Map<string, number>()
  for (const { key, firstId } of causes.flatMap(({ counts }) => counts))
    first.set(key, Math.min(firstId, first.get(key) ?? firstId))
  const { rows } = await sql<{ key: string; label: string | null }>`
    select failure_key as key, failure_label as label from test where id = any(${[...first.values()]}::bigint[])`.execute(
    tx,
  )
  return new Map(rows.map(({ key, label }) => [key, label ?? '']))
}

const readOpenTags = async (tx: Tx, projectId: number): Promise<ReadonlySet<number>> => {
  const rows = await tx
    .selectFrom('failure_tag')
    .select('id')
    .where('project_id', '=', projectId)
    .where('value', '=', 'TO_INVESTIGATE')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Implements the rule of `acceptSuggestions`: suggests the tag for failures with an automatic, missing or open tag, and the issue for
 * failures without one.
 */
const suggestionOf = (
  { counts }: CountedCause,
  decision: Decision | undefined,
  issue: { issueId: string; launchId: number; launchNumber: number } | null,
  open: ReadonlySet<number>,
): CauseSuggestion | null => {
  const tagId = decision === undefined || decision.tagId === null || decision.isOpenTag ? null : decision.tagId
  const tagged = (of: CountedCause['counts'][number]) =>
    tagId !== null && (of.isAutomatic || of.tagId === null || (open.has(of.tagId) && of.tagId !== tagId))
  const linked = (of: CountedCause['counts'][number]) => issue !== null && of.issueId === null
  const isTagDue = counts.some(tagged)
  const isIssueDue = counts.some(linked)
  if (!isTagDue && !isIssueDue) return null
  return {
    tag:
      isTagDue && tagId !== null && decision !== undefined
        ? {
            tagId,
            by: decision.by,
            at: decision.at?.toISOString() ?? null,
            launchId: decision.launchId,
            launchNumber: decision.launchNumber,
          }
        : null,
    issue:
      isIssueDue && issue !== null
        ? { issueId: issue.issueId, launchId: issue.launchId, launchNumber: issue.launchNumber }
        : null,
    tests: counts.filter((of) => tagged(of) || linked(of)).reduce((sum, { tests }) => sum + tests, 0),
  }
}
