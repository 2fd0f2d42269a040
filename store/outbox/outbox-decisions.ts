import type { Log } from '../log/log.ts'
import { withRoom } from '../log/room.ts'
import { within, type Within } from '../log/within.ts'
import { addNow, NotKept, own, put, type Wanted } from './commands.ts'
import { definitionOf, heldOf, type OutboxCommands, type OutboxTypes } from './definition.ts'
import { dropFilesOf } from './files.ts'
import type { Unsent } from './rows.ts'

/**
 * What the person decided about a refused command: another in its place and turn, under a key of its own, for the server answers
 * a key it knows as the first time. Resolves to that key; to null where the command is no longer refused, and nothing happens.
 */
export async function replace<T extends OutboxTypes>(
  whole: Log,
  definition: OutboxCommands<T>,
  { key, command, hints = {} }: { key: string; command: T['command']; hints?: Partial<T['hints']> | undefined },
): Promise<string | null> {
  const by = { key: crypto.randomUUID(), at: new Date().toISOString(), command, hints }
  return keeping(whole, async (log) => {
    const row = await refusedRow(log, key)
    if (row === undefined) return null
    await log.db.outbox.update(row.turn, {
      key: by.key,
      type: command.type,
      about: definition.aboutOf(command),
      refusal: null,
    })
    await put(log, row.stream, [{ id: by.key, verb: 'replaced', payload: { key, by } }])
    await log.db.files.where('owner').equals(key).modify({ owner: by.key })
    await own(log, definition, by.key, command)
    return by.key
  })
}

/**
 * Sends a refused command once more as it is, in its turn and under its key: for what the server failed at, and may have done all the
 * same. Resolves to whether it was still refused; otherwise nothing happens.
 */
export const retry = (whole: Log, key: string): Promise<boolean> =>
  keeping(whole, async (log) => {
    const row = await refusedRow(log, key)
    if (row === undefined) return false
    await log.db.outbox.update(row.turn, { refusal: null })
    await put(log, row.stream, [{ verb: 'retried', payload: { key } }])
    return true
  })

/**
 * As `replace`, by nothing: what was refused is given up, with its files, and with it what was done to something that now never
 * comes to be. Resolves to the keys of all that was given up; what is to be sent again by now is not among them.
 */
export const drop = (whole: Log, keys: readonly string[]): Promise<string[]> =>
  keeping(whole, async (log) => {
    const gone = await withDependents(log, keys)
    for (const row of gone) {
      await takeOut(log, row)
      await dropFilesOf(log, row.key)
    }
    return gone.map(({ key }) => key)
  })

/** Those of the commands that are not sent before somebody decides: they were refused, or wait for what was. */
async function stopped(log: Within, keys: readonly string[]): Promise<Unsent[]> {
  const all = await log.db.outbox.orderBy('turn').toArray()
  const held = heldOf(all)
  return all.filter((row, i) => keys.includes(row.key) && (row.refusal !== null || held[i] === true))
}

async function withDependents(log: Within, keys: readonly string[]): Promise<Unsent[]> {
  const { outbox } = log.db
  const chosen = await stopped(log, keys)
  const rows = new Map(chosen.map((row) => [row.key, row]))
  for (const row of chosen)
    for (const other of await outbox.where('stream').equals(row.stream).toArray())
      if (definitionOf(row.stream)?.dependsOn(other, row) === true) rows.set(other.key, other)
  return [...rows.values()]
}

async function takeOut(log: Within, { turn, stream, key }: Unsent): Promise<void> {
  await log.db.outbox.delete(turn)
  await put(log, stream, [{ verb: 'dropped', payload: { key } }])
}

/**
 * Puts commands in the place of others, which are given up, with their files. Resolves to the keys of
 * the new ones; to null when somebody has decided about one of them already, and nothing happens.
 */
export const move = <T extends OutboxTypes>(
  whole: Log,
  definition: OutboxCommands<T>,
  keys: readonly string[],
  wanted: readonly Wanted<T>[],
): Promise<string[] | null> =>
  keeping(whole, async (log) => {
    const rows = await stopped(log, keys)
    if (rows.length < keys.length) return null
    for (const row of rows) {
      await takeOut(log, row)
      // What attaches them anew owns them next.
      await log.db.files.where('owner').equals(row.key).modify({ owner: null, state: 'draft', isConfirmed: false })
    }
    const made = await addNow(log, definition, wanted)
    return made.map(({ key }) => key)
  })

const refusedRow = async (log: Within, key: string) => {
  const row = await log.db.outbox.where('key').equals(key).first()
  return row === undefined || row.refusal === null ? undefined : row
}

async function keeping<T>(log: Log, work: (log: Within) => Promise<T>): Promise<T> {
  try {
    return await withRoom(log, () => within(log, work))
  } catch (cause) {
    throw new NotKept(cause)
  }
}
