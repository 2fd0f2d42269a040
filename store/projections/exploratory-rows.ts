import type { CommandRefusal, ExploratoryCommand } from '../../contract/exploratory/commands.ts'

/**
 * A command that the server has not confirmed: its place in the outbox. What it says stands in the log, in the record with the
 * id `key`; here is what decides whether it may be sent.
 */
export interface Unsent {
  /** The order in which they were done. A command that takes the place of a refused one takes its turn too. */
  turn: number
  key: string
  stream: string
  projectKey: string
  type: ExploratoryCommand['type']
  /** Ids of the observations it is about. */
  about: readonly string[]
  refusal: CommandRefusal['reason'] | null
}

/** A file that somebody attached here; its bytes stand in a table of their own until the server has them. */
export interface KeptFile {
  fileUuid: string
  projectKey: string
  name: string
  contentType: string
  sizeBytes: number
  /** How much of it the server has, as far as is known. */
  sentBytes: number
  /**
   * `draft`: in a form that nobody has sent. `due`: to be sent, or to be looked after on the server once more. `arrived`: the server
   * has all of it, and not yet the observation. `refused`: the server does not take it, as `refusal` says. `left`: refused, and taken
   * out of its observation since.
   */
  state: 'draft' | 'due' | 'arrived' | 'refused' | 'left'
  refusal: string | null
  /** Key of the command that attaches it; null in a draft. */
  owner: string | null
  /** Key of the command that takes it out of its observation. */
  leftBy: string | null
  /** The server knows the observation with it: once all bytes are there, those here may go. */
  isConfirmed: boolean
  sessionId: string | null
  observationId: string | null
}

export const observationsOf = (command: ExploratoryCommand): readonly string[] => {
  if (command.type === 'observations/delete') return command.observationIds
  return command.type === 'observation/create' || command.type === 'observation/edit' ? [command.observationId] : []
}

type Standing = Pick<Unsent, 'stream' | 'type' | 'about' | 'refusal'>

/**
 * Which commands wait for a refused one, in the order of `commands`: sent now they could only be refused too, or would take away what
 * somebody still has to decide about.
 */
export function heldBehind(commands: readonly Standing[]): boolean[] {
  const stopped = new Map<string, Standing[]>()
  return commands.map((command) => {
    const before = stopped.get(command.stream) ?? []
    const isHeld = command.refusal === null && before.some((other) => waitsFor(command, other))
    if (isHeld || command.refusal !== null) stopped.set(command.stream, [...before, command])
    return isHeld
  })
}

/** Of two commands of one session, `other` having been stopped before. */
function waitsFor(command: Standing, other: Standing): boolean {
  if (other.type === 'session/create' && other.refusal !== null) return true
  if (other.refusal === 'session-closed' || other.refusal === 'session-gone') return true
  if (other.refusal === 'full' && command.type === 'observation/create') return true
  // Closed or deleted, the session would never take what was refused.
  if (command.type === 'session/close' || command.type === 'session/delete') return other.type !== 'clock/measured'
  if (other.type === 'session/update' && command.type === 'session/update') return true
  return command.about.some((id) => other.about.includes(id))
}
