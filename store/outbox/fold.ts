import { damageOf, type LogRecord } from '../log/record.ts'
import type { Commanded, CommandState, OutboxCommands, OutboxTypes } from './definition.ts'

/** For a replacing command: only the hints that differ. */
type Replacement<T extends OutboxTypes> = Pick<Commanded<T>, 'key' | 'at' | 'command'> & { hints?: Partial<T['hints']> }

export const emptyState = <T extends OutboxTypes>({ empty }: OutboxCommands<T>): CommandState<T> => ({
  base: empty,
  commands: [],
})

/** Folds a stream's records; other types have no effect. The log has validated payloads against their structs. */
export const foldCommands = <T extends OutboxTypes>(
  definition: OutboxCommands<T>,
  state: CommandState<T>,
  records: readonly LogRecord[],
): CommandState<T> => records.reduce((folded, record) => foldOne(definition, folded, record), state)

function foldOne<T extends OutboxTypes>(
  definition: OutboxCommands<T>,
  state: CommandState<T>,
  { type, payload }: LogRecord,
): CommandState<T> {
  const { base, commands } = state
  const { capability } = definition
  const found = (key: string) => commands.find((one) => one.key === key)
  switch (type) {
    case `${capability}/loaded`:
      return { base: definition.loaded(base, (payload as { base: T['base'] }).base), commands: [] }
    case `${capability}/commanded`:
      return { base, commands: [...commands, { ...(payload as Commanded<T>), refusal: null }] }
    case `${capability}/confirmed`: {
      const { key, ...confirmation } = payload as { key: string } & T['confirmation']
      const done = found(key)
      if (done === undefined) return state
      // Moves the displayed effect into the server's state in one step, so that nothing shows twice or disappears in between.
      return { base: definition.confirmed(base, done, confirmation), commands: commands.filter((one) => one !== done) }
    }
    case `${capability}/refused`: {
      const { key, refusal } = payload as { key: string; refusal: T['refusal'] }
      const about = found(key)
      if (about === undefined) return state
      return {
        base: definition.refused(base, about, refusal),
        commands: commands.map((one) => (one === about ? { ...one, refusal } : one)),
      }
    }
    case `${capability}/replaced`: {
      const { key, by } = payload as { key: string; by: Replacement<T> }
      return {
        base,
        commands: commands.map((one) =>
          one.key === key ? { ...one, ...by, hints: { ...one.hints, ...by.hints }, refusal: null } : one,
        ),
      }
    }
    case `${capability}/retried`: {
      const { key } = payload as { key: string }
      return { base, commands: commands.map((one) => (one.key === key ? { ...one, refusal: null } : one)) }
    }
    case `${capability}/dropped`: {
      const { key } = payload as { key: string }
      return { base, commands: commands.filter((one) => one.key !== key) }
    }
    default:
      return state
  }
}

/** Returns a record's command; null when unreadable. */
export function sentOf<T extends OutboxTypes>(
  { capability, events }: OutboxCommands<T>,
  record: LogRecord | undefined,
): Replacement<T> | null {
  if (record === undefined || damageOf(record, events) !== null) return null
  const { key, at, command, hints } = (
    record.type === `${capability}/replaced` ? (record.payload as { by: Replacement<T> }).by : record.payload
  ) as Replacement<T>
  return { key, at, command, ...(hints === undefined ? {} : { hints }) }
}
