import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { LIMITS } from '../../contract/limits.ts'
import {
  COVERAGE_STATES,
  type CoverageState,
  type CoveringCase,
  type listRequirements,
  type Requirement,
  type RequirementCoverage,
} from '../../contract/requirements/requirements.ts'
import type { ProjectScope } from '../access/principals.ts'
import type { Db, Tx } from '../db/database.ts'
import { pageMeta } from '../http/page-meta.ts'
import { keyOrder, matching, requirementColumns } from './own.ts'

type Query = z.infer<typeof listRequirements.query>
type Page = Omit<z.infer<typeof listRequirements.answer>, 'hasJira'>

/** Newest valid result of a case `c` in any run of the project; withdrawn ones are excluded. */
const lastResult = sql`
  select t.run_id, t.status_id, t.at from test_run_result t
   where t.case_id = c.id and t.withdrawn_at is null order by t.at desc, t.position desc limit 1`

/** Cases of the repository that are linked to requirements. */
const linked = sql`
  test_case_requirement l join test_case c on c.id = l.case_id and c.deleted_at is null`

/** See `listRequirements`. Computes states in one pass over the links, and joins details only for the page's rows. */
export const findCoverage = (db: Db, project: ProjectScope, query: Query): Promise<Page> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows: all } = await sql<{ id: number; state: CoverageState }>`
        with found as (select q.id, row_number() over (order by ${keyOrder}) as place from requirement q where ${matching(project.id, query)}),
             covering as (select distinct c.id from found f join ${linked} on l.requirement_id = f.id),
             outcome as (
               select c.id, coalesce(s.is_success, d.is_success, false) as "isSuccess", coalesce(s.is_failure, d.is_failure, false) as "isFailure"
                 from covering c
                 left join lateral (${lastResult}) r on true
                 left join result_status s on s.id = r.status_id
                 left join deleted_result_status d on d.id = r.status_id)
        select f.id,
               case when count(o.id) = 0 then 'uncovered' when bool_or(o."isFailure") then 'failing'
                    when bool_and(o."isSuccess") then 'passing' else 'incomplete' end as state
          from found f
          left join test_case_requirement l on l.requirement_id = f.id
          left join outcome o on o.id = l.case_id
         group by f.id, f.place order by f.place`.execute(tx)
      const counts = Object.fromEntries(COVERAGE_STATES.map((state) => [state, 0])) as Record<CoverageState, number>
      for (const { state } of all) counts[state] += 1
      const { state: requested, page, pageSize } = query
      const listed = COVERAGE_STATES.flatMap((state) =>
        requested === undefined || requested === state ? all.filter((one) => one.state === state) : [],
      )
      const shown = listed.slice((page - 1) * pageSize, page * pageSize)
      const items = await describe(tx, project, shown)
      return { items, counts, _meta: pageMeta(listed.length, page, pageSize) }
    })

interface CaseRow extends Pick<CoveringCase, 'id' | 'title' | 'last'> {
  requirementId: number
  number: number
  total: number
}

const describe = async (
  db: Tx,
  project: ProjectScope,
  shown: readonly { id: number; state: CoverageState }[],
): Promise<RequirementCoverage[]> => {
  if (shown.length === 0) return []
  const ids = shown.map(({ id }) => id)
  const [{ rows }, { rows: cases }, { rows: runs }] = await Promise.all([
    sql<Requirement>`select ${requirementColumns} from requirement q where q.id = any(${ids}::bigint[])`.execute(db),
    sql<CaseRow>`
      select * from (
        select l.requirement_id as "requirementId", c.id, c.number, c.title,
               row_number() over (partition by l.requirement_id order by c.number)::int as place,
               count(*) over (partition by l.requirement_id)::int as total,
               case when r.run_id is not null then jsonb_build_object(
                 'status', jsonb_build_object('name', coalesce(s.name, d.name, 'Unknown'), 'colorHex', coalesce(s.color_hex, d.color_hex, '#868e9d'),
                   'isSuccess', coalesce(s.is_success, d.is_success, false), 'isFailure', coalesce(s.is_failure, d.is_failure, false)),
                 'runId', r.run_id, 'runTitle', u.title,
                 'at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as last
          from ${linked}
          left join lateral (${lastResult}) r on true
          left join test_run u on u.id = r.run_id
          left join result_status s on s.id = r.status_id
          left join deleted_result_status d on d.id = r.status_id
         where l.requirement_id = any(${ids}::bigint[])) x
       where x.place <= ${LIMITS.coveringCases} order by x."requirementId", x.place`.execute(db),
    sql<{ requirementId: number; id: number; title: string; closed: boolean }>`
      select q.id as "requirementId", r.id, r.title, r.closed
        from requirement q
       cross join lateral (
         select r.id, r.title, r.closed_at is not null as closed from test_run r
          where r.project_id = ${project.id} and r.requirements <> '[]' and r.requirements @> jsonb_build_array(q.key)
          order by r.created_at desc, r.id desc limit 3) r
       where q.id = any(${ids}::bigint[])`.execute(db),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const casesOf = byRequirement(cases)
  const runsOf = byRequirement(runs)
  return shown.flatMap(({ id, state }) => {
    const requirement = byId.get(id)
    if (requirement === undefined) return []
    const covering = casesOf.get(id) ?? []
    return [
      {
        ...requirement,
        state,
        cases: covering.map(({ number, ...one }) => ({
          id: one.id,
          key: `${project.key}-${number}`,
          title: one.title,
          last: one.last,
        })),
        casesTotal: covering[0]?.total ?? 0,
        runs: (runsOf.get(id) ?? []).map(({ id: runId, title, closed }) => ({ id: runId, title, closed })),
      },
    ]
  })
}

const byRequirement = <Row extends { requirementId: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> => {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.requirementId)
    if (group === undefined) groups.set(row.requirementId, [row])
    else group.push(row)
  }
  return groups
}
