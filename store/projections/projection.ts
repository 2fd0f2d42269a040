import { produce, type Draft } from 'immer'
import type { Infer, Struct } from 'superstruct'
import type { LogRecord, PayloadStructs } from '../log/record.ts'
import type { StateSchema } from '../log/snapshots.ts'

/** An event for a fold: type and payload. */
export type EventOf<Events extends PayloadStructs> = {
  [Type in keyof Events & string]: { type: Type; payload: Infer<Events[Type]> }
}[keyof Events & string]

/** A fold over one stream. Stored rows are kept whole, with unknown fields. */
export type Projection<State> = StateSchema<State> & {
  /** Types it folds; others only advance the sequence. */
  events: PayloadStructs
  empty: State
  fold: (draft: Draft<State>, event: { type: string; payload: unknown }) => void
}

/**
 * `fold` changes only the given draft, and accepts every event in every state. A row from a payload is replaced, never changed: within one
 * replay immer has not drafted it, so that the record itself would change.
 */
export function defineProjection<State, Events extends PayloadStructs>(projection: {
  name: string
  /** Increment whenever `fold` or the state's shape changes. */
  version: number
  events: Events
  state: Struct<State>
  empty: State
  fold: (draft: Draft<State>, event: EventOf<Events>) => void
}): Projection<State> {
  const { fold, events } = projection
  return {
    ...projection,
    fold: (draft, event) => {
      // Records were validated against the same structs before.
      if (Object.hasOwn(events, event.type)) fold(draft, event)
    },
  }
}

/** Folds in one draft: one `produce` per event would cost a thousand times as much over a long stream. */
export const foldAll = <State>(projection: Projection<State>, state: State, records: readonly LogRecord[]): State =>
  records.length === 0
    ? state
    : produce(state, (draft) => {
        for (const record of records) projection.fold(draft, record)
      })
