import type { EntryFault } from '../../../contract/settings/held-list.ts'
import type { SettingsArea } from '../../../contract/settings/changes.ts'
import type { HeldListName } from '../../db/settings-schema.ts'

/** An entry as the save brings it. */
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
 * What tells one held list from another. `Given` is an entry as it comes, `Stored` as it is answered; every field of `Given` but id and
 * place is written, those of `kept` stay as they are and begin as `first`.
 */
export interface HeldList<Given extends GivenEntry, Stored extends Given & { id: number }> {
  list: HeldListName & SettingsArea
  /** The list's name in the request's body, which wrong fields are named by. */
  key: string
  table: 'result_status' | 'observation_type' | 'failure_tag' | 'priority' | 'automation_state'
  written: Record<Exclude<keyof Given, 'id' | 'relativePosition'> & string, Column>
  kept: Record<Exclude<keyof Stored, keyof Given> & string, { column: string; first: unknown }>
  /** As it is to be stored in that place: without blanks around the name and the like. */
  tidy: (entry: Given, relativePosition: number) => Given
  faults: (entries: readonly Given[], stored: readonly Stored[]) => EntryFault[]
}
