import { sql, type RawBuilder } from 'kysely'
import type { Observation } from '../../contract/exploratory/observations.ts'
import type { ExploratorySession, ExploratorySessionSummary } from '../../contract/exploratory/sessions.ts'
import type { Db, Tx } from '../db/database.ts'
import { LIMITS } from '../../contract/limits.ts'
import { userOf } from '../access/users.ts'

/** Columns and joins of a listed session `s`. References include the names, also of deleted settings. */
export const summary = sql`
  s.id, s.title, s.explore, s.explore_with, s.to_discover, 
  case when s.running > 0 then (select max(r.heard_at) from exploratory_stretch r where r.session_id = s.id and r.is_running) end as heard_at,
  case when s.running > 0 then (select min(r.heard_at - r.elapsed_ms * interval '1 millisecond') from exploratory_stretch r
    where r.session_id = s.id and r.is_running) end as running_since,
  s.created_at, s.closed_at,
  s.time_box_minutes as "timeBoxMinutes", s.observations, s.elapsed_ms as "elapsedTimeInMillis",
  ${userOf('a')} as assignee, ${userOf('c')} as "createdBy",
  case when s.milestone_id is not null then
    jsonb_build_object('id', s.milestone_id, 'name', coalesce(m.name, dm.name, '')) end as milestone,
  case when e.id is not null then
    jsonb_build_object('id', e.id, 'name', e.name, 'key', e.key, 'deleted', e.deleted_at is not null) end as environment,
  (select coalesce(jsonb_agg(jsonb_build_object('typeId', t."typeId", 'name', coalesce(ot.name, dt.name, ''),
                     'colorHex', coalesce(ot.color_hex, dt.color_hex, ''), 'observations', t.observations,
                     'elapsedMillis', t."elapsedMillis") order by ot.position, t."typeId"), '[]')
     from jsonb_to_recordset(s.types) as t("typeId" bigint, observations int, "elapsedMillis" bigint)
     left join observation_type ot on ot.id = t."typeId"
     left join deleted_setting dt on dt.kind = 'observation-type' and dt.id = t."typeId") as types`
/** `sessions`: table or common table expression to select from. */
export const described = (sessions: string): RawBuilder<unknown> => sql`
  ${sql.table(sessions)} s
  join workspace_user c on c.id = s.created_by
  left join workspace_user a on a.id = s.assignee_id
  left join milestone m on m.id = s.milestone_id
  left join deleted_setting dm on dm.kind = 'milestone' and dm.id = s.milestone_id
  left join environment e on e.id = s.environment_id`

type Shaped = 'charter' | 'closed' | 'createdAt' | 'closedAt' | 'isRecording' | 'recordingHeardAt' | 'recordingSince'
export type SummaryRow = Omit<ExploratorySessionSummary, Shaped> & {
  explore: string
  explore_with: string
  to_discover: string
  created_at: Date
  closed_at: Date | null
  heard_at: Date | null
  running_since: Date | null
}

export const summaryOf = ({
  explore,
  explore_with,
  to_discover,
  created_at,
  closed_at,
  heard_at,
  running_since,
  ...row
}: SummaryRow): ExploratorySessionSummary => ({
  ...row,
  charter: { explore, with: explore_with, toDiscover: to_discover },
  closed: closed_at !== null,
  createdAt: created_at.toISOString(),
  closedAt: closed_at?.toISOString() ?? null,
  isRecording: heard_at !== null && Date.now() - heard_at.getTime() < LIMITS.recordingSilenceMs,
  ...(heard_at === null ? {} : { recordingHeardAt: heard_at.toISOString() }),
  ...(running_since === null ? {} : { recordingSince: running_since.toISOString() }),
})

type Rest = Omit<ExploratorySession, keyof ExploratorySessionSummary>

/** Returns sessions of the project in no particular order. */
export const readSessions = async (
  db: Db | Tx,
  projectId: number,
  ids: readonly string[],
): Promise<ExploratorySession[]> => {
  const { rows } = await sql<SummaryRow & Rest>`
    select ${summary}, s.description, s.assignee_id as "assigneeId", s.milestone_id as "milestoneId",
           s.environment_id as "environmentId", s.configurations, s.requirements, s.recorded_ms as "recordedMillis", s.revision
      from ${described('exploratory_session')}
     where s.project_id = ${projectId} and s.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows.map(
    ({
      description,
      assigneeId,
      milestoneId,
      environmentId,
      configurations,
      requirements,
      recordedMillis,
      revision,
      ...row
    }) => ({
      ...summaryOf(row),
      description,
      assigneeId,
      milestoneId,
      environmentId,
      configurations,
      requirements,
      recordedMillis,
      revision,
    }),
  )
}

type ObservationRow = Omit<Observation, 'createdAt' | 'lastModifiedAt'> & { createdAt: Date; lastModifiedAt: Date }

/** Returns observations in the order of their creation. */
const readObservations = async (db: Db | Tx, where: RawBuilder<unknown>): Promise<Observation[]> => {
  const { rows } = await sql<ObservationRow>`
    select o.id, o.description, o.elapsed_ms as "elapsedTimeInMillis", o.clock_ms as "clockMillis",
           o.issue_id as "issueId", o.issue_type as "issueType",
           o.improvement_id as "improvementId", o.improvement_type as "improvementType",
           o.created_at as "createdAt", o.modified_at as "lastModifiedAt",
           ${userOf('c')} as "createdBy", ${userOf('m')} as "lastModifiedBy",
           jsonb_build_object('id', o.type_id, 'name', coalesce(t.name, d.name, ''), 'colorHex', coalesce(t.color_hex, d.color_hex, ''),
             'enabled', coalesce(t.enabled, false), 'deleted', t.id is null) as type,
           coalesce((
             select jsonb_agg(jsonb_build_object('fileUuid', f.id, 'name', f.name, 'contentType', coalesce(k.content_type, f.content_type),
                      'sizeBytes', f.size_bytes, 'receivedBytes', f.received_bytes) order by u.position)
               from observation_file_use u join observation_file f on f.id = u.file_id left join file k on k.hash = f.file_hash
              where u.observation_id = o.id), '[]') as attachments
      from observation o
      join workspace_user c on c.id = o.created_by
      join workspace_user m on m.id = o.modified_by
      left join observation_type t on t.id = o.type_id
      left join deleted_setting d on d.kind = 'observation-type' and d.id = o.type_id
     where ${where}
     order by o.created_at, o.place`.execute(db)
  return rows.map(({ createdAt, lastModifiedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastModifiedAt: lastModifiedAt.toISOString(),
  }))
}

export const observationsOf = (db: Db | Tx, sessionId: string): Promise<Observation[]> =>
  readObservations(db, sql`o.session_id = ${sessionId}`)

export const observationsById = (db: Db | Tx, ids: readonly string[]): Promise<Observation[]> =>
  readObservations(db, sql`o.id = any(${[...ids]}::uuid[])`)
