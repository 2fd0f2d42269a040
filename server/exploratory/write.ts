import { sql } from 'kysely'
import { exploratoryStream } from '../../contract/live.ts'
import type { Tx } from '../db/database.ts'
import type { NewEvent } from '../db/events.ts'
import { conflict } from '../http/refusal.ts'
import type { Doer, ObservationState, SessionState, World } from './world.ts'

/**
 * Writes the changes of the commands, with one statement per kind of object. Throws 409 if a concurrent transaction has just used an id.
 */
export const writeWorld = async (tx: Tx, world: World, doer: Doer): Promise<void> => {
  const sessions = (ids: Iterable<string>) => [...ids].flatMap((id) => world.session(id) ?? [])
  const observations = (ids: Iterable<string>) =>
    [...ids].flatMap((id) => {
      const observation = world.observation(id)
      return observation && world.session(observation.sessionId) ? [observation] : []
    })
  const created = sessions(world.createdSessions)
  const changed = sessions([...world.changedSessions].filter((id) => !world.createdSessions.has(id)))
  const added = observations(world.createdObservations)
  const edited = observations([...world.changedObservations].filter((id) => !world.createdObservations.has(id)))
  const refiled = observations(world.refiled)
  // In this order: a deleted object may have been created again with the same id.
  await Promise.all([
    world.deletedSessions.size > 0 &&
      sql`delete from exploratory_session where id = any(${[...world.deletedSessions.keys()]}::uuid[])`.execute(tx),
    world.deletedObservations.size > 0 &&
      sql`delete from observation where id = any(${[...world.deletedObservations]}::uuid[])`.execute(tx),
    insertSessions(tx, doer, created),
    updateSessions(tx, changed),
    insertObservations(tx, added),
    updateObservations(tx, edited),
    writeFiles(tx, world, doer, refiled),
    writeStretches(tx, world, doer),
  ])
}

/** Returns one event per touched session. */
export const eventsOf = (world: World, { projectId, userId }: Doer): NewEvent[] => {
  const touched = [...new Set([...world.createdSessions, ...world.changedSessions])].flatMap((id) => {
    const session = world.session(id)
    return session ? [{ sessionId: id, revision: session.revision, isDeleted: false }] : []
  })
  const deleted = [...world.deletedSessions].flatMap(([sessionId, revision]) =>
    world.session(sessionId) ? [] : [{ sessionId, revision, isDeleted: true }],
  )
  return [...touched, ...deleted].map((payload) => ({
    stream: exploratoryStream(payload.sessionId),
    type: 'exploratory/changed',
    payload,
    projectId,
    userId,
  }))
}

const sessionColumns = `title text, description text, explore text, explore_with text, to_discover text, assignee_id bigint,
  milestone_id bigint, environment_id bigint, configurations jsonb, requirements jsonb, time_box_minutes int, closed_at timestamptz,
  closed_by bigint, observations int, types jsonb, observed_ms bigint, recorded_ms bigint, running int, revision int`
const sessionNames = namesOf(sessionColumns)

const sessionRow = ({ values, ...session }: SessionState) => ({
  id: session.id,
  title: values.title,
  description: values.description,
  explore: values.charter.explore,
  explore_with: values.charter.with,
  to_discover: values.charter.toDiscover,
  assignee_id: values.assigneeId,
  milestone_id: values.milestoneId,
  environment_id: values.environmentId,
  configurations: values.configurations,
  requirements: values.requirements,
  time_box_minutes: values.timeBoxMinutes,
  created_by: session.createdBy,
  created_at: session.createdAt,
  closed_at: session.closedAt,
  closed_by: session.closedBy,
  observations: session.observations,
  types: session.types,
  observed_ms: session.observedMillis,
  recorded_ms: session.recordedMillis,
  running: session.running,
  revision: session.revision,
})

const insertSessions = async (tx: Tx, { projectId }: Doer, sessions: readonly SessionState[]): Promise<void> => {
  if (sessions.length === 0) return
  const { rows } = await sql`
    insert into exploratory_session (id, project_id, created_by, created_at, ${sql.raw(sessionNames.join())})
    select id, ${projectId}, created_by, created_at, ${sql.raw(sessionNames.join())}
      from jsonb_to_recordset(${JSON.stringify(sessions.map(sessionRow))}::jsonb)
           as r(id uuid, created_by bigint, created_at timestamptz, ${sql.raw(sessionColumns)})
    on conflict do nothing
    returning id`.execute(tx)
  if (rows.length < sessions.length) throw takenNow()
}

const updateSessions = async (tx: Tx, sessions: readonly SessionState[]): Promise<void> => {
  if (sessions.length === 0) return
  await sql`
    update exploratory_session s set ${sql.raw(sessionNames.map((name) => `${name} = r.${name}`).join())}
      from jsonb_to_recordset(${JSON.stringify(sessions.map(sessionRow))}::jsonb) as r(id uuid, ${sql.raw(sessionColumns)})
     where s.id = r.id`.execute(tx)
}

const observationColumns = `type_id bigint, description text, elapsed_ms bigint, issue_id text, issue_type text, improvement_id text,
  improvement_type text, modified_by bigint, modified_at timestamptz`
const observationNames = namesOf(observationColumns)

const observationRow = ({ values, ...observation }: ObservationState) => ({
  id: observation.id,
  session_id: observation.sessionId,
  clock_ms: observation.clockMillis,
  created_by: observation.createdBy,
  created_at: observation.createdAt,
  modified_by: observation.modifiedBy,
  modified_at: observation.modifiedAt,
  type_id: values.typeId,
  description: values.description,
  elapsed_ms: values.elapsedTimeInMillis,
  issue_id: values.issueId,
  issue_type: values.issueType,
  improvement_id: values.improvementId,
  improvement_type: values.improvementType,
})

const insertObservations = async (tx: Tx, observations: readonly ObservationState[]): Promise<void> => {
  if (observations.length === 0) return
  // In the order of their creation, which numbers their positions.
  const { rows } = await sql`
    insert into observation (id, session_id, clock_ms, created_by, created_at, ${sql.raw(observationNames.join())})
    select id, session_id, clock_ms, created_by, created_at, ${sql.raw(observationNames.join())}
      from rows from (jsonb_to_recordset(${JSON.stringify(observations.map(observationRow))}::jsonb)
           as (id uuid, session_id uuid, clock_ms bigint, created_by bigint, created_at timestamptz, ${sql.raw(observationColumns)}))
           with ordinality as r(id, session_id, clock_ms, created_by, created_at, ${sql.raw(observationNames.join())}, turn)
     order by turn
    on conflict do nothing
    returning id`.execute(tx)
  if (rows.length < observations.length) throw takenNow()
}

const updateObservations = async (tx: Tx, observations: readonly ObservationState[]): Promise<void> => {
  if (observations.length === 0) return
  await sql`
    update observation o set ${sql.raw(observationNames.map((name) => `${name} = r.${name}`).join())}
      from jsonb_to_recordset(${JSON.stringify(observations.map(observationRow))}::jsonb)
           as r(id uuid, ${sql.raw(observationColumns)})
     where o.id = r.id`.execute(tx)
}

/** Records files that observations refer to, including those whose upload has not begun. */
const writeFiles = async (
  tx: Tx,
  world: World,
  { projectId, userId }: Doer,
  observations: readonly ObservationState[],
): Promise<void> => {
  if (observations.length === 0) return
  const files = [...world.newFiles.values()]
  const held = observations.flatMap(({ id, values }) =>
    values.attachments.map(({ fileUuid }, position) => ({ id, fileUuid, position })),
  )
  const before = observations.flatMap(({ id }) => (world.createdObservations.has(id) ? [] : [id]))
  await Promise.all([
    files.length > 0 &&
      sql`
        insert into observation_file (id, project_id, name, content_type, size_bytes, created_by)
        select "fileUuid", ${projectId}, name, "contentType", "sizeBytes", ${userId}
          from jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
               as f("fileUuid" uuid, name text, "contentType" text, "sizeBytes" bigint)
        on conflict do nothing`.execute(tx),
    before.length > 0 &&
      sql`delete from observation_file_use where observation_id = any(${before}::uuid[])`.execute(tx),
    held.length > 0 &&
      sql`
        insert into observation_file_use (observation_id, file_id, position)
        select u.id, f.id, u.position
          from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as u(id uuid, "fileUuid" uuid, position int)
          join observation_file f on f.id = u."fileUuid" and f.project_id = ${projectId}`.execute(tx),
  ])
}

const writeStretches = async (tx: Tx, world: World, { userId }: Doer): Promise<void> => {
  const stretches = [...world.measured].flatMap((key) => world.stretch(key) ?? [])
  const there = stretches.filter(({ sessionId }) => world.session(sessionId) !== undefined)
  if (there.length > 0)
    await sql`
      insert into exploratory_stretch (session_id, stretch_id, user_id, elapsed_ms, is_running, heard_at)
      select "sessionId", "stretchId", ${userId}, "elapsedMillis", "isRunning", "lastSeenAt"
        from jsonb_to_recordset(${JSON.stringify(there)}::jsonb)
             as s("sessionId" uuid, "stretchId" uuid, "elapsedMillis" bigint, "isRunning" boolean, "lastSeenAt" timestamptz)
      on conflict (session_id, stretch_id) do update
         set elapsed_ms = excluded.elapsed_ms, is_running = excluded.is_running, heard_at = excluded.heard_at`.execute(
      tx,
    )
  if (world.closed.size > 0)
    await sql`
      update exploratory_stretch set is_running = false
       where session_id = any(${[...world.closed]}::uuid[]) and is_running`.execute(tx)
}

function namesOf(columns: string): string[] {
  return columns.split(',').map((column) => column.trim().split(' ')[0] ?? '')
}

const takenNow = () => conflict('Somebody has just taken the same id')
