import type { ExploratoryCommand } from '../../../contract/exploratory/commands.ts'
import { writtenOf, type Observation, type ObservationValues } from '../../../contract/exploratory/observations.ts'
import type { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { exploratoryStream } from '../../../contract/live.ts'
import type { ExploratoryState } from '../../projections/exploratory.ts'
import type { Wanted } from './sessions.ts'
import { heldBehind, observationsOf } from '../../projections/exploratory-rows.ts'
import { shownOf, type Refused } from '../../projections/exploratory-shown.ts'
import type { ProjectUser } from '../../../contract/projects/people.ts'

type CommandOf<Type extends ExploratoryCommand['type']> = Extract<ExploratoryCommand, { type: Type }>

/** Returns the rejected command rebased on the stored state, so that it wins over that state and no newer one; null if impossible. */
export function overTheirs({ command, refusal }: Refused): ExploratoryCommand | null {
  if (refusal.reason !== 'collided') return null
  const { observation, session } = refusal
  if (command.type === 'observation/edit' && observation)
    return { ...command, expected: pick(writtenOf(observation), command.values) }
  if (command.type === 'observations/delete' && observation)
    return { ...command, expected: { ...command.expected, [observation.id]: writtenOf(observation) } }
  if (command.type === 'session/update' && session)
    return { ...command, expected: pick<CommandOf<'session/update'>['expected']>(session, command.values) }
  if (command.type === 'session/delete' && session)
    return { ...command, expected: { observations: session.observations } }
  return null
}

const pick = <T extends object>(from: T, like: object): Partial<T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in like)) as Partial<T>

/** Returns the rejected command with another type; null if it has none. */
export const withType = (command: ExploratoryCommand, typeId: number): ExploratoryCommand | null => {
  if (command.type === 'observation/create') return { ...command, values: { ...command.values, typeId } }
  if (command.type === 'observation/edit') return { ...command, values: { ...command.values, typeId } }
  return null
}

/** Rejections caused by the session: a new session accepts the observation unchanged. */
export const isOfSession = ({ reason }: Refused['refusal']): boolean =>
  reason === 'session-closed' || reason === 'session-gone' || reason === 'full'

export interface Move {
  /** Commands that the move replaces. */
  keys: readonly string[]
  wanted: readonly Wanted[]
  /** Number of observations in the new session. */
  count: number
}

interface Mover {
  session: ExploratorySession
  state: ExploratoryState
  projectKey: string
  by: ProjectUser
}

/**
 * Returns the commands that move rejected observations into one new session with the same values. An observation takes its later edits
 * along; one deleted here is dropped. A rejected edit of a stored observation moves as a copy.
 */
export function moveOf(refused: Refused, { session, state, projectKey, by }: Mover): Move | null {
  const { command } = refused
  const { commands } = state
  if (command.type !== 'observation/create' && command.type !== 'observation/edit') return null
  const rows = commands.map(({ command: one, refusal }) => ({
    stream: exploratoryStream(one.sessionId),
    type: one.type,
    about: observationsOf(one),
    refusal: refusal?.reason ?? null,
  }))
  const held = heldBehind(rows)
  const ids =
    command.type === 'observation/edit'
      ? [command.observationId]
      : commands.flatMap(({ command: one, refusal }, i) =>
          one.type === 'observation/create' && (refusal === null ? held[i] === true : isOfSession(refusal))
            ? [one.observationId]
            : [],
        )
  // A bulk deletion may concern others too: it stays.
  const isAbout = (one: ExploratoryCommand) => {
    const about = observationsOf(one)
    return about.length > 0 && about.every((id) => ids.includes(id))
  }
  const keys = commands.flatMap(({ key, command: one }) => (isAbout(one) ? [key] : []))
  const shown = shownOf(state).observations.filter(({ observation }) => ids.includes(observation.id))
  const edits = command.type === 'observation/edit' ? command.values : {}
  const sessionId = crypto.randomUUID()
  const notes = shown.map(({ observation }) => noteIn(sessionId, observation, edits, projectKey, by))
  return { keys, count: notes.length, wanted: [continuation(sessionId, session, projectKey, by), ...notes] }
}

function noteIn(
  sessionId: string,
  observation: Observation,
  edits: Partial<ObservationValues>,
  projectKey: string,
  by: ProjectUser,
): Wanted {
  const command: CommandOf<'observation/create'> = {
    type: 'observation/create',
    sessionId,
    // A copy: the old session keeps what it has.
    observationId: crypto.randomUUID(),
    clockMillis: observation.clockMillis,
    values: { ...writtenOf(observation), ...edits },
  }
  return { projectKey, command, at: observation.createdAt, hints: { by, type: observation.type } }
}

function continuation(sessionId: string, from: ExploratorySession, projectKey: string, by: ProjectUser): Wanted {
  const { title, description, charter, assigneeId, milestoneId, environmentId, configurations, requirements } = from
  const { timeBoxMinutes, assignee, milestone, environment } = from
  const values = {
    title: `${title}, continued`.slice(0, 255),
    description,
    charter,
    assigneeId,
    milestoneId,
    environmentId,
    configurations,
    requirements,
    timeBoxMinutes,
  }
  return {
    projectKey,
    command: { type: 'session/create', sessionId, values },
    hints: { by, session: { assignee, milestone, environment } },
  }
}

/** Returns the same observation with a new id. */
export const renewed = (note: CommandOf<'observation/create'>, projectKey: string, by: ProjectUser): Wanted => ({
  projectKey,
  command: { ...note, observationId: crypto.randomUUID() },
  hints: { by },
})
