import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ImportMapping, ImportOutcome } from '../../contract/cases/import.ts'
import type { Done } from '../../contract/cases/operations.ts'
import type { CaseModel, GeneratedContent, ModelFormat, ModelOptions } from '../../contract/models/models.ts'
import type { Attachment, CaseStep, Step } from '../../contract/cases/steps.ts'
import type { CreatedAt, Json, JsonWithDefault, MaybeTime, Times } from './schema.ts'

export interface RepositoryTable {
  project_id: number
  /** Number of the project's next case. */
  next_number: Generated<number>
  /** Greater than every position in the project. */
  next_position: Generated<number>
}

/** Cases suggested by the assistant in a calendar month (`2026-11`), for the whole workspace. */
export interface AiUsageTable {
  month: string
  used: number
}

export interface SuiteTable {
  id: GeneratedAlways<number>
  project_id: number
  parent_id: number | null
  title: string
  description: Generated<string>
  position: number
  /** Cases directly in the suite, without those in the trash bin. Maintained by a trigger. */
  case_count: Generated<number>
  created_by: number | null
  created_at: CreatedAt
  updated_at: Generated<Date>
  deleted_at: MaybeTime
}

export interface TestCaseTable {
  id: GeneratedAlways<number>
  project_id: number
  /** Unique within the project. */
  number: number
  title: string
  suite_id: number | null
  position: Generated<number>
  draft: Generated<boolean>
  deprecated: Generated<boolean>
  priority_id: number | null
  automation_state_id: number | null
  description: Generated<string>
  pre_conditions: Generated<string>
  post_conditions: Generated<string>
  steps: JsonWithDefault<CaseStep[]>
  attachments: JsonWithDefault<Attachment[]>
  /** Values by field id; fields without a value have no entry. */
  field_values: JsonWithDefault<Record<string, unknown>>
  version: Generated<number>
  created_by: number | null
  created_at: CreatedAt
  updated_by: number | null
  updated_at: Generated<Date>
  deleted_at: MaybeTime
  deleted_by: number | null
  /** Id of the case that replaced it in another project; it is then hidden and not in the trash bin. */
  moved_to: number | null
  /** Key in the imported file. */
  imported_key: string | null
  /** All its texts, folded as `foldText` does. */
  search_text: GeneratedAlways<string>
}

export interface TestCaseVersionTable {
  case_id: number
  version: number
  saved_by: number | null
  saved_at: Times
  /** `CaseVersion.content` of the contract. */
  content: Json<Record<string, unknown>>
}

export interface SharedStepsTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  steps: Json<Step[]>
  /** The texts of the steps, folded as `foldText` does. */
  search_text: GeneratedAlways<string>
  version: Generated<number>
  created_by: number | null
  created_at: CreatedAt
  updated_at: Generated<Date>
}

export interface TestCaseSharedStepsTable {
  shared_steps_id: number
  case_id: number
}

export interface AttachmentTable {
  id: Generated<string>
  project_id: number
  file_hash: string
  name: string
  created_by: number | null
  created_at: CreatedAt
}

export interface AttachmentUseTable {
  attachment_id: string
  case_id: number | null
  shared_steps_id: number | null
}

export interface CaseOperationTable {
  id: string
  project_id: number
  person_id: number | null
  kind:
    | 'move'
    | 'move-to-project'
    | 'clone'
    | 'delete'
    | 'edit'
    | 'create'
    | 'move-suite'
    | 'clone-suite'
    | 'delete-suite'
    | 'import'
  /** Data of its kind that undo needs besides the items. */
  undo: JsonWithDefault<Record<string, unknown>>
  created_at: CreatedAt
  undone_at: MaybeTime
}

export interface CaseOperationItemTable {
  operation_id: string
  case_id: number
  before: Json<Record<string, unknown> | null>
  version_after: number
}

export interface CaseImportTable {
  id: Generated<string>
  project_id: number
  person_id: number
  file_hash: string
  name: string
  size_bytes: number
  format: 'csv' | 'xlsx' | 'markdown' | 'testrail-xml'
  /** Null until the import has ended. */
  outcome: ColumnType<ImportOutcome | null, string | undefined, string>
  created_at: CreatedAt
}

export interface CaseImportMappingTable {
  project_id: number
  /** Hash of the column names. */
  columns: string
  mapping: Json<ImportMapping>
  used_at: Generated<Date>
}

export interface CaseOperationPartTable {
  operation_id: string
  part: number
  project_id: number
  person_id: number
  answer: Json<Done> | null
  created_at: CreatedAt
}

export interface CaseModelTable {
  suite_id: number
  project_id: number
  format: ModelFormat
  source: string
  model: Json<CaseModel>
  options: Json<ModelOptions>
  version: Generated<number>
  updated_by: number | null
  updated_at: Generated<Date>
}

export interface CaseModelCaseTable {
  case_id: number
  suite_id: number
  path_key: string
  transition_ids: Json<string[]>
  /** Content as the model generated it last; any difference was edited by a user. */
  content: Json<GeneratedContent>
  obsolete: Generated<boolean>
}

/** Tables of the test case repository. */
export interface CaseTables {
  repository: RepositoryTable
  suite: SuiteTable
  test_case: TestCaseTable
  test_case_version: TestCaseVersionTable
  shared_steps: SharedStepsTable
  test_case_shared_steps: TestCaseSharedStepsTable
  attachment: AttachmentTable
  attachment_use: AttachmentUseTable
  case_operation: CaseOperationTable
  case_import: CaseImportTable
  case_import_mapping: CaseImportMappingTable
  case_operation_item: CaseOperationItemTable
  ai_usage: AiUsageTable
  case_operation_part: CaseOperationPartTable
  case_model: CaseModelTable
  case_model_case: CaseModelCaseTable
}
