import { LIMITS } from '../limits.ts'
import { TEXTS } from '../texts.ts'
import type { CaseAttribute } from './case-attributes.ts'
import { inOrder, takenNames } from './entry-rules.ts'
import { WHOLE_LIST, type EntryFault } from './held-list.ts'

/**
 * Returns all errors in a list of priorities or of automation states (PRIO-09, PRIO-12): names must not be empty, longer than 63 characters
 * or used twice, and exactly one entry must be the default. `stored` as in `observationTypeFaults`.
 */
export const caseAttributeFaults = (
  entries: readonly CaseAttribute[],
  stored: readonly CaseAttribute[] = [],
): EntryFault[] => {
  const faults: EntryFault[] = takenNames(entries, stored)
  for (const [place, { name }] of entries.entries()) {
    const { length } = name.trim()
    if (length === 0) faults.push({ place, field: 'name', message: TEXTS.required })
    if (length > LIMITS.maxEntryName) faults.push({ place, field: 'name', message: TEXTS.nameLength1To63 })
  }
  if (entries.filter(({ isDefault }) => isDefault).length !== 1)
    faults.push({ place: WHOLE_LIST, field: 'isDefault', message: TEXTS.oneDefault })
  return inOrder(faults)
}
