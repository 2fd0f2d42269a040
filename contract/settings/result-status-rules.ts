import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'
import { aliasesOf } from './aliases.ts'
import { blamed, comparable, entryNameFault, inOrder, isColor, sharing, takenNames } from './entry-rules.ts'
import { WHOLE_LIST, type EntryFault } from './held-list.ts'
import type { ResultStatus, StoredResultStatus } from './result-statuses.ts'

/**
 * Returns all errors in a list of result statuses (RESULTS-09 to 26), for the editor and for the server. `stored` is the list that the
 * edits are based on. It determines which status is 'untested', and at which entry a duplicate name or alias is reported. Reports only the
 * first wrong alias of an entry.
 */
export const resultStatusFaults = (
  statuses: readonly ResultStatus[],
  stored: readonly StoredResultStatus[] = [],
): EntryFault[] => {
  const faults: EntryFault[] = takenNames(statuses, stored)
  statuses.forEach((status, place) => {
    for (const fault of ownOf(status).faults) faults.push({ place, ...fault })
  })
  return inOrder([...faults, ...aliasFaults(statuses, stored), ...untestedFaults(statuses, stored)])
}

interface Own {
  faults: readonly Omit<EntryFault, 'place'>[]
  /** Each alias as typed, and its normalised key for comparison. */
  aliases: readonly { alias: string; key: string }[]
}

/**
 * Cache of the errors and aliases of a single status, by object: each edit validates the whole list, of which only one object has changed.
 */
const known = new WeakMap<ResultStatus, Own>()
const ownOf = (status: ResultStatus): Own => {
  let own = known.get(status)
  if (own === undefined) known.set(status, (own = { faults: ownFaults(status), aliases: ownAliases(status) }))
  return own
}

const ownFaults = ({ name, colorHex, isSuccess, isFailure, aliases }: ResultStatus): Own['faults'] => {
  const faults: Omit<EntryFault, 'place'>[] = []
  const nameFault = entryNameFault(name)
  if (nameFault !== null) faults.push({ field: 'name', message: nameFault })
  if (!isColor(colorHex)) faults.push({ field: 'colorHex', message: TEXTS.colorFormat })
  if (isSuccess && isFailure) faults.push({ field: 'isFailure', message: TEXTS.successAndFailure })
  if (aliases.length > LIMITS.maxAliases) faults.push({ field: 'aliases', message: TEXTS.aliasesLength })
  return faults
}

const ownAliases = ({ aliases }: ResultStatus): Own['aliases'] =>
  aliases === '' ? [] : aliasesOf(aliases).map((alias) => ({ alias, key: comparable(alias) }))

const haveSameAlias = sharing<ResultStatus>((status, share) => ownOf(status).aliases.forEach(({ key }) => share(key)))

/** Returns an error for each alias that occurs twice, in one entry or in two (RESULTS-24 to 26). */
const aliasFaults = (statuses: readonly ResultStatus[], stored: readonly StoredResultStatus[]): EntryFault[] => {
  if (!haveSameAlias(statuses, stored)) return []
  const wasThere = (place: number, key: string): boolean => {
    const id = statuses[place]?.id
    const was = id === null ? undefined : stored.find((one) => one.id === id)
    return was !== undefined && ownOf(was).aliases.some((one) => one.key === key)
  }
  const faults: EntryFault[] = []
  const first = new Map<string, { place: number; alias: string }>()
  /** Aliases that several entries have, with the spelling of each entry, by place. */
  const shared = new Map<string, Map<number, string>>()
  for (const [place, status] of statuses.entries()) {
    for (const { alias, key } of ownOf(status).aliases) {
      const use = first.get(key)
      if (use === undefined) first.set(key, { place, alias })
      else {
        const spellings = shared.get(key) ?? new Map([[use.place, use.alias]])
        if (spellings.has(place)) faults.push({ place, field: 'aliases', message: TEXTS.aliasTwice(alias) })
        else shared.set(key, spellings.set(place, alias))
      }
    }
  }
  for (const [key, spellings] of shared) {
    const places = [...spellings.keys()]
    for (const place of blamed(places, (one) => wasThere(one, key))) {
      const other = statuses[places.find((one) => one !== place) ?? place]?.name.trim() ?? ''
      faults.push({ place, field: 'aliases', message: TEXTS.aliasOfOther(spellings.get(place) ?? key, other) })
    }
  }
  const seen = new Set<number>()
  return faults.filter(({ place }) => !seen.has(place) && seen.add(place))
}

/** Checks 'untested' (RESULTS-09 to 13): it must be in the list, first and on, and keep its name and classification. */
const untestedFaults = (statuses: readonly ResultStatus[], stored: readonly StoredResultStatus[]): EntryFault[] => {
  const untested = stored.find(({ isUntested }) => isUntested)
  if (untested === undefined) return []
  const place = statuses.findIndex(({ id }) => id === untested.id)
  const given = statuses[place]
  if (given === undefined)
    return [{ place: WHOLE_LIST, field: 'isUntested', message: TEXTS.untestedStays(untested.name) }]
  const faults: EntryFault[] = []
  const wrong = (field: string, message: string) => faults.push({ place, field, message })
  if (place !== 0) wrong('relativePosition', TEXTS.untestedFirst(untested.name))
  if (!given.enabled) wrong('enabled', TEXTS.untestedOn(untested.name))
  if (given.name.trim() !== untested.name) wrong('name', TEXTS.untestedFixed)
  for (const field of ['isSuccess', 'isFailure', 'isCompleted'] as const)
    if (given[field] !== untested[field]) wrong(field, TEXTS.untestedFixed)
  return faults
}
