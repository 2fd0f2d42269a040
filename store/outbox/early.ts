/** Shows commands while they are being written to disk, so that an action is visible within a frame or two. */
import type { Writing } from '../log/log.ts'
import type { CommandState, OutboxTypes, WaitingCommand } from './definition.ts'

interface Early {
  command: WaitingCommand
  /** Null until it is on disk. */
  place: number | null
}

/** A stream as last read from disk, and commands that this reading lacks. */
export interface WithEarly<T extends OutboxTypes> {
  state: CommandState<T>
  /** Sequence of the last read record. */
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
        ? { ...held, early: [...early, { command: writing.command as WaitingCommand, place: null }] }
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

/** Keeps the identity of the read state when nothing is pending. */
export const withEarly = <T extends OutboxTypes>({ state, early }: WithEarly<T>): CommandState<T> =>
  early.length === 0
    ? state
    : { base: state.base, commands: [...state.commands, ...early.map(({ command }) => command as WaitingCommand<T>)] }
