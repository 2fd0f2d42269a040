import { fieldErrorOf, type EntryFault } from '../../../contract/settings/held-list.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db } from '../../db/database.ts'
import { invalid } from '../../http/errors.ts'
import { stale } from '../../http/refusal.ts'
import { settingsEvent } from '../changes.ts'
import type { GivenEntry, HeldList } from './held-list.ts'
import { keepList, knownList, type ListRead } from './known-lists.ts'
import { listChanges } from './list-changes.ts'
import { readHeldList } from './read.ts'
import { writeList } from './write.ts'

interface Save<Given> {
  projectId: number
  userId: number
  /** Version that the edited list is based on. */
  version: number
  entries: readonly Given[]
}

/**
 * Stores the list in the given order and returns the stored list. Throws 409 `stale` with the stored list (as `answerOf` returns it) if
 * a user has saved since that version; 400 with every invalid field. An unchanged list keeps its version.
 */
export const saveHeldList = async <Given extends GivenEntry, Stored extends Given & { id: number }>(
  db: Db,
  held: HeldList<Given, Stored>,
  { projectId, userId, version, entries }: Save<Given>,
  answerOf: (read: ListRead<Stored>) => unknown,
): Promise<ListRead<Stored>> => {
  const newest = async () => {
    const read = await readHeldList(db, held, projectId)
    if (read.version !== version) throw stale(TEXTS.savedMeanwhile, answerOf(read))
    return read
  }
  const before = knownList<Stored>(db, held.list, projectId, version) ?? (await newest())
  const wanted = entries.map((entry, place) => held.tidy(entry, place + 1))
  const faults = [...idFaults(wanted, before.entries), ...held.faults(wanted, before.entries)]
  if (faults.length > 0) {
    await newest() // check for stale input first: it may be the cause of the errors
    throw invalid(onePerField(faults.map((fault) => fieldErrorOf(held.key, fault))))
  }

  const fields = Object.keys(held.written) as (keyof Given & string)[]
  const changes = listChanges(before.entries, wanted, fields)
  if (changes.length === 0) return newest()
  const stored = new Map(before.entries.map((entry) => [entry.id, entry]))
  const kept = new Set(wanted.map(({ id }) => id))
  const differing = new Set<string>()
  const written = await writeList(db, held, {
    projectId,
    userId,
    version,
    entries: wanted.filter((entry) =>
      differs(entry, stored.get(entry.id ?? 0), ['relativePosition', ...fields], differing),
    ),
    fields: differing,
    gone: before.entries.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
    event: settingsEvent({ area: held.list, projectId, userId, changes, version: version + 1 }),
  })
  // Versions only increase: another one is stored by now.
  if (written === null) throw stale(TEXTS.savedMeanwhile, answerOf(await readHeldList(db, held, projectId)))
  const first = firstOf(held)
  const after = wanted.map((entry) => ({
    ...first,
    ...stored.get(entry.id ?? 0),
    ...entry,
    id: entry.id ?? written.added.get(entry.relativePosition),
  })) as (Given & { id: number })[] as Stored[]
  const read = { version: version + 1, savedBy: written.savedBy, entries: after }
  keepList(db, held.list, projectId, read)
  return read
}

/** Returns whether an entry is new or changed; adds its changed fields to `differing`. */
const differs = <Given extends GivenEntry>(
  wanted: Given,
  stored: Given | undefined,
  fields: readonly (keyof Given & string)[],
  differing: Set<string>,
): boolean => {
  if (stored === undefined) return true
  let isOther = false
  for (const field of fields)
    if (wanted[field] !== stored[field]) {
      isOther = true
      differing.add(field)
    }
  return isOther
}

const idFaults = (entries: readonly GivenEntry[], stored: readonly { id: number }[]): EntryFault[] => {
  const known = new Set(stored.map(({ id }) => id))
  const seen = new Set<number>()
  return entries.flatMap(({ id }, place): EntryFault[] => {
    if (id === null) return []
    if (!known.has(id)) return [{ place, field: 'id', message: TEXTS.entryUnknown }]
    if (seen.has(id)) return [{ place, field: 'id', message: TEXTS.entryTwice }]
    seen.add(id)
    return []
  })
}

const onePerField = (errors: readonly FieldError[]): FieldError[] => {
  const seen = new Set<string>()
  return errors.filter(({ field }) => !seen.has(field) && seen.add(field))
}

/** Returns initial values of the columns that a save does not contain. */
const firstOf = ({ kept }: { kept: Record<string, { first: unknown }> }): Record<string, unknown> =>
  Object.fromEntries(Object.entries(kept).map(([field, { first }]) => [field, first]))
