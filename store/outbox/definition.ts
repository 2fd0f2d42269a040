import { optional, string, type } from 'superstruct'
import type { CommandsAnswer, CommandsCall, FileUpload, OutboxCommand, Refusal } from '../../contract/outbox.ts'
import type { Log } from '../log/log.ts'
import type { AnyStruct, PayloadStructs } from '../log/record.ts'
import { heldBehind, type CommandRow } from './rows.ts'

/** Parts of a capability's commands. */
export interface OutboxTypes {
  command: OutboxCommand
  /** Hints for showing a command's effect before the server has answered. */
  hints: object
  refusal: Refusal
  /** The server's state of one stream. */
  base: object
  answer: CommandsAnswer
  /** Part of an answer that is stored with the confirmation. */
  confirmation: object
}

export interface Commanded<T extends OutboxTypes = OutboxTypes> {
  /** Its idempotency key, and the id of its record. */
  key: string
  /** ISO, by this device's clock. */
  at: string
  projectKey: string
  command: T['command']
  hints: T['hints']
}

/** An unconfirmed command; with the reason, if it was rejected. */
export interface WaitingCommand<T extends OutboxTypes = OutboxTypes> extends Commanded<T> {
  refusal: T['refusal'] | null
}

/** State of a stream: the server's, and unconfirmed commands in order. */
export interface CommandState<T extends OutboxTypes = OutboxTypes> {
  base: T['base']
  commands: readonly WaitingCommand<T>[]
}

/** Files that a command attaches to its subject. */
export interface Attached {
  subject: string
  fileUuids: readonly string[]
  /** Afterwards the subject has exactly these files. */
  isWhole: boolean
}

/** Registers a capability's commands with the outbox. */
export interface CommandRules<T extends OutboxTypes = OutboxTypes> {
  /** Stored data must stay readable: check only what `fold` and `shown` use. */
  schemas: Record<'command' | 'hints' | 'refusal' | 'base', AnyStruct> & { confirmation: PayloadStructs }
  call: CommandsCall
  /** Maximum commands per call. */
  maxAtOnce: number
  files: FileUpload | null

  /** Id of the stream within the capability. */
  streamIdOf(command: T['command']): string
  /** Ids of the entries in the stream that a command concerns. */
  aboutOf(command: T['command']): readonly string[]
  /** Returns whether `command` must wait for the user's decision about `other` of the same stream, which was rejected or blocked. */
  waitsFor(command: CommandRow, other: CommandRow): boolean
  /** Returns whether a command is meaningless without `dropped`, and is discarded with it. */
  dependsOn(command: CommandRow, dropped: CommandRow): boolean
  /** Returns whether a rejected command may be accepted when sent again unchanged. */
  isRepeatable(refusal: T['refusal']): boolean
  attachedBy(command: T['command']): Attached | null
  /** Subjects that a command deletes, with their files. */
  subjectsDeletedBy(row: Pick<CommandRow, 'type' | 'about'>): readonly string[]
  /** Whether the server orders the command's entries by the command's time. */
  isSortedByTime(command: T['command']): boolean
  /** Time of the stream's latest entry, epoch ms. */
  latestIn(state: CommandState<T>): number

  /** State of a stream that was never loaded. */
  empty: T['base']
  /** A full reading replaces the known state. */
  loaded(held: T['base'], read: T['base']): T['base']
  confirmationOf(
    answer: T['answer'],
    outcome: T['answer']['outcomes'][number],
    row: Pick<CommandRow, 'stream' | 'about'>,
  ): T['confirmation']
  confirmed(base: T['base'], command: WaitingCommand<T>, confirmation: T['confirmation']): T['base']
  refused(base: T['base'], command: WaitingCommand<T>, refusal: T['refusal']): T['base']
}

export type CommandVerb = 'loaded' | 'commanded' | 'confirmed' | 'refused' | 'replaced' | 'retried' | 'dropped'

export interface OutboxCommands<T extends OutboxTypes = OutboxTypes> extends CommandRules<T> {
  capability: string
  /** Payloads of a stream's records by type: `<capability>/<verb>`. All are local. */
  events: PayloadStructs
}

const registered = new Map<string, OutboxCommands>()

/**
 * Registers a capability's commands, which the outbox then stores, orders, sends, shows and exports. Streams and record types start with
 * `capability`: the name is stored and must never change.
 */
export function defineOutboxCommands<T extends OutboxTypes>(
  capability: string,
  rules: CommandRules<T>,
): OutboxCommands<T> {
  const definition = { ...rules, capability, events: eventsOf(capability, rules.schemas) }
  registered.set(capability, definition)
  return definition
}

const key = string()

const eventsOf = (
  capability: string,
  { command, hints, refusal, base, confirmation }: CommandRules['schemas'],
): PayloadStructs => {
  const byVerb: Record<CommandVerb, AnyStruct> = {
    /** Replaces the records before it, except commands, which follow it again. */
    loaded: type({ base }),
    commanded: type({ key, at: string(), projectKey: string(), command, hints }),
    confirmed: type({ key, ...confirmation }),
    refused: type({ key, refusal }),
    /** Decision of the user: another command with its own key replaces it. */
    replaced: type({ key, by: type({ key, at: string(), command, hints: optional(hints) }) }),
    /** Decision of the user: it is sent again unchanged, with the same key. */
    retried: type({ key }),
    dropped: type({ key }),
  }
  return Object.fromEntries(Object.entries(byVerb).map(([verb, payload]) => [`${capability}/${verb}`, payload]))
}

const capabilityOf = (stream: string): string => stream.slice(0, stream.indexOf(':'))

/** Undefined when another version of the product wrote the stream, or the capability's code is not loaded. */
export const definitionOf = (stream: string): OutboxCommands | undefined => registered.get(capabilityOf(stream))

/** Throws for an unregistered capability. */
export function knownDefinitionOf(stream: string): OutboxCommands {
  const definition = definitionOf(stream)
  if (definition === undefined) throw new TypeError(`no commands are registered for ${stream}`)
  return definition
}

export const streamOf = <T extends OutboxTypes>(definition: OutboxCommands<T>, command: T['command']): string =>
  `${definition.capability}:${definition.streamIdOf(command)}`

/** Returns the rows that wait for a rejected one. Rows of unknown capabilities always wait: they are neither sent nor lost. */
export const heldOf = (rows: readonly CommandRow[]): boolean[] => {
  const held = heldBehind(rows, (command, other) => definitionOf(command.stream)?.waitsFor(command, other) ?? true)
  return rows.map(
    ({ stream, refusal }, i) => held[i] === true || (refusal === null && definitionOf(stream) === undefined),
  )
}

/** A server that rejects one capability of a project may accept others. */
export const scopeOf = ({ stream, projectKey }: { stream: string; projectKey: string }): string =>
  `${capabilityOf(stream)}:${projectKey}`
export const projectOfScope = (scope: string): string => scope.slice(scope.indexOf(':') + 1)

const readable = new WeakMap<Log, Map<string, Log>>()

/** Returns the log with a capability's registration: most pages do not need it. */
export function readableLog(log: Log, { capability, events }: OutboxCommands): Log {
  const logs = readable.get(log) ?? new Map<string, Log>()
  readable.set(log, logs)
  const known = logs.get(capability) ?? { ...log, known: { ...log.known, ...events } }
  logs.set(capability, known)
  return known
}
