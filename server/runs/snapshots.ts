import { sql } from 'kysely'
import type { ReportSuite } from '../../contract/cases/report.ts'
import type { Tx } from '../db/database.ts'
import { readSuites, titlesAbove } from '../cases/cases.ts'
import { readableValues } from '../settings/settings.ts'

/** A case of the repository with its current snapshot. */
export interface TakenCase {
  caseId: number
  snapshotId: number
  suiteId: number
}

/** Steps of a case `c` with shared steps expanded; dangling references are omitted. */
const resolvedSteps = sql`
  (select coalesce(jsonb_agg(case when x.step->>'kind' = 'shared'
            then jsonb_build_object('kind', 'shared', 'id', x.step->'id', 'sharedStepsId', x.step->'sharedStepsId',
                                    'name', t.name, 'steps', t.steps)
            else x.step end order by x.place), '[]')
     from jsonb_array_elements(c.steps) with ordinality as x(step, place)
     left join shared_steps t on x.step->>'kind' = 'shared' and t.id = (x.step->>'sharedStepsId')::bigint
    where x.step->>'kind' <> 'shared' or t.id is not null)`

/** Content of a case `c` as its snapshot stores it. */
export const snapshotContent = sql`
  jsonb_build_object('description', c.description, 'preConditions', c.pre_conditions, 'postConditions', c.post_conditions,
                     'steps', ${resolvedSteps}, 'attachments', c.attachments, 'customFields', ${readableValues})`

/**
 * Takes snapshots of cases, in the order of the repository. Reuses an existing snapshot of the same versions. Omits cases that are not in
 * the repository.
 */
export const takeCases = async (tx: Tx, projectId: number, caseIds: readonly number[]): Promise<TakenCase[]> => {
  const order = (await readSuites(tx, projectId)).map(({ id }) => id)
  const ids = [...new Set(caseIds)]
  await keepSnapshots(tx, projectId, ids)
  const { rows } = await sql<TakenCase>`
    select c.id as "caseId", s.id as "snapshotId", c.suite_id as "suiteId"
      from unnest(${ids}::bigint[]) as g(id)
      join test_case c on c.id = g.id
      join case_snapshot s on s.case_id = c.id and s.version = c.version and s.shared_versions = ${sharedVersions}
      left join unnest(${order}::bigint[]) with ordinality as o(id, place) on o.id = c.suite_id
     where c.project_id = ${projectId} and c.deleted_at is null
     order by o.place, c.position, c.id`.execute(tx)
  return rows
}

/** Versions of the shared steps of a case `c`, by id. */
const sharedVersions = sql`coalesce((
  select jsonb_object_agg(t.id::text, t.version)
    from test_case_shared_steps u join shared_steps t on t.id = u.shared_steps_id
   where u.case_id = c.id), '{}')`

/** A separate statement, so that the next one finds all snapshots by index. */
const keepSnapshots = async (tx: Tx, projectId: number, ids: readonly number[]): Promise<void> => {
  await sql`
    with made as (
           insert into case_snapshot
             (project_id, case_id, version, shared_versions, number, title, priority_id, automation_state_id, content)
           select c.project_id, c.id, c.version, v.shared_versions, c.number, c.title, c.priority_id, c.automation_state_id,
                  ${snapshotContent}
             from unnest(${ids}::bigint[]) as g(id)
             join test_case c on c.id = g.id
            cross join lateral (select ${sharedVersions} as shared_versions) v
            where c.project_id = ${projectId} and c.deleted_at is null
              and not exists (select from case_snapshot s
                               where s.case_id = c.id and s.version = c.version and s.shared_versions = v.shared_versions)
           on conflict (case_id, version, shared_versions) do nothing
           returning id, content)
    insert into case_snapshot_attachment (snapshot_id, attachment_id)
    select distinct m.id, a.id
      from made m
     cross join lateral jsonb_path_query(m.content, 'lax $.**.attachments[*].id') as f(id)
      join attachment a on a.id = (f.id #>> '{}')::uuid
    on conflict do nothing`.execute(tx)
}

/** Returns the suites of cases with their titles from the root, in the given order. */
export const suitePaths = async (tx: Tx, projectId: number, suiteIds: Iterable<number>): Promise<ReportSuite[]> => {
  const suites = (await readSuites(tx, projectId)).map(({ id, parentSuiteId, title }) => ({
    id,
    parentId: parentSuiteId,
    title,
  }))
  const paths = titlesAbove(suites)
  return [...new Set(suiteIds)].map((id) => ({ id, path: [...(paths.get(id) ?? [])] }))
}
