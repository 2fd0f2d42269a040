import { sql } from 'kysely'
import type { CommandOutcome, CommandRefusal, ExploratoryCommand } from '../../contract/exploratory/commands.ts'
import type { Observation } from '../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../contract/exploratory/sessions.ts'
import type { Tx } from '../db/database.ts'
import { appendEvents } from '../db/events.ts'
import { LOCKS, lockUntilEnd } from '../db/locks.ts'
import type { Db } from '../db/open.ts'
import { storable } from '../db/storable.ts'
import { loadWorld } from './load.ts'
import { observationsById, readSessions } from './read.ts'
import { rule, type Ruling } from './rules.ts'
import type { Doer } from './world.ts'
import { eventsOf, writeWorld } from './write.ts'

export interface CommandsRequest {
  /** Idempotency key; null for commands that are not retried, or may be repeated. */
  key: string | null
  at: Date
  command: ExploratoryCommand
}

export type Outcome =
  | { done: true; observation: Observation | undefined; deleted: number }
  | { done: false; refusal: CommandRefusal }

export interface CarriedOut {
  /** In the order of the commands, up to and including the first rejected one. */
  outcomes: Outcome[]
  /** Current state of the sessions concerned, without deleted ones. */
  sessions: ExploratorySession[]
}

/**
 * Carries out commands in order, each once and atomically, up to the first rejected one. All run in one transaction, so the number of
 * statements does not depend on the number of commands, and idempotency keys are committed with the changes.
 */
export const carryOut = (db: Db, doer: Doer, requested: readonly CommandsRequest[]): Promise<CarriedOut> =>
  db.transaction().execute(async (tx) => {
    const commands = requested.map(({ command, ...rest }) => ({ ...rest, command: storable(command) }))
    const [known, world] = await Promise.all([
      lockedKeys(tx, doer, commands),
      loadWorld(
        tx,
        doer.projectId,
        commands.map(({ command }) => command),
      ),
    ])

    const now = Date.now()
    const rulings: Ruling[] = []
    const keys: { key: string; observationId: string | null }[] = []
    for (const { key, at, command } of commands) {
      const before = key === null ? undefined : known.get(key)
      const ruling = before ?? rule(world, doer, command, new Date(Math.min(at.getTime(), now)))
      rulings.push(ruling)
      if (!ruling.done) break
      if (key === null || before) continue
      keys.push({ key, observationId: ruling.observationId ?? null })
      // Also handles a key that is repeated within the batch.
      known.set(key, ruling)
    }

    const tried = commands.slice(0, rulings.length).map(({ command }) => command.sessionId)
    const shown = rulings.flatMap((ruling) => observationOf(ruling) ?? [])
    const [, , sessions, observations] = await Promise.all([
      writeWorld(tx, world, doer),
      keepKeys(tx, doer, keys),
      readSessions(tx, doer.projectId, [...new Set(tried)]),
      shown.length === 0 ? [] : observationsById(tx, shown),
      // Last: it locks these streams against other writers until the end of the transaction.
      appendEvents(tx, eventsOf(world, doer)),
    ])
    const byId = new Map(observations.map((observation) => [observation.id, observation]))
    const sessionById = new Map(sessions.map((session) => [session.id, session]))
    return {
      sessions,
      outcomes: rulings.map((ruling): Outcome => {
        const observation = byId.get(observationOf(ruling) ?? '')
        if (ruling.done) return { done: true, observation, deleted: ruling.deleted ?? 0 }
        const { refusal, about } = ruling
        const session = about && 'sessionId' in about ? sessionById.get(about.sessionId) : undefined
        return {
          done: false,
          refusal: { ...refusal, ...(observation ? { observation } : {}), ...(session ? { session } : {}) },
        }
      }),
    }
  })

/** Returns the outcomes as sent to the author. */
export const outcomesOf = (commands: readonly { key: string }[], outcomes: readonly Outcome[]): CommandOutcome[] =>
  outcomes.map((outcome, turn): CommandOutcome => {
    const key = commands[turn]?.key ?? ''
    if (!outcome.done) return { key, outcome: 'refused', refusal: outcome.refusal }
    return { key, outcome: 'done', ...(outcome.observation ? { observation: outcome.observation } : {}) }
  })

const observationOf = (ruling: Ruling): string | undefined => {
  if (ruling.done) return ruling.observationId
  return ruling.about && 'observationId' in ruling.about ? ruling.about.observationId : undefined
}

/**
 * Locks and returns the outcomes of known idempotency keys. Commands of one user in a project are serialised, so that a key that is sent
 * twice concurrently is carried out once.
 */
const lockedKeys = async (tx: Tx, doer: Doer, commands: readonly CommandsRequest[]): Promise<Map<string, Ruling>> => {
  const keys = commands.flatMap(({ key }) => key ?? [])
  const [, { rows }] = await Promise.all([
    lockUntilEnd(tx, LOCKS.exploratoryCommands, doer.userId),
    sql<{ key: string; observationId: string | null; isOwn: boolean }>`
      select key, observation_id as "observationId", user_id = ${doer.userId} and project_id = ${doer.projectId} as "isOwn"
        from exploratory_command where key = any(${keys}::uuid[])`.execute(tx),
  ])
  return new Map(
    rows.map(({ key, observationId, isOwn }) => [
      key,
      isOwn ? { done: true, ...(observationId === null ? {} : { observationId }) } : FOREIGN_KEY,
    ]),
  )
}

const FOREIGN_KEY: Ruling = {
  done: false,
  refusal: {
    reason: 'invalid',
    message: 'This key belongs to another command',
    errors: [{ field: 'key', message: 'This key belongs to another command' }],
  },
}

const keepKeys = async (
  tx: Tx,
  { projectId, userId }: Doer,
  keys: readonly { key: string; observationId: string | null }[],
): Promise<void> => {
  if (keys.length === 0) return
  await sql`
    insert into exploratory_command (key, project_id, user_id, observation_id)
    select k.key, ${projectId}, ${userId}, k."observationId"
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(key uuid, "observationId" uuid)`.execute(tx)
}
