import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { EntryIcon } from '../../contract/settings/case-attributes.ts'
import type { FailureTagValue } from '../../contract/settings/failure-tags.ts'
import type { CreatedAt, JsonWithDefault, MaybeTime } from './schema.ts'

export type HeldListName =
  | 'result-statuses'
  | 'observation-types'
  | 'failure-tags'
  | 'priorities'
  | 'automation-states'
  | 'test-case-fields'

export interface SettingsVersionTable {
  project_id: number
  list: HeldListName
  version: Generated<number>
  saved_by: number | null
  saved_at: MaybeTime
}

export interface ResultStatusTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  aliases: Generated<string>
  enabled: Generated<boolean>
  color_hex: string
  is_success: Generated<boolean>
  is_failure: Generated<boolean>
  is_completed: Generated<boolean>
  is_assignable: Generated<boolean>
  is_untested: Generated<boolean>
  position: number
}

export interface ObservationTypeTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  enabled: Generated<boolean>
  color_hex: string
  position: number
}

export interface FailureTagTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  value: FailureTagValue
  enabled: Generated<boolean>
  color_hex: string
  position: number
}

/** Row type of `priority` and `automation_state`. */
export interface CaseAttributeTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  icon: EntryIcon
  is_default: Generated<boolean>
  position: number
}

export interface TestCaseFieldTabTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  position: number
}

export interface TestCaseFieldTable {
  id: GeneratedAlways<number>
  project_id: number
  type: 'SYSTEM' | 'CUSTOM'
  name: string
  description: Generated<string>
  system_name: string
  data_type: string
  tab_id: number | null
  enabled: Generated<boolean>
  position: number
  value: JsonWithDefault<unknown>
}

export interface ConfigurationGroupTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  created_at: CreatedAt
}

export interface ConfigurationOptionTable {
  id: GeneratedAlways<number>
  group_id: number
  name: string
}

export interface EnvironmentTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  key: string
  description: Generated<string>
  deleted_at: MaybeTime
  created_at: CreatedAt
}

export interface VariableTable {
  id: GeneratedAlways<number>
  project_id: number
  /** Null for a variable of the project, which applies to all environments. */
  environment_id: number | null
  key: string
  secret: Generated<boolean>
  /** Null for a secret, whose value is in `encrypted_value`. */
  value: string | null
  encrypted_value: Buffer | null
  created_at: CreatedAt
}

export interface MilestoneTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  description: Generated<string>
  /** Dates as `YYYY-MM-DD`. */
  start_date: ColumnType<string | null, string | null | undefined, string | null>
  due_date: ColumnType<string | null, string | null | undefined, string | null>
  completed: Generated<boolean>
  created_at: CreatedAt
}

export interface RequirementSystemTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  key_prefix: string
  address: string
}

/** Tables of project settings. */
export interface SettingsTables {
  settings_version: SettingsVersionTable
  result_status: ResultStatusTable
  observation_type: ObservationTypeTable
  failure_tag: FailureTagTable
  priority: CaseAttributeTable
  automation_state: CaseAttributeTable
  test_case_field_tab: TestCaseFieldTabTable
  test_case_field: TestCaseFieldTable
  configuration_group: ConfigurationGroupTable
  configuration_option: ConfigurationOptionTable
  environment: EnvironmentTable
  variable: VariableTable
  milestone: MilestoneTable
  requirement_system: RequirementSystemTable
}
