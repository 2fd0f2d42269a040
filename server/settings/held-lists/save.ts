import { fieldErrorOf, type EntryFault } from '../../../contract/settings/held-list.ts'
import type { FieldError } from '../../../contract/errors.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db } from '../../db/database.ts'
import { invalid } from '../../http/errors.ts'
import { stale } from '../../http/refusal.ts'
import { settingsEvent } from '../changes.ts'
import type { GivenEntry, HeldList } from './held-list.ts'
import { listChanges } from './list-changes.ts'
import { lockHeldList, type ListRead } from './read.ts'
import { writeList } from './write.ts'

interface Save<Given> {
  projectId: number
  personId: number
  /** The version that the list is founded on. */
  version: number
  entries: readonly Given[]
}

/**
 * Stores the list in the order given and returns it as it is stored. 409 `stale` with the stored list, as `answerOf` makes it, when
 * somebody saved since that version; 400 with every wrong field. A list that is as it is stored keeps its version.
 */
export const saveHeldList = async <Given extends GivenEntry, Stored extends Given & { id: number }>(
  db: Db,
  held: HeldList<Given, Stored>,
  { projectId, personId, version, entries }: Save<Given>,
  answerOf: (read: ListRead<Stored>) => unknown,
): Promise<ListRead<Stored>> =>
  db.transaction().execute(async (tx) => {
    const before = await lockHeldList(tx, held, projectId)
    if (before.version !== version) throw stale(TEXTS.savedMeanwhile, answerOf(before))
    const wanted = entries.map((entry, place) => held.tidy(entry, place + 1))
    const faults = [...idFaults(wanted, before.entries), ...held.faults(wanted, before.entries)]
    if (faults.length > 0) throw invalid(onePerField(faults.map((fault) => fieldErrorOf(held.key, fault))))

    const fields = Object.keys(held.written) as (keyof Given & string)[]
    const changes = listChanges(before.entries, wanted, fields)
    if (changes.length === 0) return before
    const stored = new Map(before.entries.map((entry) => [entry.id, entry]))
    const kept = new Set(wanted.map(({ id }) => id))
    const { savedBy, added } = await writeList(tx, held, {
      projectId,
      personId,
      entries: wanted.filter((entry) => !isStored(entry, stored.get(entry.id ?? 0), fields)),
      gone: before.entries.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
      event: settingsEvent({ area: held.list, projectId, personId, changes, version: version + 1 }),
    })
    const first = firstOf(held)
    const after = wanted.map((entry) => ({
      ...first,
      ...stored.get(entry.id ?? 0),
      ...entry,
      id: entry.id ?? added.get(entry.relativePosition),
    })) as (Given & { id: number })[] as Stored[]
    return { version: version + 1, savedBy, entries: after }
  })

const isStored = <Given extends GivenEntry>(
  wanted: Given,
  stored: Given | undefined,
  fields: readonly (keyof Given & string)[],
): boolean =>
  stored !== undefined &&
  wanted.relativePosition === stored.relativePosition &&
  fields.every((field) => wanted[field] === stored[field])

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

/** What a new entry has in the fields that a save does not bring. */
const firstOf = ({ kept }: { kept: Record<string, { first: unknown }> }): Record<string, unknown> =>
  Object.fromEntries(Object.entries(kept).map(([field, { first }]) => [field, first]))
