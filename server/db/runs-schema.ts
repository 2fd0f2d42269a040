import type { Generated, GeneratedAlways } from 'kysely'
import type { ReportSuite } from '../../contract/cases/report.ts'
import type { StepResult } from '../../contract/runs/results.ts'
import type { RunCaseContent } from '../../contract/runs/run-cases.ts'
import type { ConfigurationGroup, SelectedConfiguration } from '../../contract/settings/configurations.ts'
import type { CreatedAt, Json, JsonWithDefault, MaybeTime, Times } from './schema.ts'

/** Last name of a deleted result status. */
export interface DeletedResultStatusTable {
  id: number
  project_id: number
  name: string
  color_hex: string
  is_success: boolean
  is_failure: boolean
  is_completed: boolean
}

/** Number of cases by status id (as text); `0` for cases without a result. */
export type StatusCounts = Record<string, number>

export interface TestPlanTable {
  id: GeneratedAlways<number>
  project_id: number
  title: string
  description: Generated<string>
  /** May refer to a deleted milestone. */
  milestone_id: number | null
  environment_id: number | null
  /** Groups with their chosen options. */
  configurations: JsonWithDefault<ConfigurationGroup[]>
  base_case_ids: JsonWithDefault<number[]>
  strategy: Generated<string>
  rules: JsonWithDefault<unknown[]>
  created_by: number
  created_at: CreatedAt
  closed_at: MaybeTime
  closed_by: number | null
  revision: Generated<number>
  words: GeneratedAlways<string>
}

export interface TestRunTable {
  id: GeneratedAlways<number>
  project_id: number
  plan_id: number | null
  inherits_base: Generated<boolean>
  title: string
  description: Generated<string>
  /** May refer to a deleted milestone. */
  milestone_id: number | null
  environment_id: number | null
  configurations: JsonWithDefault<SelectedConfiguration[]>
  requirements: JsonWithDefault<string[]>
  created_by: number
  created_at: CreatedAt
  closed_at: MaybeTime
  closed_by: number | null
  status_counts: JsonWithDefault<StatusCounts>
  /** Suites of its cases when they were added, in the order of the repository. */
  suites: JsonWithDefault<ReportSuite[]>
  revision: Generated<number>
  words: GeneratedAlways<string>
}

/** Contents of a snapshot besides its columns. */
export type SnapshotContent = Omit<
  RunCaseContent,
  'caseId' | 'key' | 'version' | 'takenAt' | 'title' | 'priorityId' | 'automationStateId'
>

export interface CaseSnapshotTable {
  id: GeneratedAlways<number>
  project_id: number
  case_id: number
  version: number
  shared_versions: JsonWithDefault<Record<string, number>>
  number: number
  title: string
  priority_id: number | null
  automation_state_id: number | null
  content: Json<SnapshotContent>
  taken_at: Generated<Date>
}

export interface CaseSnapshotAttachmentTable {
  snapshot_id: number
  attachment_id: string
}

export interface TestRunCaseTable {
  run_id: number
  case_id: number
  snapshot_id: number
  suite_id: number
  place: number
  assignee_id: number | null
  status_id: number | null
  attempts: Generated<number>
  last_result_id: string | null
  last_result_at: MaybeTime
  last_result_by: number | null
  is_automated: Generated<boolean>
  revision: Generated<number>
  removed_at: MaybeTime
}

export interface TestRunResultTable {
  id: string
  run_id: number
  case_id: number
  position: GeneratedAlways<number>
  status_id: number
  comment: Generated<string>
  duration_ms: number | null
  /** Without attachments, which are in `test_run_result_file`. */
  steps: JsonWithDefault<Omit<StepResult, 'attachments'>[]>
  defects: JsonWithDefault<string[]>
  case_version: number
  test_id: number | null
  is_automated: Generated<boolean>
  recorded_by: number | null
  at: Times
  recorded_at: Generated<Date>
  withdrawn_at: MaybeTime
}

export interface TestRunResultFileTable {
  result_id: string
  step_id: Generated<string>
  file_id: string
  position: number
}

export interface TestRunCommandTable {
  key: string
  project_id: number
  person_id: number
  carried_out_at: Generated<Date>
}

export interface TestRunPresenceTable {
  run_id: number
  person_id: number
  case_id: number | null
  seen_at: Generated<Date>
}

/** Tables of test runs. */
export interface RunTables {
  deleted_result_status: DeletedResultStatusTable
  test_plan: TestPlanTable
  test_run: TestRunTable
  case_snapshot: CaseSnapshotTable
  case_snapshot_attachment: CaseSnapshotAttachmentTable
  test_run_case: TestRunCaseTable
  test_run_result: TestRunResultTable
  test_run_result_file: TestRunResultFileTable
  test_run_command: TestRunCommandTable
  test_run_presence: TestRunPresenceTable
}
