/**
 * An unconfirmed command: its position in the outbox and what decides whether it may be sent. Its content is in the log, in the record with
 * the id `key`.
 */
export interface Unsent {
  /** Order of sending. A replacement takes the position of the replaced command. */
  turn: number
  key: string
  /** `<capability>:<id>` */
  stream: string
  projectKey: string
  type: string
  /** Ids of the entries in its stream that it concerns. */
  about: readonly string[]
  /** Reason of its rejection. */
  refusal: string | null
}

/** An attached file; its bytes are in a separate table until the server has them. */
export interface KeptFile {
  fileUuid: string
  projectKey: string
  name: string
  contentType: string
  sizeBytes: number
  /** Bytes that the server has, as far as known. */
  sentBytes: number
  /**
   * `draft`: in an unsent form. `due`: to be sent, or to be checked on the server once more. `arrived`: the server has all bytes, but not
   * its subject yet. `refused`: rejected, see `refusal`. `left`: rejected, and removed from its subject since.
   */
  state: 'draft' | 'due' | 'arrived' | 'refused' | 'left'
  refusal: string | null
  /** Key of the command that attaches it; null in a draft. */
  owner: string | null
  /** Key of the command that detaches it. */
  leftBy: string | null
  /** The server knows the subject with this file: once all bytes have arrived, the local ones may be deleted. */
  isConfirmed: boolean
  /** Stream of the command that attaches it; null in a draft. */
  stream: string | null
  /** Id of what it is attached to; null in a draft. */
  subject: string | null
}

/** Rule for whether a command waits for another. */
export type CommandRow = Pick<Unsent, 'stream' | 'type' | 'about' | 'refusal'>

/** Returns whether a command waits for `other` of the same stream, which is blocked. */
export type WaitsFor = (command: CommandRow, other: CommandRow) => boolean

/**
 * Returns the commands that wait for a rejected one, in the order of `commands`: sent now they would be rejected too, or delete what a
 * user still has to decide about.
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
