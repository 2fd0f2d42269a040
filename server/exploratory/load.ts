import { sql, type RawBuilder } from 'kysely'
import type { ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import type { ObservationFile } from '../../contract/exploratory/observations.ts'
import type { ExploratorySessionValues } from '../../contract/exploratory/sessions.ts'
import type { Tx } from '../db/database.ts'
import { readReferences } from '../settings/settings.ts'
import { stretchKey, World, type ObservationState, type SessionState, type StretchState } from './world.ts'
import type { SelectedConfiguration } from '../../contract/settings/configurations.ts'

/**
 * Locks the sessions of the commands until the transaction ends, and reads what the commands refer to. Uses a constant number of pipelined
 * statements, each of which sees what was committed before the lock was acquired.
 */
export const loadWorld = async (tx: Tx, projectId: number, commands: readonly ExploratoryCommand[]): Promise<World> => {
  const named = namedBy(commands)
  const list = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(tx)).rows
  const ids = (requested: ReadonlySet<number>) => sql`any(${[...requested]}::bigint[])`
  const uuids = (requested: ReadonlySet<string>) => sql`any(${[...requested]}::uuid[])`
  const ofProject = <Row>(requested: ReadonlySet<number>, query: RawBuilder<Row>): Promise<Row[]> =>
    requested.size === 0 ? Promise.resolve([]) : list(query)
  const ofUuids = <Row>(requested: ReadonlySet<string>, query: RawBuilder<Row>): Promise<Row[]> =>
    requested.size === 0 ? Promise.resolve([]) : list(query)

  const [sessions, sessionsElsewhere, observations, stretches, types, references, files] = await Promise.all([
    list(sql<SessionRow>`
        select id, title, description, explore, explore_with, to_discover, assignee_id, milestone_id, environment_id, configurations,
               requirements, time_box_minutes, created_by, created_at, closed_at, closed_by, observations, types, observed_ms, recorded_ms,
               running, revision
          from exploratory_session
         where project_id = ${projectId} and id = ${uuids(named.sessions)} order by id for update`),
    ofUuids(
      named.newSessions,
      sql<{ id: string }>`
          select id from exploratory_session where id = ${uuids(named.newSessions)} and project_id <> ${projectId}`,
    ),
    ofUuids(
      named.observations,
      sql<ObservationRow>`
          select o.*, s.project_id = ${projectId} as "isOurs", coalesce((
                   select jsonb_agg(jsonb_build_object('fileUuid', f.id, 'name', f.name, 'contentType', f.content_type,
                                                       'sizeBytes', f.size_bytes) order by u.position)
                     from observation_file_use u join observation_file f on f.id = u.file_id
                    where u.observation_id = o.id), '[]') as attachments
            from observation o join exploratory_session s on s.id = o.session_id
           where o.id = ${uuids(named.observations)}`,
    ),
    ofUuids(
      named.stretches,
      sql<StretchState>`
          select session_id as "sessionId", stretch_id as "stretchId", elapsed_ms as "elapsedMillis", is_running as "isRunning",
                 heard_at as "lastSeenAt"
            from exploratory_stretch
           where session_id = ${uuids(named.sessions)} and stretch_id = ${uuids(named.stretches)}`,
    ),
    ofProject(
      named.types,
      sql<{ id: number; enabled: boolean | null }>`
          select id, enabled from observation_type where project_id = ${projectId} and id = ${ids(named.types)}
          union all
          select id, null from deleted_setting
           where project_id = ${projectId} and kind = 'observation-type' and id = ${ids(named.types)}`,
    ),
    readReferences(tx, projectId, named),
    ofUuids(
      named.files,
      sql<{ id: string; isOurs: boolean }>`
          select id, project_id = ${projectId} as "isOurs" from observation_file where id = ${uuids(named.files)}`,
    ),
  ])

  const ours = observations.filter(({ isOurs }) => isOurs)
  return new World({
    sessions: new Map(sessions.map((row) => [row.id, sessionOf(row)])),
    observations: new Map(ours.map((row) => [row.id, observationOf(row)])),
    stretches: new Map(stretches.map((stretch) => [stretchKey(stretch), stretch])),
    types: new Map(types.flatMap(({ id, enabled }) => (enabled === null ? [] : [[id, { enabled }] as const]))),
    deletedTypes: new Set(types.flatMap(({ id, enabled }) => (enabled === null ? [id] : []))),
    ...references,
    taken: new Set(
      [...sessionsElsewhere, ...[...observations, ...files].filter(({ isOurs }) => !isOurs)].map(({ id }) => id),
    ),
    files: new Set(files.map(({ id }) => id)),
  })
}

/** Returns all ids in the commands, by kind. */
const namedBy = (commands: readonly ExploratoryCommand[]) => {
  const named = {
    sessions: new Set<string>(),
    newSessions: new Set<string>(),
    observations: new Set<string>(),
    stretches: new Set<string>(),
    files: new Set<string>(),
    types: new Set<number>(),
    milestones: new Set<number>(),
    environments: new Set<number>(),
    people: new Set<number>(),
    options: new Set<number>(),
  }
  const some = (set: Set<number>, id: number | null | undefined) => id != null && set.add(id)
  const ofSession = (values: Partial<ExploratorySessionValues>) => {
    some(named.people, values.assigneeId)
    some(named.milestones, values.milestoneId)
    some(named.environments, values.environmentId)
    for (const { optionId } of values.configurations ?? []) named.options.add(optionId)
  }
  const ofObservation = (values: { typeId?: number | undefined; attachments?: ObservationFile[] | undefined }) => {
    some(named.types, values.typeId)
    for (const { fileUuid } of values.attachments ?? []) named.files.add(fileUuid)
  }
  for (const command of commands) {
    named.sessions.add(command.sessionId)
    switch (command.type) {
      case 'session/create':
        named.newSessions.add(command.sessionId)
        ofSession(command.values)
        break
      case 'session/update':
        ofSession(command.values as Partial<ExploratorySessionValues>)
        break
      case 'clock/measured':
        named.stretches.add(command.stretchId)
        break
      case 'observation/create':
      case 'observation/edit':
        named.observations.add(command.observationId)
        ofObservation(command.values)
        break
      case 'observations/delete':
        for (const id of command.observationIds) named.observations.add(id)
        break
      case 'session/close':
      case 'session/delete':
        break
      default:
        command satisfies never
    }
  }
  return named
}

interface SessionRow {
  id: string
  title: string
  description: string
  explore: string
  explore_with: string
  to_discover: string
  assignee_id: number | null
  milestone_id: number | null
  environment_id: number | null
  configurations: SelectedConfiguration[]
  requirements: string[]
  time_box_minutes: number | null
  created_by: number
  created_at: Date
  closed_at: Date | null
  closed_by: number | null
  observations: number
  types: SessionState['types']
  observed_ms: number
  recorded_ms: number
  running: number
  revision: number
}

const sessionOf = (row: SessionRow): SessionState => ({
  id: row.id,
  values: {
    title: row.title,
    description: row.description,
    charter: { explore: row.explore, with: row.explore_with, toDiscover: row.to_discover },
    assigneeId: row.assignee_id,
    milestoneId: row.milestone_id,
    environmentId: row.environment_id,
    configurations: row.configurations,
    requirements: row.requirements,
    timeBoxMinutes: row.time_box_minutes,
  },
  createdBy: row.created_by,
  createdAt: row.created_at,
  closedAt: row.closed_at,
  closedBy: row.closed_by,
  observations: row.observations,
  types: row.types,
  observedMillis: row.observed_ms,
  recordedMillis: row.recorded_ms,
  running: row.running,
  revision: row.revision,
})

interface ObservationRow {
  id: string
  session_id: string
  type_id: number
  description: string
  elapsed_ms: number | null
  clock_ms: number | null
  issue_id: string | null
  issue_type: ObservationState['values']['issueType']
  improvement_id: string | null
  improvement_type: ObservationState['values']['improvementType']
  created_by: number
  created_at: Date
  modified_by: number
  modified_at: Date
  attachments: ObservationFile[]
  isOurs: boolean
}

const observationOf = (row: ObservationRow): ObservationState => ({
  id: row.id,
  sessionId: row.session_id,
  values: {
    typeId: row.type_id,
    description: row.description,
    elapsedTimeInMillis: row.elapsed_ms,
    attachments: row.attachments,
    issueId: row.issue_id,
    issueType: row.issue_type,
    improvementId: row.improvement_id,
    improvementType: row.improvement_type,
  },
  clockMillis: row.clock_ms,
  createdBy: row.created_by,
  createdAt: row.created_at,
  modifiedBy: row.modified_by,
  modifiedAt: row.modified_at,
})
