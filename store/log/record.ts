import { is, type Struct } from 'superstruct'

/** An event of the log. `at` is epoch ms, for display only. */
export type LogRecord = {
  /** The event's id (`uid` of a server event): the same however often it is delivered. */
  id: string
  stream: string
  /** Counts the events of the stream from 1 without gaps. */
  sequence: number
  /**
   * Sequence of the event before this one; `sequence - 1` by default. The server left out those in between, because later ones replace
   * them.
   */
  previous?: number | undefined
  type: string
  payload: unknown
  at: number
  origin: 'server' | 'here'
}

export type AnyStruct = Struct<any, any> // oxlint-disable-line typescript/no-explicit-any -- a struct is invariant in its value

/** Structs of payloads by type. Unlisted types pass: a newer server may send unknown ones. */
export type PayloadStructs = Readonly<Record<string, AnyStruct>>

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

// A plain function instead of a struct: a replay checks every record, and superstruct creates a generator per check.
const isRecord = (value: unknown): value is LogRecord =>
  isObject(value) &&
  isText(value['id']) &&
  isText(value['stream']) &&
  isSequence(value['sequence']) &&
  (value['previous'] === undefined || isBefore(value['previous'], value['sequence'])) &&
  isText(value['type']) &&
  'payload' in value &&
  Number.isFinite(value['at']) &&
  (value['origin'] === 'server' || value['origin'] === 'here')

const isBefore = (value: unknown, sequence: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < sequence

const isSequence = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1

/** Returns why a record cannot be used, or `null` if it can. */
export function damageOf(value: unknown, known: PayloadStructs): string | null {
  if (!isRecord(value)) return 'not a record'
  // `hasOwn`: a type named like an inherited property must not match it.
  const payload = Object.hasOwn(known, value.type) ? known[value.type] : undefined
  return payload === undefined || is(value.payload, payload) ? null : `payload of ${value.type} does not fit`
}
