import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import {
  sendExploratoryCommands,
  type CommandRefusal,
  type ExploratoryCommand,
} from '../../contract/exploratory/commands.ts'
import {
  createObservation,
  deleteObservations,
  editObservation,
  listObservations,
} from '../../contract/exploratory/observations.ts'
import {
  closeExploratorySession,
  countExploratoryUses,
  createExploratorySession,
  deleteExploratorySession,
  getExploratorySession,
  listExploratoryMilestones,
  listExploratorySessions,
  listProjectUsers,
  updateExploratorySession,
  type ExploratorySession,
  type ExploratoryUsed,
  type ExploratoryUses,
} from '../../contract/exploratory/sessions.ts'
import type { Principal, Principals, ProjectScope } from '../access/principals.ts'
import type { Db } from '../db/open.ts'
import { invalid } from '../http/errors.ts'
import { conflict, notFound, stale, type Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { carryOut, outcomesOf, type Outcome } from './carry-out.ts'
import { findMilestonesToChoose, findPeopleToChoose, findSessions } from './list.ts'
import { observationsOf, readSessions } from './read.ts'
import type { Doer } from './world.ts'

interface Parts {
  db: Db
  principals: Principals
}

/** Routes of exploratory sessions. Every change is made by a command, so that each rule exists only once. */
export const exploratoryRoutes = (routes: Routes, { db, principals }: Parts): void => {
  const doerOf = async ({ project, caller }: { project: ProjectScope; caller: Principal }): Promise<Doer> => ({
    projectId: project.id,
    userId: caller.userId,
    features: await principals.features(),
  })
  /** Carries out one command immediately. Throws the HTTP error of a rejection. */
  const act = async (
    given: { project: ProjectScope; caller: Principal },
    command: ExploratoryCommand,
  ): Promise<{ done: Extract<Outcome, { done: true }>; session: ExploratorySession | undefined }> => {
    const { outcomes, sessions } = await carryOut(db, await doerOf(given), [{ key: null, at: new Date(), command }])
    const [outcome] = outcomes
    if (!outcome?.done) throw refusalOf(outcome?.refusal)
    return { done: outcome, session: sessions[0] }
  }
  const actOnSession = async (...given: Parameters<typeof act>): Promise<{ data: ExploratorySession }> => {
    const { session } = await act(...given)
    if (!session) throw NO_SESSION()
    return { data: session }
  }

  routes.inProject(listExploratorySessions, ({ project, query }) => findSessions(db, project.id, query))

  routes.inProject(getExploratorySession, async ({ project, params: { exploratorySessionId: id } }) => {
    const [data] = await readSessions(db, project.id, [id])
    if (!data) throw NO_SESSION()
    return { data }
  })

  routes.inProject(createExploratorySession, (given) => {
    const { id = randomUUID(), ...values } = given.body
    return actOnSession(given, { type: 'session/create', sessionId: id, values })
  })

  routes.inProject(updateExploratorySession, (given) => {
    const { expected = {}, ...values } = given.body
    const { exploratorySessionId: sessionId } = given.params
    return actOnSession(given, { type: 'session/update', sessionId, values, expected })
  })

  routes.inProject(closeExploratorySession, (given) =>
    actOnSession(given, { type: 'session/close', sessionId: given.params.exploratorySessionId }),
  )

  routes.inProject(deleteExploratorySession, async (given) => {
    const { done } = await act(given, { type: 'session/delete', sessionId: given.params.exploratorySessionId })
    if (done.deleted === 0) throw NO_SESSION()
    return {}
  })

  routes.inProject(listObservations, ({ project, params: { exploratorySessionId: id } }) =>
    // Reads both in one snapshot, so that the session's counts match the listed observations.
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const [[session], items] = await Promise.all([readSessions(tx, project.id, [id]), observationsOf(tx, id)])
        if (!session) throw NO_SESSION()
        return { items, session }
      }),
  )

  routes.inProject(createObservation, async (given) => {
    const { id = randomUUID(), clockMillis, ...values } = given.body
    const { exploratorySessionId: sessionId } = given.params
    const command = { type: 'observation/create', sessionId, observationId: id, values, clockMillis } as const
    return { data: observationOf(await act(given, command)) }
  })

  routes.inProject(editObservation, async (given) => {
    const { exploratorySessionId: sessionId, observationId } = given.params
    const { expected = {}, ...values } = given.body
    const command = { type: 'observation/edit', sessionId, observationId, values, expected } as const
    return { data: observationOf(await act(given, command)) }
  })

  routes.inProject(deleteObservations, async (given) => {
    const { exploratorySessionId: sessionId } = given.params
    const { ids: observationIds, expected } = given.body
    const { done } = await act(given, { type: 'observations/delete', sessionId, observationIds, expected })
    return { deleted: done.deleted }
  })

  routes.inProject(sendExploratoryCommands, async (given) => {
    const { commands } = given.body
    const requested = commands.map(({ key, at, command }) => ({ key, at: new Date(at), command }))
    const { outcomes, sessions } = await carryOut(db, await doerOf(given), requested)
    return { outcomes: outcomesOf(commands, outcomes), sessions }
  })

  routes.inProject(listExploratoryMilestones, ({ project, query }) => findMilestonesToChoose(db, project.id, query))

  routes.inProject(countExploratoryUses, ({ project, query }) => countUses(db, project.id, query))

  routes.inProject(listProjectUsers, async ({ project }) => ({ items: await findPeopleToChoose(db, project.id) }))
}

const NO_SESSION = () => notFound('The exploratory session does not exist')

const observationOf = ({ done }: { done: Extract<Outcome, { done: true }> }) => {
  if (!done.observation) throw notFound('The observation does not exist')
  return done.observation
}

const refusalOf = (refusal: CommandRefusal | undefined): Refusal => {
  if (!refusal) throw new Error('one command has one outcome')
  const { reason, message, errors = [] } = refusal
  switch (reason) {
    case 'session-gone':
    case 'observation-gone':
      return notFound(message)
    case 'session-closed':
    case 'full':
      return conflict(message)
    case 'collided':
      return stale(message, { data: refusal.observation ?? refusal.session }, errors)
    case 'type-off':
      return invalid([{ field: 'typeId', message }])
    case 'invalid':
      return errors.some(({ field }) => field === 'id') ? conflict(message, errors) : invalid(errors)
  }
}

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

const countUses = async (
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
