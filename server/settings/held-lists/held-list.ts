import type { EntryFault } from '../../../contract/settings/held-list.ts'
import type { SettingsArea } from '../../../contract/settings/changes.ts'
import type { HeldListName } from '../../db/column-types.ts'

/** Entry in a request to save a list. */
export interface GivenEntry {
  id: number | null
  name: string
  relativePosition: number
}

interface Column {
  column: string
  type: 'text' | 'boolean'
}

/**
 * Definition of a list that is saved as a whole. `Given` is an entry of a request, `Stored` one of a response. A save writes every field of
 * `Given` except id and position; the columns in `kept` are preserved and start with `first`.
 */
export interface HeldList<Given extends GivenEntry, Stored extends Given & { id: number }> {
  list: HeldListName & SettingsArea
  /** Name of the list in the request body, used in field errors. */
  key: string
  table: 'result_status' | 'observation_type' | 'failure_tag' | 'priority' | 'automation_state'
  written: Record<Exclude<keyof Given, 'id' | 'relativePosition'> & string, Column>
  kept: Record<Exclude<keyof Stored, keyof Given> & string, { column: string; first: unknown }>
  /** Normalises an entry for storage at that position, such as by trimming its name. */
  tidy: (entry: Given, relativePosition: number) => Given
  faults: (entries: readonly Given[], stored: readonly Stored[]) => EntryFault[]
}
