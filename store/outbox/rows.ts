/**
 * A command that the server has not confirmed: its place in the outbox. What it says stands in the log, in the record with the
 * id `key`; here is what decides whether it may be sent.
 */
export interface Unsent {
  /** The order in which they were done. A command that takes the place of a refused one takes its turn too. */
  turn: number
  key: string
  /** `<capability>:<id>` */
  stream: string
  projectKey: string
  type: string
  /** Ids of the entries of its stream that it is about. */
  about: readonly string[]
  /** Reason of its refusal. */
  refusal: string | null
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
   * has all of it, and not yet its subject. `refused`: the server does not take it, as `refusal` says. `left`: refused, and taken
   * out of its subject since.
   */
  state: 'draft' | 'due' | 'arrived' | 'refused' | 'left'
  refusal: string | null
  /** Key of the command that attaches it; null in a draft. */
  owner: string | null
  /** Key of the command that takes it out of its subject. */
  leftBy: string | null
  /** The server knows the subject with it: once all bytes are there, those here may go. */
  isConfirmed: boolean
  /** Stream of the command that attaches it; null in a draft. */
  stream: string | null
  /** Id of what it is attached to; null in a draft. */
  subject: string | null
}

/** What decides whether a command has to wait for another. */
export type CommandRow = Pick<Unsent, 'stream' | 'type' | 'about' | 'refusal'>

/** Of two commands of one stream, `other` having been stopped before. */
export type WaitsFor = (command: CommandRow, other: CommandRow) => boolean

/**
 * Returns which commands wait for a refused one, in the order of `commands`: sent now they could only be refused too, or would take
 * away what somebody still has to decide about.
 */
export function heldBehind(commands: readonly CommandRow[], waitsFor: WaitsFor): boolean[] {
  const stopped = new Map<string, CommandRow[]>()
  return commands.map((command) => {
    const before = stopped.get(command.stream) ?? []
    const isHeld = command.refusal === null && before.some((other) => waitsFor(command, other))
    if (isHeld || command.refusal !== null) stopped.set(command.stream, [...before, command])
    return isHeld
  })
}
