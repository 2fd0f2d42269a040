import { sql, type RawBuilder } from 'kysely'
import type { ExploratoryUsed, ExploratoryUses } from '../../contract/exploratory/sessions.ts'
import type { Db } from '../db/open.ts'

/**
 * Returns the condition that a session `s` refers to the setting. Observation types are looked up in the session's counts, without reading
 * observations.
 */
const named = (kind: ExploratoryUsed, id: number): RawBuilder<unknown> => {
  const holds = (column: string, field: string) =>
    sql`${sql.ref(`s.${column}`)} @> jsonb_build_array(jsonb_build_object(${field}::text, ${id}::bigint))`
  switch (kind) {
    case 'environment':
      return sql`s.environment_id = ${id}`
    case 'milestone':
      return sql`s.milestone_id = ${id}`
    case 'user':
      return sql`s.assignee_id = ${id}`
    case 'configuration-group':
      return holds('configurations', 'groupId')
    case 'configuration-option':
      return holds('configurations', 'optionId')
    case 'observation-type':
      return holds('types', 'typeId')
  }
}

export const countUses = async (
  db: Db,
  projectId: number,
  { kind, id }: { kind: ExploratoryUsed; id: number },
): Promise<ExploratoryUses> => {
  const observations =
    kind === 'observation-type'
      ? sql`coalesce(sum((select sum(t.observations)
              from jsonb_to_recordset(s.types) as t("typeId" bigint, observations int) where t."typeId" = ${id})), 0)`
      : sql`coalesce(sum(s.observations), 0)`
  const { rows } = await sql<ExploratoryUses>`
    select count(*) as sessions, count(*) filter (where s.closed_at is null) as open, ${observations}::int as observations
      from exploratory_session s
     where s.project_id = ${projectId} and ${named(kind, id)}`.execute(db)
  return rows[0] ?? { sessions: 0, open: 0, observations: 0 }
}
