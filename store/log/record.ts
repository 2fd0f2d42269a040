import { is, type Struct } from 'superstruct'

/** One event of the log. `sequence` counts within `stream` without a hole, from 1; `at` is epoch ms, for show only. */
export type LogRecord = {
  /** The event's own id (a server event's `uid`): the same however often it is delivered. */
  id: string
  stream: string
  sequence: number
  type: string
  payload: unknown
  at: number
  origin: 'server' | 'here'
}

export type AnyStruct = Struct<any, any> // oxlint-disable-line typescript/no-explicit-any -- a struct is invariant in its value

/** What each type of event carries. A type that is not listed passes: a newer server may send what we do not know yet. */
export type PayloadStructs = Readonly<Record<string, AnyStruct>>

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

// By itself, and no struct: a replay checks every record, and superstruct begins a generator for each answer.
const isRecord = (value: unknown): value is LogRecord =>
  isObject(value) &&
  isText(value['id']) &&
  isText(value['stream']) &&
  isSequence(value['sequence']) &&
  isText(value['type']) &&
  'payload' in value &&
  Number.isFinite(value['at']) &&
  (value['origin'] === 'server' || value['origin'] === 'here')

const isSequence = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1

/** Why a record cannot be used, or `null` when it can. */
export function damageOf(value: unknown, known: PayloadStructs): string | null {
  if (!isRecord(value)) return 'not a record'
  // `hasOwn`: a type named like something every object inherits must not find it.
  const payload = Object.hasOwn(known, value.type) ? known[value.type] : undefined
  return payload === undefined || is(value.payload, payload) ? null : `payload of ${value.type} does not fit`
}
