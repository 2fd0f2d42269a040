import { is, number, string, type, type Struct } from 'superstruct'
import type { Log, StoredSnapshot } from './log.ts'
import { skipWithin } from './positions.ts'
import { isFull, withRoom } from './room.ts'
import { changing } from './within.ts'

const SnapshotStruct = type({
  key: string(),
  stream: string(),
  projection: string(),
  version: number(),
  sequence: number(),
  revision: string(),
})

/** Identifies and validates the states of one projection. */
export type StateSchema<State> = {
  name: string
  /** Snapshots of other versions are not used. */
  version: number
  /** Validates a snapshot when it is read. */
  state: Struct<State>
}

export type Snapshot<State> = { state: State; sequence: number; revision: string }

/** Target of a state: `key` identifies the window, `sequence` is the last event of `stream` that `state` includes. */
export type SnapshotOf<State> = { key: string; stream: string; sequence: number; state: State }

/**
 * Stores a state from the server or a fold. Ignores one that is older than the stored one of the same key and version. Resolves with
 * whether it was stored. With a full disk it is kept in memory.
 */
export async function putSnapshot<State>(
  log: Log,
  projection: StateSchema<State>,
  { key, stream, sequence, state }: SnapshotOf<State>,
): Promise<boolean> {
  const { name, version } = projection
  const made = {
    key,
    stream,
    projection: name,
    version,
    sequence,
    state,
    at: Date.now(),
    revision: crypto.randomUUID(),
  }
  const isOlder = (held: StoredSnapshot | undefined) =>
    held !== undefined && held.projection === name && held.version === version && held.sequence > sequence
  const remembered = log.memory.value.snapshots.get(key)
  if (isOlder(remembered)) return false
  try {
    const isTaken = await withRoom(log, () => putUnless(log, isOlder, made))
    if (isTaken && remembered) remember(log, key, undefined)
    return isTaken
  } catch (cause) {
    if (!isFull(cause)) throw cause
    if (isOlder(await log.db.snapshots.get(key))) return false
    remember(log, key, made)
    return true
  }
}

const putUnless = (
  log: Log,
  isOlder: (held: StoredSnapshot | undefined) => boolean,
  made: StoredSnapshot,
): Promise<boolean> =>
  changing(log, ['snapshots', 'positions', 'records'], async (one) => {
    const { snapshots } = one.db
    if (isOlder(await snapshots.get(made.key))) return false
    await snapshots.put(made)
    await skipWithin(one, made.stream, made.sequence)
    return true
  })

/** Marks a snapshot as used, for compaction. */
export async function touchSnapshot(log: Log, key: string): Promise<void> {
  const { db } = log
  await db.transaction('rw', db.snapshots, () => db.snapshots.update(key, { at: Date.now() }))
}

/** Reads a stored snapshot for a projection: its state, nothing (another version), or why it is unreadable. */
export function readSnapshot<State>(
  projection: StateSchema<State>,
  stored: StoredSnapshot | undefined,
): Snapshot<State> | { damage: string } | null {
  if (stored === undefined) return null
  if (!is(stored, SnapshotStruct)) return { damage: 'not a snapshot' }
  if (stored.projection !== projection.name || stored.version !== projection.version) return null
  const { state, sequence, revision } = stored
  if (!is(state, projection.state)) return { damage: `state of ${projection.name} does not fit` }
  return { state, sequence, revision }
}

function remember(log: Log, key: string, snapshot: StoredSnapshot | undefined): void {
  const { records, snapshots: held } = log.memory.value
  const snapshots = new Map(held)
  if (snapshot) snapshots.set(key, snapshot)
  else snapshots.delete(key)
  log.memory.next({ records, snapshots })
}
