import { TEXTS } from '../texts.ts'
import { entryNameFault, inOrder, isColor, takenNames } from './entry-rules.ts'
import type { FailureTag } from './failure-tags.ts'
import { WHOLE_LIST, type EntryFault } from './held-list.ts'

/**
 * Returns all errors in a list of failure tags, for the editor and for the server. `stored` is the list that the edits are based on. Tests
 * of all launches refer to stored tags, so those can be switched off but not deleted.
 */
export const failureTagFaults = (tags: readonly FailureTag[], stored: readonly FailureTag[] = []): EntryFault[] => {
  const faults: EntryFault[] = takenNames(tags, stored)
  for (const [place, { name, colorHex }] of tags.entries()) {
    const nameFault = entryNameFault(name)
    if (nameFault !== null) faults.push({ place, field: 'name', message: nameFault })
    if (!isColor(colorHex)) faults.push({ place, field: 'colorHex', message: TEXTS.colorFormat })
  }
  const listed = new Set(tags.map(({ id }) => id))
  const gone = stored.find(({ id }) => id !== null && !listed.has(id))
  if (gone !== undefined) faults.push({ place: WHOLE_LIST, field: 'id', message: TEXTS.failureTagStays(gone.name) })
  if (!tags.some(({ enabled, value }) => enabled && value === 'TO_INVESTIGATE'))
    faults.push({ place: WHOLE_LIST, field: 'enabled', message: TEXTS.lastFailureTag })
  return inOrder(faults)
}
