import { TEXTS } from '../texts.ts'
import { entryNameFault, inOrder, isColor, takenNames } from './entry-rules.ts'
import { WHOLE_LIST, type EntryFault } from './held-list.ts'
import type { ObservationType } from './observation-types.ts'

/**
 * Returns all errors in a list of observation types (OBTYPE-05 to 11), for the editor and for the server. `stored` is the list that the
 * edits are based on; with it, a duplicate name is reported at the entry whose name was changed.
 */
export const observationTypeFaults = (
  types: readonly ObservationType[],
  stored: readonly ObservationType[] = [],
): EntryFault[] => {
  const faults: EntryFault[] = takenNames(types, stored)
  for (const [place, { name, colorHex }] of types.entries()) {
    const nameFault = entryNameFault(name)
    if (nameFault !== null) faults.push({ place, field: 'name', message: nameFault })
    if (!isColor(colorHex)) faults.push({ place, field: 'colorHex', message: TEXTS.colorFormat })
  }
  if (!types.some(({ enabled }) => enabled))
    faults.push({ place: WHOLE_LIST, field: 'enabled', message: TEXTS.lastObservationType })
  return inOrder(faults)
}
