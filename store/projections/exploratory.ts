import type { CommandRefusal } from '../../contract/exploratory/commands.ts'
import type { Observation } from '../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../contract/exploratory/sessions.ts'
import type { Commanded, ExploratoryBase } from './exploratory-events.ts'
import type { LogRecord } from '../log/record.ts'

/** A command that the server has not confirmed; with why, if it was refused. */
export interface WaitingCommand extends Commanded {
  refusal: CommandRefusal | null
}

/** What is known of an exploratory session: what the server said, and over it what was done here, in order. */
export interface ExploratoryState {
  base: ExploratoryBase
  commands: readonly WaitingCommand[]
}

export const EMPTY: ExploratoryState = {
  base: { session: null, observations: [], loadedRevision: -1, isGone: false },
  commands: [],
}

/** Of a command that takes the place of another: of its hints only those that differ. */
type Replacement = Pick<Commanded, 'key' | 'at' | 'command'> & Partial<Pick<Commanded, 'hints'>>

/** Takes every record at every state; one of another type changes nothing. */
function foldExploratory(state: ExploratoryState, { type, payload }: LogRecord): ExploratoryState {
  // The log has checked the payload against the struct of its type.
  switch (type) {
    case 'exploratory/loaded':
      return { base: sameWhereSame(state.base, (payload as { base: ExploratoryBase }).base), commands: [] }
    case 'exploratory/commanded':
      return { ...state, commands: [...state.commands, { ...(payload as Commanded), refusal: null }] }
    case 'exploratory/confirmed':
      return confirmed(state, payload as Confirmation)
    case 'exploratory/refused':
      return refused(state, payload as { key: string; refusal: CommandRefusal })
    case 'exploratory/replaced': {
      const { key, by } = payload as { key: string; by: Replacement }
      return {
        ...state,
        commands: state.commands.map((one) =>
          one.key === key ? { ...one, ...by, hints: { ...one.hints, ...by.hints }, refusal: null } : one,
        ),
      }
    }
    case 'exploratory/retried': {
      const { key } = payload as { key: string }
      return { ...state, commands: state.commands.map((one) => (one.key === key ? { ...one, refusal: null } : one)) }
    }
    case 'exploratory/dropped':
      return without(state, (payload as { key: string }).key)
    default:
      return state
  }
}

export const foldAll = (state: ExploratoryState, records: readonly LogRecord[]): ExploratoryState =>
  records.reduce(foldExploratory, state)

interface Confirmation {
  key: string
  observation?: Observation
  session?: ExploratorySession
}

const without = (state: ExploratoryState, key: string): ExploratoryState => ({
  ...state,
  commands: state.commands.filter((one) => one.key !== key),
})

/** What was shown over the server's word moves into it, in one step: nothing is shown twice, or not at all in between. */
function confirmed(state: ExploratoryState, { key, observation, session }: Confirmation): ExploratoryState {
  const done = state.commands.find((one) => one.key === key)
  if (done === undefined) return state
  const { base } = state
  // A full reading as new as the answer holds all of it: an answer that is repeated may be older than what others did since.
  const isKnown = session !== undefined && session.revision <= base.loadedRevision
  const { command } = done
  const observations = isKnown
    ? base.observations
    : command.type === 'observations/delete'
      ? base.observations.filter(({ id }) => !command.observationIds.includes(id))
      : observation
        ? put(base.observations, observation)
        : base.observations
  return {
    base: {
      ...base,
      projectKey: done.projectKey,
      observations,
      session: newer(base.session, session),
      isGone: base.isGone || command.type === 'session/delete',
      ...(command.type === 'clock/measured' ? { stretches: longer(base.stretches, command) } : {}),
    },
    commands: without(state, key).commands,
  }
}

/** The server's word of what collided is newer than what is held. */
function refused(state: ExploratoryState, { key, refusal }: { key: string; refusal: CommandRefusal }) {
  const { base, commands } = state
  const at = commands.findIndex((one) => one.key === key)
  const about = commands[at]
  if (about === undefined) return state
  const isGone = (id: string) =>
    refusal.reason === 'observation-gone' &&
    about.command.type === 'observation/edit' &&
    about.command.observationId === id
  const kept = base.observations.filter(({ id }) => !isGone(id))
  return {
    base: {
      ...base,
      session: newer(base.session, refusal.session),
      observations: refusal.observation ? put(kept, refusal.observation) : kept,
      isGone: base.isGone || refusal.reason === 'session-gone',
    },
    commands: commands.map((one, i) => (i === at ? { ...one, refusal } : one)),
  }
}

export const longer = (
  stretches: Readonly<Record<string, number>> = {},
  { stretchId, elapsedMillis }: { stretchId: string; elapsedMillis: number },
): Readonly<Record<string, number>> => ({
  ...stretches,
  [stretchId]: Math.max(stretches[stretchId] ?? 0, elapsedMillis),
})

const newer = (held: ExploratorySession | null, told: ExploratorySession | undefined): ExploratorySession | null =>
  told === undefined || (held !== null && held.revision > told.revision) ? held : told

/** In its place, unless what is there is the later one. */
function put(observations: readonly Observation[], told: Observation): readonly Observation[] {
  const held = observations.find(({ id }) => id === told.id)
  if (held === undefined) return [...observations, told]
  if (held.lastModifiedAt > told.lastModifiedAt) return observations
  return observations.map((one) => (one === held ? told : one))
}

/** Keeps the objects of what has not changed, so that it is not drawn anew. */
function sameWhereSame(held: ExploratoryBase, told: ExploratoryBase): ExploratoryBase {
  const byId = new Map(held.observations.map((one) => [one.id, one]))
  const observations = told.observations.map((one) => {
    const before = byId.get(one.id)
    return before !== undefined && JSON.stringify(before) === JSON.stringify(one) ? before : one
  })
  return { ...told, observations }
}

export type { Commanded, ExploratoryBase }
