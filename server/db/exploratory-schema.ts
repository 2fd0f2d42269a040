import type { Generated, GeneratedAlways } from 'kysely'
import type { LinkType } from '../../contract/exploratory/observations.ts'
import type { TypeCount } from '../../contract/exploratory/sessions.ts'
import type { CreatedAt, JsonWithDefault, MaybeTime, Times } from './schema.ts'
import type { SelectedConfiguration } from '../../contract/settings/configurations.ts'

/** What is left of a deleted observation type or milestone: the name it had. */
export interface DeletedSettingTable {
  kind: 'observation-type' | 'milestone'
  id: number
  project_id: number
  name: string
  color_hex: string | null
}

export interface ExploratorySessionTable {
  /** Chosen by whoever created it. */
  id: string
  project_id: number
  title: string
  description: Generated<string>
  explore: Generated<string>
  explore_with: Generated<string>
  to_discover: Generated<string>
  assignee_id: number | null
  /** May be a deleted one. */
  milestone_id: number | null
  environment_id: number | null
  configurations: JsonWithDefault<SelectedConfiguration[]>
  requirements: JsonWithDefault<string[]>
  time_box_minutes: number | null
  created_by: number
  created_at: Times
  closed_at: MaybeTime
  closed_by: number | null
  observations: Generated<number>
  types: JsonWithDefault<Pick<TypeCount, 'typeId' | 'observations' | 'elapsedMillis'>[]>
  /** What the observations add up to. */
  observed_ms: Generated<number>
  /** What the clock's stretches add up to. */
  recorded_ms: Generated<number>
  /** The larger of the two. */
  elapsed_ms: GeneratedAlways<number>
  /** Clocks that run, as far as devices have told. */
  running: Generated<number>
  revision: Generated<number>
  /** What a search looks at, in lower case. */
  words: GeneratedAlways<string>
}

export interface ExploratoryStretchTable {
  session_id: string
  stretch_id: string
  person_id: number | null
  elapsed_ms: number
  is_running: boolean
  heard_at: Generated<Date>
}

export interface ObservationTable {
  id: string
  session_id: string
  place: GeneratedAlways<number>
  /** May be a deleted one. */
  type_id: number
  description: string
  elapsed_ms: number | null
  clock_ms: number | null
  issue_id: string | null
  issue_type: LinkType | null
  improvement_id: string | null
  improvement_type: LinkType | null
  created_by: number
  created_at: Times
  modified_by: number
  modified_at: Times
}

export interface ObservationFileTable {
  id: string
  project_id: number
  name: string
  /** As its sender said; once it is complete, `file` knows better. */
  content_type: string
  size_bytes: number
  received_bytes: Generated<number>
  /** Names of the pieces that have arrived, in their order; empty once it is complete. */
  pieces: Generated<string[]>
  /** Null until it is complete. */
  file_hash: string | null
  created_by: number | null
  created_at: CreatedAt
}

export interface ObservationFileUseTable {
  observation_id: string
  file_id: string
  position: number
}

export interface ExploratoryCommandTable {
  key: string
  project_id: number
  person_id: number
  /** The one that it made or changed. */
  observation_id: string | null
  carried_out_at: Generated<Date>
}

/** Tables of exploratory sessions. */
export interface ExploratoryTables {
  deleted_setting: DeletedSettingTable
  exploratory_session: ExploratorySessionTable
  exploratory_stretch: ExploratoryStretchTable
  observation: ObservationTable
  observation_file: ObservationFileTable
  observation_file_use: ObservationFileUseTable
  exploratory_command: ExploratoryCommandTable
}
