import type { Call, Nothing } from './call.ts'
import type { FieldError } from './errors.ts'

/** What the commands of all capabilities share; their own schemas say the rest. */
export interface OutboxCommand {
  type: string
}

/** A command with its idempotency key, which is the same however often it is sent. */
export interface SentCommand<Command extends OutboxCommand = OutboxCommand> {
  key: string
  /** ISO, by the device's clock. */
  at: string
  command: Command
}

/** `invalid` is the one reason that all capabilities know: a value does not fit, or the server fails at the command. */
export interface Refusal {
  reason: string
  message: string
  errors?: FieldError[] | undefined
}

export type Outcome = { key: string; outcome: 'done' } | { key: string; outcome: 'refused'; refusal: Refusal }

export interface CommandsAnswer {
  /** Of each command up to the first that is refused. */
  outcomes: readonly Outcome[]
  /** What else the capability's call answers. */
  [part: string]: unknown
}

/** A call that carries out commands in their order, each wholly or not at all, and each key once. */
export type CommandsCall = Call<{ projectKey: string }, Nothing, { commands: SentCommand[] }, CommandsAnswer>

/** How much of a file has arrived. */
export interface FileProgress {
  receivedBytes: number
}

/** How the bytes of attached files are sent. */
export interface FileUpload {
  /** Answers how much of a file has arrived. */
  state: Call<{ projectKey: string; fileUuid: string }, Nothing, Nothing, FileProgress>
  /** Takes the next bytes with `PUT`; answers as `state` does, and 409 with that as `current` where they do not go on from there. */
  path: (projectKey: string, fileUuid: string) => string
  chunkBytes: number
}
