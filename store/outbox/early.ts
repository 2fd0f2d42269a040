/** Commands are shown while they are written to the disk, so that what a person did shows within a frame or two. */
import type { CommandState, OutboxTypes, WaitingCommand } from './definition.ts'

/** What becomes of commands that are being written, in this tab. `places`: their sequences in the stream, by key. */
export type Writing =
  | { type: 'begun'; stream: string; command: WaitingCommand }
  | { type: 'stored'; places: ReadonlyMap<string, number> }
  | { type: 'failed'; keys: readonly string[] }

interface Early {
  command: WaitingCommand
  /** Null until it is on disk. */
  place: number | null
}

/** A stream as it was last read from the disk, and the commands that this reading does not have yet. */
export interface WithEarly<T extends OutboxTypes> {
  state: CommandState<T>
  /** Sequence of the last record that was read. */
  last: number
  early: readonly Early[]
}

/** `keys`: of the records that the reading added. */
export function afterReading<T extends OutboxTypes>(
  { early }: WithEarly<T>,
  { state, last, keys }: { state: CommandState<T>; last: number; keys: ReadonlySet<string> },
): WithEarly<T> {
  return { state, last, early: early.filter(({ command, place }) => !keys.has(command.key) && isAhead(place, last)) }
}

export function afterWriting<T extends OutboxTypes>(
  held: WithEarly<T>,
  stream: string,
  writing: Writing,
): WithEarly<T> {
  const { early, last } = held
  switch (writing.type) {
    case 'begun':
      return writing.stream === stream
        ? { ...held, early: [...early, { command: writing.command, place: null }] }
        : held
    case 'stored': {
      const placed = early.map(({ command, place }) => ({ command, place: writing.places.get(command.key) ?? place }))
      return { ...held, early: placed.filter(({ place }) => isAhead(place, last)) }
    }
    case 'failed':
      return { ...held, early: early.filter(({ command }) => !writing.keys.includes(command.key)) }
  }
}

const isAhead = (place: number | null, last: number): boolean => place === null || place > last

/** The same object as the state that was read, where nothing is early. */
export const withEarly = <T extends OutboxTypes>({ state, early }: WithEarly<T>): CommandState<T> =>
  early.length === 0
    ? state
    : { base: state.base, commands: [...state.commands, ...early.map(({ command }) => command as WaitingCommand<T>)] }
