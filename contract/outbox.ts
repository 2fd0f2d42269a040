import type { Call, Nothing } from './call.ts'
import type { FieldError } from './errors.ts'

/** Common fields of all commands; each capability's schema defines the rest. */
export interface OutboxCommand {
  type: string
}

/** A command with its idempotency key, which stays the same for every retry. */
export interface SentCommand<Command extends OutboxCommand = OutboxCommand> {
  key: string
  /** Time by the device's clock, ISO. */
  at: string
  command: Command
}

/**
 * Rejection of a command. `invalid` is the only reason common to all capabilities: a value is invalid, or the server failed on the command.
 */
export interface Refusal {
  reason: string
  message: string
  errors?: FieldError[] | undefined
}

export type Outcome = { key: string; outcome: 'done' } | { key: string; outcome: 'refused'; refusal: Refusal }

export interface CommandsAnswer {
  /** Outcomes up to and including the first rejected command. */
  outcomes: readonly Outcome[]
  /** Other parts of the capability's answer. */
  [part: string]: unknown
}

/** A call that executes commands in order, each atomically and once per idempotency key. */
export type CommandsCall = Call<{ projectKey: string }, Nothing, { commands: SentCommand[] }, CommandsAnswer>

/** Upload progress of a file. */
export interface FileProgress {
  receivedBytes: number
}

/** Calls for uploading attached files. */
export interface FileUpload {
  /** Answers the number of received bytes. */
  state: Call<{ projectKey: string; fileUuid: string }, Nothing, Nothing, FileProgress>
  /**
   * Path of the `PUT` for the next bytes. Answers like `state`; 409 with that answer as `current` if the bytes do not continue the received
   * ones.
   */
  path: (projectKey: string, fileUuid: string) => string
  chunkBytes: number
}
