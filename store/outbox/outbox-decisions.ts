import type { Log, Unsent } from '../log/log.ts'
import { withRoom } from '../log/room.ts'
import { within, type Within } from '../log/within.ts'
import { addNow, NotKept, own, put, type NewCommand } from './commands.ts'
import { definitionOf, heldOf, scopeOf, type OutboxCommands, type OutboxTypes } from './definition.ts'
import { dropFilesOf } from './files.ts'

/**
 * Replaces a rejected command at its position, with a new key, because the server answers a known key as the first time. Resolves with that
 * key; null, without effect, if the command is no longer rejected.
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
 * Sends a rejected command again unchanged, at its position and with its key: for failures of the server, which may have executed it.
 * Resolves with whether it was still rejected; otherwise without effect.
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
 * Discards commands that are blocked, with their files and commands about things that will now never exist. `denied`: scopes of which the
 * server accepts nothing. Resolves with the keys of all discarded commands; commands to be sent again are not among them.
 */
export const drop = (whole: Log, keys: readonly string[], denied: readonly string[] = []): Promise<string[]> =>
  keeping(whole, async (log) => {
    const gone = await withDependents(log, await stopped(log, keys, denied))
    for (const row of gone) {
      await takeOut(log, row)
      await dropFilesOf(log, row.key)
    }
    return gone.map(({ key }) => key)
  })

/** Returns the commands that are blocked: rejected ones, those that wait for them, and those of scopes that the server denies. */
async function stopped(log: Within, keys: readonly string[], denied: readonly string[] = []): Promise<Unsent[]> {
  const all = await log.db.outbox.orderBy('turn').toArray()
  const held = heldOf(all)
  return all.filter(
    (row, i) => keys.includes(row.key) && (row.refusal !== null || held[i] === true || denied.includes(scopeOf(row))),
  )
}

async function withDependents(log: Within, chosen: readonly Unsent[]): Promise<Unsent[]> {
  const { outbox } = log.db
  const rows = new Map(chosen.map((row) => [row.key, row]))
  for (const row of chosen)
    for (const other of await outbox.where('stream').equals(row.stream).toArray())
      if (definitionOf(row.stream)?.dependsOn(other, row) === true) rows.set(other.key, other)
  return [...rows.values()]
}

async function takeOut(log: Within, { turn, stream, key }: Unsent): Promise<void> {
  await log.db.outbox.delete(turn)
  // Nothing folds the stream of an unknown capability.
  if (definitionOf(stream) === undefined) await log.db.records.delete(key)
  else await put(log, stream, [{ verb: 'dropped', payload: { key } }])
}

/**
 * Replaces commands, which are discarded with their files. Resolves with the new keys; null, without effect, if a user has decided about
 * one of them already.
 */
export const move = <T extends OutboxTypes>(
  whole: Log,
  definition: OutboxCommands<T>,
  keys: readonly string[],
  requested: readonly NewCommand<T>[],
): Promise<string[] | null> =>
  keeping(whole, async (log) => {
    const rows = await stopped(log, keys)
    if (rows.length < keys.length) return null
    for (const row of rows) {
      await takeOut(log, row)
      // Files belong to the command that attaches them again.
      await log.db.files.where('owner').equals(row.key).modify({ owner: null, state: 'draft', isConfirmed: false })
    }
    const made = await addNow(log, definition, requested)
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
