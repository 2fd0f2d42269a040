import type { ProjectUsage } from '../../contract/workspace/usage.ts'
import type { CaseTables } from './cases-schema.ts'
import type { ResultImportTables } from './imports-schema.ts'
import type { ExploratoryTables } from './exploratory-schema.ts'
import type { IntegrationTables } from './integrations-schema.ts'
import type { RequirementTables } from './requirements-schema.ts'
import type { LauncherTables } from './launchers-schema.ts'
import type { NotificationTables } from './notifications-schema.ts'
import type { RunTables } from './runs-schema.ts'
import type { AuditTables } from './audit-schema.ts'
import type { PeopleTables } from './people-schema.ts'
import type { PublicTables } from './public-schema.ts'
import type { SingleSignOnTables } from './single-sign-on-schema.ts'
import type { SettingsTables } from './settings-schema.ts'
import type { SavedFilterTables } from './saved-filters-schema.ts'
import type { CreatedIssueTables } from './created-issues-schema.ts'
import type { LaunchVisitTables } from './launch-visits-schema.ts'
import type { QuarantineTables } from './quarantine-schema.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Feature, Role } from '../../contract/access.ts'
import type { LaunchArguments } from '../../contract/launchers/start.ts'
import type { TestCaseLink } from '../../contract/launches/launch-tests.ts'
import type { Label, LaunchStatus, TestStatus } from '../../contract/launches/launches.ts'

/** jsonb: parsed when read, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>
export type Times = ColumnType<Date, Date | string, Date | string>
export type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type CreatedAt = ColumnType<Date, Date | string | undefined, never>

export interface WorkspaceTable {
  id: number
  name: string
  tenant: string
  features: Json<Feature[]>
  projects_limit: number | null
  /** Null for no limit. */
  seats: Generated<number | null>
  read_only_seats: Generated<number | null>
  second_factor_required: Generated<boolean>
  second_factor_exempts_sso: Generated<boolean>
  password_least: Generated<number>
  refuses_common_passwords: Generated<boolean>
  logo_hash: Generated<string | null>
  billing_contact: Generated<string | null>
  created_at: CreatedAt
}

export interface WorkspaceUsageTable {
  id: 1
  counted_at: Times
  projects: Json<ProjectUsage[]>
  stored: Json<{ fileBytes: number; files: number }>
}

export interface SessionTable {
  id: Generated<string>
  person_id: number
  secret: Buffer
  refresh_hash: Buffer
  previous_hash: Buffer | null
  rotated_at: ColumnType<Date, Date | undefined, Date>
  created_at: CreatedAt
  expires_at: Times
  /** Whether a second factor was verified, at sign-in or later. */
  second_factor: Generated<boolean>
  user_agent: string | null
  address: string | null
}

export interface UsedRefreshTokenTable {
  hash: Buffer
  session_id: string
}

export interface AccessTokenTable {
  id: GeneratedAlways<number>
  person_id: number
  name: string
  hash: Buffer
  expires_at: MaybeTime
  last_used_at: MaybeTime
  /** Only for tokens of launches: the one project that it may report to, and its attempt. */
  project_id: number | null
  execution_id: number | null
  created_at: CreatedAt
}

export interface AuthTokenTable {
  hash: Buffer
  person_id: number
  session_id: string | null
  access_token_id: number | null
  expires_at: Times
}

export interface PasswordResetTable {
  hash: Buffer
  person_id: number
  expires_at: Times
}

export interface ProjectTable {
  id: GeneratedAlways<number>
  key: string
  name: string
  logo_url: string | null
  /** Hash of the uploaded logo. */
  logo_hash: Generated<string | null>
  lead_id: number | null
  publicly_accessible: Generated<boolean>
  launches_total: Generated<number>
  /** Number of the newest launch; 0 before the first. */
  last_launch_number: Generated<number>
  created_at: CreatedAt
}

export interface ProjectMemberTable {
  project_id: number
  person_id: number
  role: Role
  created_at: CreatedAt
}

export interface StarredProjectTable {
  person_id: number
  project_id: number
}

export interface IdempotencyKeyTable {
  person_id: number
  key: string
  /** Hash of method, address and body. */
  request: string
  /** Null until the call has been answered. */
  answer: ColumnType<unknown, string | null | undefined, string | null>
  created_at: CreatedAt
}

export interface LaunchTable {
  id: GeneratedAlways<number>
  project_id: number
  /** Number shown to users: 1, 2, 3 … within the project. */
  number: number
  uuid: string
  name: string
  status: LaunchStatus
  framework: string | null
  environment: string | null
  build: string | null
  treat_skips_as_failures: Generated<boolean>
  browser: string | null
  browser_version: string | null
  platform: string | null
  platform_version: string | null
  locale: string | null
  milestone: ColumnType<{ id?: number; name: string } | null, string | null | undefined, string | null>
  suite_name: string | null
  labels: JsonWithDefault<Label[]>
  refs: JsonWithDefault<{ name: string; value: string }[]>
  ci: ColumnType<
    { ciType: string; envVariables: Record<string, string> } | null,
    string | null | undefined,
    string | null
  >
  notifications: ColumnType<unknown, string | null | undefined, string | null>
  tcm: JsonWithDefault<Record<string, unknown>>
  started_by: number | null
  started_at: Times
  ended_at: MaybeTime
  /** What ended it. A launch ended by a user stays ended, whatever its agent reports later. */
  ended_by: 'agent' | 'person' | 'silence' | 'engine' | null
  /** When an agent last reported anything. */
  heard_at: ColumnType<Date, Date | undefined, Date>
  /** Its end before it was queued again; null once its agent continues it. */
  paused_at: MaybeTime
  /** Between its ends and its continuations. */
  paused_ms: Generated<number>
  reviewed: Generated<boolean>
  reviewed_by: number | null
  reviewed_at: Date | null
  comments: string | null
  /** Null for launches that no launcher started. */
  first_launch_id: number | null
  launch_arguments: ColumnType<LaunchArguments | null, string | null | undefined, string | null>
  passed: Generated<number>
  passed_manually: Generated<number>
  failed: Generated<number>
  failed_as_known: Generated<number>
  skipped: Generated<number>
  blocked: Generated<number>
  aborted: Generated<number>
  in_progress: Generated<number>
  created_at: CreatedAt
}

export interface TestTable {
  id: GeneratedAlways<number>
  launch_id: number
  project_id: number
  name: string
  class_name: string | null
  method_name: string | null
  arguments_index: number | null
  /** Hash of class, method and arguments index: identifies the same test across launches. */
  identity: string | null
  correlation_data: string | null
  owner: string | null
  maintainer_id: number | null
  status: TestStatus
  passed_manually: Generated<boolean>
  headless: Generated<boolean>
  /** Full text of the failure. */
  reason: string | null
  /** Its beginning, for lists and messages. */
  message: string | null
  /** Fingerprint: hash of the failure without the parts that vary between runs; tests with the same cause share it. */
  failure_key: string | null
  failure_label: string | null
  /** Applies to failed tests; other results keep the value of an earlier failure. */
  failure_tag_id: number | null
  /** Whether the tag was assigned automatically and awaits confirmation. */
  failure_tag_feedback: Generated<boolean>
  issue_id: string | null
  labels: JsonWithDefault<Label[]>
  refs: JsonWithDefault<{ name: string; value: string }[]>
  test_cases: JsonWithDefault<TestCaseLink[]>
  test_groups: JsonWithDefault<string[]>
  attempt: Generated<number>
  sessions_count: Generated<number>
  artifacts_count: Generated<number>
  started_at: Times
  ended_at: MaybeTime
}

/** Decisions of users about failures with one cause. */
export interface FailureCauseTable {
  project_id: number
  key: string
  /** Key of the cause that it was merged into. */
  root_key: string | null
  merged_by: number | null
  merged_at: MaybeTime
  /** Tag that users assigned last. */
  tag_id: number | null
  tagged_by: number | null
  tagged_at: MaybeTime
  tagged_launch_id: number | null
}

export interface TestAttemptTable {
  test_id: number
  attempt: number
  status: TestStatus
  reason: string | null
  started_at: Times
  ended_at: MaybeTime
}

export interface TestSessionTable {
  id: GeneratedAlways<number>
  launch_id: number
  session_id: string
  status: 'RUNNING' | 'COMPLETED' | 'FAILED'
  failure_reason: string | null
  desired_capabilities: ColumnType<unknown, string | null | undefined, string | null>
  capabilities: ColumnType<unknown, string | null | undefined, string | null>
  initiated_at: MaybeTime
  started_at: MaybeTime
  ended_at: MaybeTime
}

export interface TestSessionTestTable {
  test_session_id: number
  test_id: number
}

export interface LogLineTable {
  id: GeneratedAlways<number>
  test_id: number
  attempt: number
  /** Epoch ms by the agent's clock. */
  at: number
  level: string
  message: string
}

export interface FileTable {
  hash: string
  size_bytes: number
  content_type: string
  /** When it was last uploaded. */
  created_at: ColumnType<Date, Date | undefined, Date>
}

export interface ArtifactTable {
  id: GeneratedAlways<number>
  public_id: Generated<string>
  launch_id: number
  test_id: number | null
  test_session_id: number | null
  kind: 'file' | 'screenshot' | 'video'
  name: string
  file_hash: string
  attempt: Generated<number>
  /** Epoch ms when it was taken, otherwise when it arrived. */
  at: number
  created_at: CreatedAt
}

/** All tables except those of the event log (`events-schema.ts`) and those of areas with a file of their own. */
export interface ProductTables
  extends
    PeopleTables,
    SingleSignOnTables,
    IntegrationTables,
    AuditTables,
    SettingsTables,
    CaseTables,
    ExploratoryTables,
    RequirementTables,
    RunTables,
    ResultImportTables,
    LauncherTables,
    NotificationTables,
    PublicTables,
    SavedFilterTables,
    LaunchVisitTables,
    QuarantineTables,
    CreatedIssueTables {
  workspace: WorkspaceTable
  workspace_usage: WorkspaceUsageTable
  session: SessionTable
  used_refresh_token: UsedRefreshTokenTable
  access_token: AccessTokenTable
  auth_token: AuthTokenTable
  password_reset: PasswordResetTable
  project: ProjectTable
  project_member: ProjectMemberTable
  starred_project: StarredProjectTable
  idempotency_key: IdempotencyKeyTable
  launch: LaunchTable
  test: TestTable
  failure_cause: FailureCauseTable
  test_attempt: TestAttemptTable
  test_session: TestSessionTable
  test_session_test: TestSessionTestTable
  log_line: LogLineTable
  file: FileTable
  artifact: ArtifactTable
}
