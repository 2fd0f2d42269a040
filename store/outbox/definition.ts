import { optional, string, type } from 'superstruct'
import type { CommandsAnswer, CommandsCall, FileUpload, OutboxCommand, Refusal } from '../../contract/outbox.ts'
import type { Log } from '../log/log.ts'
import type { AnyStruct, PayloadStructs } from '../log/record.ts'
import { heldBehind, type CommandRow } from './rows.ts'

/** What the commands of one capability are made of. */
export interface OutboxTypes {
  command: OutboxCommand
  /** What a command cannot say of what it makes, so that it can be shown before the server has answered. */
  hints: object
  refusal: Refusal
  /** What the server has said of one stream. */
  base: object
  answer: CommandsAnswer
  /** What of an answer is kept with the confirmation of a command. */
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

/** A command that the server has not confirmed; with why, if it was refused. */
export interface WaitingCommand<T extends OutboxTypes = OutboxTypes> extends Commanded<T> {
  refusal: T['refusal'] | null
}

/** What is known of a stream: what the server said, and over it what was done here, in order. */
export interface CommandState<T extends OutboxTypes = OutboxTypes> {
  base: T['base']
  commands: readonly WaitingCommand<T>[]
}

/** Files that a command attaches to its subject. */
export interface Attached {
  subject: string
  fileUuids: readonly string[]
  /** The subject holds these files alone afterwards. */
  isWhole: boolean
}

/** All that the outbox has to know of a capability's commands. */
export interface CommandRules<T extends OutboxTypes = OutboxTypes> {
  /** What is stored must stay readable: check only what `fold` and `shown` use. */
  schemas: Record<'command' | 'hints' | 'refusal' | 'base', AnyStruct> & { confirmation: PayloadStructs }
  call: CommandsCall
  /** Most commands of one call. */
  mostAtOnce: number
  files: FileUpload | null

  /** Id of the stream within the capability. */
  streamIdOf(command: T['command']): string
  /** Ids of the entries of its stream that a command is about. */
  aboutOf(command: T['command']): readonly string[]
  /** Of two commands of one stream, `other` having been refused or held: whether `command` has to wait for the person's decision. */
  waitsFor(command: CommandRow, other: CommandRow): boolean
  /** Whether a command means nothing once `dropped` is given up: it is given up too. */
  dependsOn(command: CommandRow, dropped: CommandRow): boolean
  /** Whether a refused command may be taken when it is sent once more as it is. */
  isRepeatable(refusal: T['refusal']): boolean
  attachedBy(command: T['command']): Attached | null
  /** Subjects that a command deletes, with their files. */
  subjectsDeletedBy(row: Pick<CommandRow, 'type' | 'about'>): readonly string[]
  /** Whether the server sorts what the command makes by the command's time. */
  isSortedByTime(command: T['command']): boolean
  /** When the last entry of a stream was made, in epoch ms. */
  latestIn(state: CommandState<T>): number

  /** What is known of a stream that was never read. */
  empty: T['base']
  /** A full reading takes the place of what is held. */
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
  /** Payloads of the records in a stream, by type: `<capability>/<verb>`. All of them are made on this device. */
  events: PayloadStructs
}

const registered = new Map<string, OutboxCommands>()

/**
 * Registers the commands of a capability: from now on the outbox keeps, orders, sends, shows and exports them. Streams and record types
 * begin with `capability`, so that its name is stored and never changes.
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
    /** Has all that the records before it say, apart from the commands, which follow it again. */
    loaded: type({ base }),
    commanded: type({ key, at: string(), projectKey: string(), command, hints }),
    confirmed: type({ key, ...confirmation }),
    refused: type({ key, refusal }),
    /** The person has decided: another command, under a key of its own, takes its place. */
    replaced: type({ key, by: type({ key, at: string(), command, hints: optional(hints) }) }),
    /** The person has decided: it is sent once more as it is, under the same key. */
    retried: type({ key }),
    dropped: type({ key }),
  }
  return Object.fromEntries(Object.entries(byVerb).map(([verb, payload]) => [`${capability}/${verb}`, payload]))
}

const capabilityOf = (stream: string): string => stream.slice(0, stream.indexOf(':'))

/** Undefined where another version of the product has written the stream, or the capability's code is not loaded. */
export const definitionOf = (stream: string): OutboxCommands | undefined => registered.get(capabilityOf(stream))

/** Throws for a capability that nobody has registered. */
export function knownDefinitionOf(stream: string): OutboxCommands {
  const definition = definitionOf(stream)
  if (definition === undefined) throw new TypeError(`no commands are registered for ${stream}`)
  return definition
}

export const streamOf = <T extends OutboxTypes>(definition: OutboxCommands<T>, command: T['command']): string =>
  `${definition.capability}:${definition.streamIdOf(command)}`

/** Returns which rows wait for a refused one. Rows of unknown capabilities always wait: nothing of them is sent or lost. */
export const heldOf = (rows: readonly CommandRow[]): boolean[] => {
  const held = heldBehind(rows, (command, other) => definitionOf(command.stream)?.waitsFor(command, other) ?? true)
  return rows.map(
    ({ stream, refusal }, i) => held[i] === true || (refusal === null && definitionOf(stream) === undefined),
  )
}

/** A server that closes one capability of a project may be open for the others. */
export const scopeOf = ({ stream, projectKey }: { stream: string; projectKey: string }): string =>
  `${capabilityOf(stream)}:${projectKey}`
export const projectOfScope = (scope: string): string => scope.slice(scope.indexOf(':') + 1)

const readable = new WeakMap<Log, Map<string, Log>>()

/** Returns the log with what it takes to read a capability's streams: most pages do without. */
export function readableLog(log: Log, { capability, events }: OutboxCommands): Log {
  const logs = readable.get(log) ?? new Map<string, Log>()
  readable.set(log, logs)
  const known = logs.get(capability) ?? { ...log, known: { ...log.known, ...events } }
  logs.set(capability, known)
  return known
}
