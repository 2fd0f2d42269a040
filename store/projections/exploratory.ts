import type { CommandRefusal } from '../../contract/exploratory/commands.ts'
import type { Observation } from '../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../contract/exploratory/sessions.ts'
import type { CommandState, WaitingCommand as Waiting } from '../outbox/definition.ts'
import type { Confirmation, ExploratoryBase, ExploratoryTypes } from './exploratory-events.ts'

export type WaitingCommand = Waiting<ExploratoryTypes>
/** State of an exploratory session: the server's, and local commands in order. */
export type ExploratoryState = CommandState<ExploratoryTypes>

export const EMPTY_BASE: ExploratoryBase = { session: null, observations: [], loadedRevision: -1, isGone: false }

/** Returns the session after a confirmed command. */
export function confirmed(
  base: ExploratoryBase,
  { command, projectKey }: WaitingCommand,
  { observation, session }: Confirmation,
): ExploratoryBase {
  // A full reading at least as new includes it: a repeated answer may be older than other users' changes.
  const isKnown = session !== undefined && session.revision <= base.loadedRevision
  const observations = isKnown
    ? base.observations
    : command.type === 'observations/delete'
      ? base.observations.filter(({ id }) => !command.observationIds.includes(id))
      : observation
        ? put(base.observations, observation)
        : base.observations
  return {
    ...base,
    projectKey,
    observations,
    session: newer(base.session, session),
    isGone: base.isGone || command.type === 'session/delete',
    ...(command.type === 'clock/measured' ? { stretches: longer(base.stretches, command) } : {}),
  }
}

/** In a conflict, the server's version is newer than the known one. */
export function refused(base: ExploratoryBase, { command }: WaitingCommand, refusal: CommandRefusal): ExploratoryBase {
  const isGone = (id: string) =>
    refusal.reason === 'observation-gone' && command.type === 'observation/edit' && command.observationId === id
  const remaining = base.observations.filter(({ id }) => !isGone(id))
  return {
    ...base,
    session: newer(base.session, refusal.session),
    observations: refusal.observation ? put(remaining, refusal.observation) : remaining,
    isGone: base.isGone || refusal.reason === 'session-gone',
  }
}

export const longer = (
  stretches: Readonly<Record<string, number>> = {},
  { stretchId, elapsedMillis }: { stretchId: string; elapsedMillis: number },
): Readonly<Record<string, number>> => ({
  ...stretches,
  [stretchId]: Math.max(stretches[stretchId] ?? 0, elapsedMillis),
})

const newer = (held: ExploratorySession | null, received: ExploratorySession | undefined): ExploratorySession | null =>
  received === undefined || (held !== null && held.revision > received.revision) ? held : received

/** Replaces the entry, unless the known one is newer. */
function put(observations: readonly Observation[], received: Observation): readonly Observation[] {
  const held = observations.find(({ id }) => id === received.id)
  if (held === undefined) return [...observations, received]
  if (held.lastModifiedAt > received.lastModifiedAt) return observations
  return observations.map((one) => (one === held ? received : one))
}

/** Keeps the identity of unchanged entries, so that they do not re-render. */
export function sameWhereSame(held: ExploratoryBase, received: ExploratoryBase): ExploratoryBase {
  const byId = new Map(held.observations.map((one) => [one.id, one]))
  const observations = received.observations.map((one) => {
    const before = byId.get(one.id)
    return before !== undefined && JSON.stringify(before) === JSON.stringify(one) ? before : one
  })
  return { ...received, observations }
}
