// Generated from the migrated database by `npx vitest run --project server tests/server/db/schema.test.ts -u`. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'
import type { ColumnTypes, Json, JsonWithDefault, Timestamp, TimestampWithDefault } from './column-types.ts'

export interface AccessTokenTable {
  id: GeneratedAlways<number>
  user_id: number
  name: string
  hash: Buffer
  expires_at: Timestamp | null
  last_used_at: Timestamp | null
  project_id: number | null
  execution_id: number | null
  created_at: TimestampWithDefault
  scope: Generated<string>
  purpose: Generated<string>
  created_by: number | null
}

export interface AiUsageTable {
  month: string
  used: number
}

export interface ArtifactTable {
  id: GeneratedAlways<number>
  public_id: Generated<string>
  launch_id: number
  test_id: number | null
  test_session_id: number | null
  kind: ColumnTypes['artifact.kind']
  name: string
  file_hash: string
  attempt: Generated<number>
  at: number
  created_at: TimestampWithDefault
  step: number | null
}

export interface AttachmentTable {
  id: Generated<string>
  project_id: number
  file_hash: string
  name: string
  created_by: number | null
  created_at: TimestampWithDefault
}

export interface AttachmentUseTable {
  attachment_id: string
  case_id: number | null
  shared_steps_id: number | null
}

export interface AuditEntryTable {
  id: GeneratedAlways<number>
  event_uid: string
  at: Timestamp
  user_id: number | null
  actor: string | null
  type: string
  stream: string
  subject: string
  payload: Json<unknown>
  address: string | null
  hash: Buffer
}

export interface AuditHeadTable {
  id: number
  hash: Buffer
  pruned_hash: Buffer
}

export interface AuthTokenTable {
  hash: Buffer
  user_id: number
  session_id: string | null
  access_token_id: number | null
  expires_at: Timestamp
}

export interface AutomationStateTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  icon: ColumnTypes['automation_state.icon']
  is_default: Generated<boolean>
  position: number
}

export interface BadgeTokenTable {
  project_id: number
  token: string
  created_at: TimestampWithDefault
}

export interface CaseImportTable {
  id: Generated<string>
  project_id: number
  user_id: number
  file_hash: string
  name: string
  size_bytes: number
  format: ColumnTypes['case_import.format']
  outcome: Json<ColumnTypes['case_import.outcome']> | null
  created_at: TimestampWithDefault
}

export interface CaseImportMappingTable {
  project_id: number
  columns: string
  mapping: Json<ColumnTypes['case_import_mapping.mapping']>
  used_at: TimestampWithDefault
}

export interface CaseModelTable {
  suite_id: number
  project_id: number
  format: ColumnTypes['case_model.format']
  source: string
  model: Json<ColumnTypes['case_model.model']>
  options: Json<ColumnTypes['case_model.options']>
  version: Generated<number>
  updated_by: number | null
  updated_at: TimestampWithDefault
}

export interface CaseModelCaseTable {
  case_id: number
  suite_id: number
  path_key: string
  transition_ids: Json<ColumnTypes['case_model_case.transition_ids']>
  content: Json<ColumnTypes['case_model_case.content']>
  obsolete: Generated<boolean>
}

export interface CaseOperationTable {
  id: string
  project_id: number
  user_id: number | null
  kind: ColumnTypes['case_operation.kind']
  undo: JsonWithDefault<ColumnTypes['case_operation.undo']>
  created_at: TimestampWithDefault
  undone_at: Timestamp | null
}

export interface CaseOperationItemTable {
  operation_id: string
  case_id: number
  before: Json<ColumnTypes['case_operation_item.before']> | null
  version_after: number
}

export interface CaseOperationPartTable {
  operation_id: string
  part: number
  project_id: number
  user_id: number
  answer: Json<ColumnTypes['case_operation_part.answer']> | null
  created_at: TimestampWithDefault
}

export interface CaseSnapshotTable {
  id: GeneratedAlways<number>
  project_id: number
  case_id: number
  version: number
  shared_versions: JsonWithDefault<ColumnTypes['case_snapshot.shared_versions']>
  number: number
  title: string
  priority_id: number | null
  automation_state_id: number | null
  content: Json<ColumnTypes['case_snapshot.content']>
  taken_at: TimestampWithDefault
}

export interface CaseSnapshotAttachmentTable {
  snapshot_id: number
  attachment_id: string
}

export interface ConfigurationGroupTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  created_at: TimestampWithDefault
}

export interface ConfigurationOptionTable {
  id: GeneratedAlways<number>
  group_id: number
  name: string
}

export interface CreatedIssueTable {
  operation_id: string
  project_id: number
  user_id: number | null
  tracker: ColumnTypes['created_issue.tracker']
  target: string
  type: string
  title: string
  issue_id: string | null
  started_at: TimestampWithDefault
}

export interface DeletedResultStatusTable {
  id: number
  project_id: number
  name: string
  color_hex: string
  is_success: boolean
  is_failure: boolean
  is_completed: boolean
}

export interface DeletedSettingTable {
  kind: ColumnTypes['deleted_setting.kind']
  id: number
  project_id: number
  name: string
  color_hex: string | null
}

export interface EnvironmentTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  key: string
  description: Generated<string>
  deleted_at: Timestamp | null
  created_at: TimestampWithDefault
}

export interface EventTable {
  id: GeneratedAlways<number>
  uid: Generated<string>
  xid: Generated<string>
  stream: string
  sequence: number
  type: string
  payload: Json<unknown>
  project_id: number | null
  user_id: number | null
  at: TimestampWithDefault
}

export interface EventStreamTable {
  stream: string
  sequence: number
  pruned: Generated<number>
}

export interface ExploratoryCommandTable {
  key: string
  project_id: number
  user_id: number
  observation_id: string | null
  carried_out_at: TimestampWithDefault
}

export interface ExploratorySessionTable {
  id: string
  project_id: number
  title: string
  description: Generated<string>
  explore: Generated<string>
  explore_with: Generated<string>
  to_discover: Generated<string>
  assignee_id: number | null
  milestone_id: number | null
  environment_id: number | null
  configurations: JsonWithDefault<ColumnTypes['exploratory_session.configurations']>
  requirements: JsonWithDefault<ColumnTypes['exploratory_session.requirements']>
  time_box_minutes: number | null
  created_by: number
  created_at: Timestamp
  closed_at: Timestamp | null
  closed_by: number | null
  observations: Generated<number>
  types: JsonWithDefault<ColumnTypes['exploratory_session.types']>
  observed_ms: Generated<number>
  recorded_ms: Generated<number>
  elapsed_ms: GeneratedAlways<number | null>
  running: Generated<number>
  revision: Generated<number>
  words: GeneratedAlways<string | null>
}

export interface ExploratoryStretchTable {
  session_id: string
  stretch_id: string
  user_id: number | null
  elapsed_ms: number
  is_running: boolean
  heard_at: TimestampWithDefault
}

export interface FailureCauseTable {
  project_id: number
  key: string
  root_key: string | null
  merged_by: number | null
  merged_at: Timestamp | null
  tag_id: number | null
  tagged_by: number | null
  tagged_at: Timestamp | null
  tagged_launch_id: number | null
}

export interface FailureTagTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  value: ColumnTypes['failure_tag.value']
  enabled: Generated<boolean>
  color_hex: string
  position: number
}

export interface FileTable {
  hash: string
  size_bytes: number
  content_type: string
  created_at: TimestampWithDefault
}

export interface FlakySettingsTable {
  project_id: number
  window_days: ColumnTypes['flaky_settings.window_days']
  min_retries: number | null
  min_flips: number | null
  min_commit_flips: number | null
  max_failed_share: number
  quarantines: boolean
  quarantine_days: number
  release_after: number
  max_quarantined_share: number
  looked_at: Timestamp | null
}

export interface GitHostTable {
  id: GeneratedAlways<number>
  project_id: number
  key: Generated<string>
  kind: ColumnTypes['git_host.kind']
  url: string
  token: Buffer
  token_entered_at: TimestampWithDefault
  repositories: Json<ColumnTypes['git_host.repositories']>
  is_on: boolean
  comments: boolean
  statuses: boolean
}

export interface GitRepositoryTable {
  id: GeneratedAlways<number>
  project_id: number
  provider: ColumnTypes['git_repository.provider']
  provider_side_id: string | null
  name: string
  url: string
  html_url: string | null
  username: string | null
  token: Buffer | null
  credentials_version: Generated<number>
  via_oauth: Generated<boolean>
  owner_id: number | null
  added_by: number | null
  verified: Generated<boolean>
  problem: ColumnTypes['git_repository.problem'] | null
  checked_at: Timestamp | null
  created_at: TimestampWithDefault
}

export interface IdempotencyKeyTable {
  user_id: number
  key: string
  request: string
  answer: Json<unknown> | null
  created_at: TimestampWithDefault
}

export interface IdentityProviderTable {
  id: GeneratedAlways<number>
  type: Generated<ColumnTypes['identity_provider.type']>
  client_id: string | null
  client_secret: Buffer | null
  scopes: Generated<string>
  logo_hash: string | null
  name: string
  metadata_name: string
  metadata_content: string
  metadata_url: string | null
  metadata_read_at: TimestampWithDefault
  uploaded_certificates: JsonWithDefault<ColumnTypes['identity_provider.uploaded_certificates']>
  entity_id: string
  sso_url: string
  slo_url: string | null
  certificates: Json<ColumnTypes['identity_provider.certificates']>
  signs_requests: boolean
  allows_idp_initiated: boolean
  creates_people: boolean
  group_id: number | null
  group_attribute: string
  group_mapping: JsonWithDefault<ColumnTypes['identity_provider.group_mapping']>
  removes_groups: boolean
  links_by_email: boolean
  trusted: boolean
  created_at: TimestampWithDefault
}

export interface IntegrationTable {
  key: ColumnTypes['integration.key']
  enabled: boolean
  field_values: Json<ColumnTypes['integration.field_values']>
  secrets: Buffer
  secrets_entered: Json<ColumnTypes['integration.secrets_entered']>
  revision: Generated<number>
  checked_at: Timestamp | null
  check_problem: string | null
  check_account: string | null
  created_at: TimestampWithDefault
}

export interface InvitationTable {
  user_id: number
  token_hash: Buffer
  invited_by: number | null
  expires_at: Timestamp
  accepted_at: Timestamp | null
  created_at: TimestampWithDefault
}

export interface LaunchTable {
  id: GeneratedAlways<number>
  project_id: number
  number: number
  uuid: string
  name: string
  status: ColumnTypes['launch.status']
  framework: string | null
  environment: string | null
  build: string | null
  treat_skips_as_failures: Generated<boolean>
  browser: string | null
  browser_version: string | null
  platform: string | null
  platform_version: string | null
  locale: string | null
  milestone: Json<ColumnTypes['launch.milestone']> | null
  suite_name: string | null
  labels: JsonWithDefault<ColumnTypes['launch.labels']>
  refs: JsonWithDefault<ColumnTypes['launch.refs']>
  ci: Json<ColumnTypes['launch.ci']> | null
  notifications: Json<unknown> | null
  tcm: JsonWithDefault<ColumnTypes['launch.tcm']>
  started_by: number | null
  started_at: Timestamp
  ended_at: Timestamp | null
  ended_by: ColumnTypes['launch.ended_by'] | null
  heard_at: TimestampWithDefault
  paused_at: Timestamp | null
  paused_ms: Generated<number>
  reviewed: Generated<boolean>
  reviewed_by: number | null
  reviewed_at: Timestamp | null
  comments: string | null
  first_launch_id: number | null
  launch_arguments: Json<ColumnTypes['launch.launch_arguments']> | null
  passed: Generated<number>
  passed_manually: Generated<number>
  failed: Generated<number>
  failed_as_known: Generated<number>
  skipped: Generated<number>
  blocked: Generated<number>
  aborted: Generated<number>
  in_progress: Generated<number>
  created_at: TimestampWithDefault
  origin: JsonWithDefault<ColumnTypes['launch.origin']>
  words: GeneratedAlways<string | null>
  build_key: string | null
  shards: Json<ColumnTypes['launch.shards']> | null
  pinned: Generated<boolean>
  has_console: Generated<boolean>
}

export interface LaunchDeletionTable {
  launch_id: number
  deleted_at: TimestampWithDefault
}

export interface LaunchEndingTable {
  id: GeneratedAlways<number>
  project_id: number
  launch_id: number
  status: ColumnTypes['launch_ending.status']
  handled: Generated<boolean>
  at: TimestampWithDefault
  is_published: Generated<boolean>
}

export interface LaunchExecutionTable {
  id: GeneratedAlways<number>
  launch_id: number
  project_id: number
  repository_id: number | null
  launcher_id: number | null
  preset_id: number | null
  state: Generated<ColumnTypes['launch_execution.state']>
  attempt: Generated<number>
  priority: Generated<number>
  config: Json<ColumnTypes['launch_execution.config']>
  run_context: Json<ColumnTypes['launch_execution.run_context']>
  started_via: ColumnTypes['launch_execution.started_via']
  queued_at: TimestampWithDefault
  attempt_uuid: Generated<string>
  worker: string | null
  worker_name: string | null
  lease: string | null
  begun_at: Timestamp | null
  lease_until: Timestamp | null
  lost_workers: Generated<number>
  driver: ColumnTypes['launch_execution.driver'] | null
  commit: string | null
  started_at: Timestamp | null
  cloned_at: Timestamp | null
  command_ended_at: Timestamp | null
  ended_at: Timestamp | null
  exit_code: number | null
  end_reason: string | null
  error_lines: Generated<number>
  warning_lines: Generated<number>
  cloned_lines: number | null
  begun_lines: number | null
  command_ended_lines: number | null
  output_characters: Generated<number>
}

export interface LaunchLabelTable {
  launch_id: number
  project_id: number
  key: string
  value: string
}

export interface LaunchOutputTable {
  execution_id: number
  place: number
  at: Timestamp
  line: string
  is_error: Generated<boolean>
  is_warning: Generated<boolean>
}

export interface LaunchScheduleTable {
  id: GeneratedAlways<number>
  project_id: number
  preset_id: number
  place: number
  cron: string
  timezone: string
  status: Generated<ColumnTypes['launch_schedule.status']>
  next_run_at: Timestamp | null
  created_by: number | null
  version: Generated<number>
  paused_at: Timestamp | null
  paused_by: number | null
  created_at: TimestampWithDefault
}

export interface LaunchScheduleRunTable {
  schedule_id: number
  due_at: Timestamp
  lease_until: Timestamp | null
  launch_id: number | null
  problem: string | null
}

export interface LaunchShareTable {
  project_id: number
  most: number | null
  served_at: Timestamp | null
}

export interface LaunchStorageTable {
  launch_id: number
  project_id: number
  log_lines: number
  log_bytes: number
  attachments: number
  attachment_bytes: number
  videos: number
  video_bytes: number
  counted_at: Timestamp
  packed_report_at: Timestamp | null
  packing_until: Timestamp | null
}

export interface LaunchVisitTable {
  user_id: number
  launch_id: number
  sequence: number
  left_at: Timestamp
  since_sequence: number | null
  since_at: Timestamp | null
}

export interface LaunchWebhookTable {
  id: GeneratedAlways<number>
  project_id: number
  preset_id: number
  key: string
  name: string
  secret: Buffer | null
  author_id: number | null
  last_trigger_at: Timestamp | null
  created_at: TimestampWithDefault
}

export interface LaunchWebhookDeliveryTable {
  id: GeneratedAlways<number>
  webhook_id: number
  sender_key: string | null
  event: string | null
  is_test: Generated<boolean>
  status: number | null
  reason: Generated<string>
  launch_id: number | null
  at: TimestampWithDefault
}

export interface LaunchWorkerTable {
  id: string
  token_id: number | null
  name: string
  labels: Json<ColumnTypes['launch_worker.labels']>
  concurrency: number
  drivers: Json<ColumnTypes['launch_worker.drivers']>
  seen_at: TimestampWithDefault
  is_lost: Generated<boolean>
}

export interface LauncherTable {
  id: GeneratedAlways<number>
  project_id: number
  repository_id: number
  name: string
  config: Json<ColumnTypes['launcher.config']>
  version: Generated<number>
  created_by: number | null
  created_at: TimestampWithDefault
}

export interface LauncherPresetTable {
  id: GeneratedAlways<number>
  project_id: number
  launcher_id: number
  name: string
  config: Json<ColumnTypes['launcher_preset.config']>
  version: Generated<number>
  created_by: number | null
  created_at: TimestampWithDefault
}

export interface LauncherSecretTable {
  id: string
  project_id: number
  value: Buffer
  created_at: TimestampWithDefault
}

export interface LogFrameTable {
  launch_id: number
  first_test_id: number
  first_attempt: number
  first_at: number
  first_id: number
  last_test_id: number
  last_attempt: number
  last_at: number
  last_id: number
  line_count: number
  file_hash: string
  first_byte: number
  size_bytes: number
}

export interface LogLineTable {
  id: GeneratedAlways<number>
  test_id: number
  attempt: number
  at: number
  level: string
  message: string
}

export interface MilestoneTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  description: Generated<string>
  start_date: string | null
  due_date: string | null
  completed: Generated<boolean>
  created_at: TimestampWithDefault
}

export interface NotificationDeliveryTable {
  id: GeneratedAlways<number>
  project_id: number
  rule_id: number | null
  sender: ColumnTypes['notification_delivery.sender'] | null
  sender_name: Generated<string>
  target: ColumnTypes['notification_delivery.target'] | null
  destination: Generated<string>
  ending_id: number | null
  launch_id: number | null
  about: ColumnTypes['notification_delivery.about']
  message_id: Generated<string>
  body: string
  state: ColumnTypes['notification_delivery.state']
  attempts: Generated<number>
  next_at: Timestamp | null
  lease_until: Timestamp | null
  status: number | null
  duration_ms: number | null
  reason: Generated<string>
  response: Generated<string>
  at: TimestampWithDefault
}

export interface NotificationRuleTable {
  id: GeneratedAlways<number>
  project_id: number
  key: Generated<string>
  name: string
  is_on: Generated<boolean>
  condition: ColumnTypes['notification_rule.condition']
  suite: Generated<string>
  environment: Generated<string>
  label_key: Generated<string>
  label_value: Generated<string>
  target: ColumnTypes['notification_rule.target']
  channel: Generated<string>
  recipients: JsonWithDefault<ColumnTypes['notification_rule.recipients']>
  address: Buffer | null
  address_host: string | null
  signing_secret: Buffer | null
  created_at: TimestampWithDefault
}

export interface NotifiedFailureTable {
  launch_id: number
  test_id: number
  attempt: number
  at: TimestampWithDefault
}

export interface ObservationTable {
  id: string
  session_id: string
  place: GeneratedAlways<number>
  type_id: number
  description: string
  elapsed_ms: number | null
  clock_ms: number | null
  issue_id: string | null
  issue_type: ColumnTypes['observation.issue_type'] | null
  improvement_id: string | null
  improvement_type: ColumnTypes['observation.improvement_type'] | null
  created_by: number
  created_at: Timestamp
  modified_by: number
  modified_at: Timestamp
}

export interface ObservationFileTable {
  id: string
  project_id: number
  name: string
  content_type: string
  size_bytes: number
  received_bytes: Generated<number>
  pieces: Generated<string[]>
  file_hash: string | null
  created_by: number | null
  created_at: TimestampWithDefault
}

export interface ObservationFileUseTable {
  observation_id: string
  file_id: string
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

export interface PasskeyTable {
  id: GeneratedAlways<number>
  user_id: number
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: JsonWithDefault<ColumnTypes['passkey.transports']>
  synced: boolean
  name: string
  created_at: TimestampWithDefault
  last_used_at: Timestamp | null
}

export interface PasskeyChallengeTable {
  hash: Buffer
  purpose: ColumnTypes['passkey_challenge.purpose']
  user_id: number | null
  expires_at: Timestamp
}

export interface PasswordResetTable {
  hash: Buffer
  user_id: number
  expires_at: Timestamp
}

export interface PriorityTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  icon: ColumnTypes['priority.icon']
  is_default: Generated<boolean>
  position: number
}

export interface ProjectTable {
  id: GeneratedAlways<number>
  key: string
  name: string
  logo_url: string | null
  logo_hash: string | null
  lead_id: number | null
  publicly_accessible: Generated<boolean>
  launches_total: Generated<number>
  last_launch_number: Generated<number>
  created_at: TimestampWithDefault
  importing_until: Timestamp | null
}

export interface ProjectMemberTable {
  project_id: number
  user_id: number
  role: ColumnTypes['project_member.role']
  created_at: TimestampWithDefault
}

export interface PublicAccessTable {
  hash: Buffer
  link_id: number
  expires_at: Timestamp
}

export interface PublicLinkTable {
  id: GeneratedAlways<number>
  project_id: number
  resource_type: ColumnTypes['public_link.resource_type']
  resource_id: string
  key: string
  passcode_hash: string
  created_by: number | null
  created_at: TimestampWithDefault
  expires_at: Timestamp | null
  revoked_at: Timestamp | null
  visits: Generated<number>
  last_visit_at: Timestamp | null
}

export interface PullRequestTable {
  id: GeneratedAlways<number>
  project_id: number
  repository_url: string
  number: number
  comment_id: string | null
  marker: Generated<string>
  revision: Generated<number>
  state: Generated<ColumnTypes['pull_request.state']>
  attempts: Generated<number>
  next_at: Timestamp | null
  lease_until: Timestamp | null
  reason: Generated<string>
  at: TimestampWithDefault
  comment_hash: string | null
}

export interface PullRequestLaunchTable {
  launch_id: number
  pull_request_id: number
  is_status_due: Generated<boolean>
  has_ended: Generated<boolean>
  counters: string | null
}

export interface QualityGateTable {
  project_id: number
  min_pass_rate: number | null
  max_failures: number | null
  max_new_failures: number | null
  max_skipped: number | null
  min_tests: number | null
  allow_incomplete: Generated<boolean>
  max_retried: number | null
}

export interface QuarantineReleaseTable {
  project_id: number
  identity: string
  newest_test_id: number
  released_at: TimestampWithDefault
}

export interface QuarantinedTestTable {
  project_id: number
  identity: string
  name: string
  class_name: string | null
  reason: string
  until: string | null
  version: Generated<number>
  quarantined_by: number | null
  quarantined_at: TimestampWithDefault
  newest_test_id: number
  rule: ColumnTypes['quarantined_test.rule'] | null
}

export interface RecoveryCodeTable {
  user_id: number
  hash: Buffer
}

export interface RepositoryTable {
  project_id: number
  next_number: Generated<number>
  next_position: Generated<number>
}

export interface RequirementTable {
  id: GeneratedAlways<number>
  project_id: number
  key: string
  title: Generated<string>
  source: Generated<ColumnTypes['requirement.source']>
  status: string | null
  url: string | null
  created_at: TimestampWithDefault
  synced_at: Timestamp | null
  words: GeneratedAlways<string | null>
}

export interface RequirementSystemTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  key_prefix: string
  address: string
}

export interface ResultImportTable {
  id: Generated<string>
  project_id: number
  user_id: number
  summary: Json<unknown>
  launch_id: number | null
  key: string | null
  working_until: Timestamp | null
  outcome: Json<ColumnTypes['result_import.outcome']> | null
  created_at: TimestampWithDefault
}

export interface ResultImportFileTable {
  import_id: string
  place: number
  file_hash: string
  name: string
  size_bytes: number
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

export interface RetentionPolicyTable {
  project_id: number
  launch_days: number | null
  log_days: number | null
  attachment_days: number | null
  video_days: number | null
  exploratory_days: number | null
  keeps_milestones: boolean
  is_due: Generated<boolean>
  run_at: Timestamp | null
  run_outcome: Json<ColumnTypes['retention_policy.run_outcome']> | null
  max_launch_bytes: number | null
  max_log_bytes: number | null
  max_attachment_bytes: number | null
  max_video_bytes: number | null
  max_exploratory_bytes: number | null
}

export interface SamlAssertionTable {
  provider_id: number
  id: string
  expires_at: Timestamp
}

export interface SamlKeyTable {
  id: number
  sealed: Buffer
  certificate: string
}

export interface SamlRequestTable {
  id: string
  provider_id: number
  relay_hash: Buffer
  browser_hash: Buffer
  wanted: string
  tester: number | null
  nonce: string | null
  code_verifier: string | null
  outcome: Json<ColumnTypes['saml_request.outcome']> | null
  expires_at: Timestamp
}

export interface SamlSessionTable {
  session_id: string
  provider_id: number
  name_id: string
  name_id_format: string | null
  session_index: string | null
  id_token: string | null
}

export interface SavedLaunchFilterTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  items: Json<ColumnTypes['saved_launch_filter.items']>
  is_private: Generated<boolean>
  version: Generated<number>
  created_by: number | null
  created_at: TimestampWithDefault
  deleted_at: Timestamp | null
}

export interface SavedLaunchFilterFavoriteTable {
  filter_id: number
  user_id: number
}

export interface ScimTokenTable {
  id: GeneratedAlways<number>
  name: string
  hash: Buffer
  group_id: number | null
  last_used_at: Timestamp | null
  created_at: TimestampWithDefault
}

export interface SecondFactorTable {
  user_id: number
  secret: Buffer
  last_step: Generated<number>
  confirmed_at: Timestamp | null
}

export interface SecondFactorTicketTable {
  hash: Buffer
  user_id: number
  password_digest: Buffer
  expires_at: Timestamp
}

export interface SessionTable {
  id: Generated<string>
  user_id: number
  secret: Buffer
  refresh_hash: Buffer
  previous_hash: Buffer | null
  rotated_at: TimestampWithDefault
  created_at: TimestampWithDefault
  expires_at: Timestamp
  second_factor: Generated<boolean>
  user_agent: string | null
  address: string | null
}

export interface SettingsVersionTable {
  project_id: number
  list: ColumnTypes['settings_version.list']
  version: Generated<number>
  saved_by: number | null
  saved_at: Timestamp | null
}

export interface SharedStepsTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  steps: Json<ColumnTypes['shared_steps.steps']>
  search_text: GeneratedAlways<string | null>
  version: Generated<number>
  created_by: number | null
  created_at: TimestampWithDefault
  updated_at: TimestampWithDefault
}

export interface SignInTable {
  id: GeneratedAlways<number>
  user_id: number
  method: ColumnTypes['sign_in.method']
  refused: boolean
  user_agent: string | null
  address: string | null
  created_at: TimestampWithDefault
}

export interface StarredProjectTable {
  user_id: number
  project_id: number
}

export interface SuiteTable {
  id: GeneratedAlways<number>
  project_id: number
  parent_id: number | null
  title: string
  description: Generated<string>
  position: number
  case_count: Generated<number>
  created_by: number | null
  created_at: TimestampWithDefault
  updated_at: TimestampWithDefault
  deleted_at: Timestamp | null
}

export interface TestTable {
  id: GeneratedAlways<number>
  launch_id: number
  project_id: number
  name: string
  class_name: string | null
  method_name: string | null
  arguments_index: number | null
  identity: string | null
  correlation_data: string | null
  owner: string | null
  maintainer_id: number | null
  status: ColumnTypes['test.status']
  passed_manually: Generated<boolean>
  headless: Generated<boolean>
  reason: string | null
  message: string | null
  failure_key: string | null
  failure_label: string | null
  failure_tag_id: number | null
  failure_tag_feedback: Generated<boolean>
  issue_id: string | null
  labels: JsonWithDefault<ColumnTypes['test.labels']>
  refs: JsonWithDefault<ColumnTypes['test.refs']>
  test_cases: JsonWithDefault<ColumnTypes['test.test_cases']>
  test_groups: JsonWithDefault<ColumnTypes['test.test_groups']>
  attempt: Generated<number>
  sessions_count: Generated<number>
  artifacts_count: Generated<number>
  started_at: Timestamp
  ended_at: Timestamp | null
  shard: number | null
  has_trace: Generated<boolean>
}

export interface TestAttemptTable {
  test_id: number
  attempt: number
  status: ColumnTypes['test_attempt.status']
  reason: string | null
  started_at: Timestamp
  ended_at: Timestamp | null
}

export interface TestCaseTable {
  id: GeneratedAlways<number>
  project_id: number
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
  steps: JsonWithDefault<ColumnTypes['test_case.steps']>
  attachments: JsonWithDefault<ColumnTypes['test_case.attachments']>
  field_values: JsonWithDefault<ColumnTypes['test_case.field_values']>
  version: Generated<number>
  created_by: number | null
  created_at: TimestampWithDefault
  updated_by: number | null
  updated_at: TimestampWithDefault
  deleted_at: Timestamp | null
  deleted_by: number | null
  moved_to: number | null
  imported_key: string | null
  search_text: GeneratedAlways<string | null>
}

export interface TestCaseFieldTable {
  id: GeneratedAlways<number>
  project_id: number
  type: ColumnTypes['test_case_field.type']
  name: string
  description: Generated<string>
  system_name: string
  data_type: string
  tab_id: number | null
  enabled: Generated<boolean>
  position: number
  value: JsonWithDefault<unknown>
}

export interface TestCaseFieldTabTable {
  id: GeneratedAlways<number>
  project_id: number
  name: string
  position: number
}

export interface TestCaseRequirementTable {
  requirement_id: number
  case_id: number
}

export interface TestCaseSharedStepsTable {
  shared_steps_id: number
  case_id: number
}

export interface TestCaseVersionTable {
  case_id: number
  version: number
  saved_by: number | null
  saved_at: Timestamp
  content: Json<ColumnTypes['test_case_version.content']>
}

export interface TestPlanTable {
  id: GeneratedAlways<number>
  project_id: number
  title: string
  description: Generated<string>
  milestone_id: number | null
  environment_id: number | null
  configurations: JsonWithDefault<ColumnTypes['test_plan.configurations']>
  base_case_ids: JsonWithDefault<ColumnTypes['test_plan.base_case_ids']>
  strategy: Generated<string>
  rules: JsonWithDefault<ColumnTypes['test_plan.rules']>
  created_by: number
  created_at: TimestampWithDefault
  closed_at: Timestamp | null
  closed_by: number | null
  revision: Generated<number>
  words: GeneratedAlways<string | null>
}

export interface TestRunTable {
  id: GeneratedAlways<number>
  project_id: number
  plan_id: number | null
  inherits_base: Generated<boolean>
  title: string
  description: Generated<string>
  milestone_id: number | null
  environment_id: number | null
  configurations: JsonWithDefault<ColumnTypes['test_run.configurations']>
  requirements: JsonWithDefault<ColumnTypes['test_run.requirements']>
  created_by: number
  created_at: TimestampWithDefault
  closed_at: Timestamp | null
  closed_by: number | null
  status_counts: JsonWithDefault<ColumnTypes['test_run.status_counts']>
  suites: JsonWithDefault<ColumnTypes['test_run.suites']>
  revision: Generated<number>
  words: GeneratedAlways<string | null>
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
  last_result_at: Timestamp | null
  last_result_by: number | null
  is_automated: Generated<boolean>
  revision: Generated<number>
  removed_at: Timestamp | null
}

export interface TestRunCommandTable {
  key: string
  project_id: number
  user_id: number
  carried_out_at: TimestampWithDefault
}

export interface TestRunPresenceTable {
  run_id: number
  user_id: number
  case_id: number | null
  seen_at: TimestampWithDefault
}

export interface TestRunResultTable {
  id: string
  run_id: number
  case_id: number
  position: GeneratedAlways<number>
  status_id: number
  comment: Generated<string>
  duration_ms: number | null
  steps: JsonWithDefault<ColumnTypes['test_run_result.steps']>
  defects: JsonWithDefault<ColumnTypes['test_run_result.defects']>
  case_version: number
  test_id: number | null
  is_automated: Generated<boolean>
  recorded_by: number | null
  at: Timestamp
  recorded_at: TimestampWithDefault
  withdrawn_at: Timestamp | null
}

export interface TestRunResultFileTable {
  result_id: string
  step_id: Generated<string>
  file_id: string
  position: number
}

export interface TestSessionTable {
  id: GeneratedAlways<number>
  launch_id: number
  session_id: string
  status: ColumnTypes['test_session.status']
  failure_reason: string | null
  desired_capabilities: Json<unknown> | null
  capabilities: Json<unknown> | null
  initiated_at: Timestamp | null
  started_at: Timestamp | null
  ended_at: Timestamp | null
}

export interface TestSessionTestTable {
  test_session_id: number
  test_id: number
}

export interface TestStepsTable {
  test_id: number
  attempt: number
  steps: Json<ColumnTypes['test_steps.steps']>
  step_count: number
  omitted: number
}

export interface UsedRefreshTokenTable {
  hash: Buffer
  session_id: string
}

export interface UserGroupTable {
  id: GeneratedAlways<number>
  name: string
  permissions: JsonWithDefault<ColumnTypes['user_group.permissions']>
  invitable: Generated<boolean>
  built_in: ColumnTypes['user_group.built_in'] | null
  external_id: string | null
  created_at: TimestampWithDefault
}

export interface UserGroupMemberTable {
  group_id: number
  user_id: number
  created_at: TimestampWithDefault
}

export interface UserIdentityTable {
  provider_id: number
  name_id: string
  user_id: number
  last_sign_in_at: TimestampWithDefault
}

export interface VariableTable {
  id: GeneratedAlways<number>
  project_id: number
  environment_id: number | null
  key: string
  secret: Generated<boolean>
  value: string | null
  encrypted_value: Buffer | null
  created_at: TimestampWithDefault
}

export interface VcsAccountTable {
  user_id: number
  provider: ColumnTypes['vcs_account.provider']
  base_url: string
  username: string | null
  token: Buffer
  refresh_token: Buffer | null
  via_oauth: boolean
  expires_at: Timestamp | null
  created_at: TimestampWithDefault
}

export interface WorkerTokenTable {
  id: GeneratedAlways<number>
  name: string
  hash: Buffer
  created_by: number | null
  created_at: TimestampWithDefault
  last_used_at: Timestamp | null
}

export interface WorkspaceTable {
  id: number
  name: string
  tenant: string
  features: Json<ColumnTypes['workspace.features']>
  projects_limit: number | null
  seats: number | null
  read_only_seats: number | null
  second_factor_required: Generated<boolean>
  second_factor_exempts_sso: Generated<boolean>
  password_least: Generated<number>
  refuses_common_passwords: Generated<boolean>
  logo_hash: string | null
  billing_contact: string | null
  created_at: TimestampWithDefault
}

export interface WorkspaceUsageTable {
  id: number
  counted_at: Timestamp
  projects: Json<ColumnTypes['workspace_usage.projects']>
  stored: Json<ColumnTypes['workspace_usage.stored']>
}

export interface WorkspaceUserTable {
  id: GeneratedAlways<number>
  username: string
  email: string
  first_name: Generated<string>
  last_name: Generated<string>
  photo_url: string | null
  photo_hash: string | null
  source: Generated<ColumnTypes['workspace_user.source']>
  password_hash: string | null
  read_only: Generated<boolean>
  status: Generated<ColumnTypes['workspace_user.status']>
  last_sign_in_at: Timestamp | null
  scim_user_name: string | null
  external_id: string | null
  sort_name: GeneratedAlways<string | null>
  search_text: GeneratedAlways<string | null>
  preferences: JsonWithDefault<ColumnTypes['workspace_user.preferences']>
  passkey_handle: Generated<string>
  created_at: TimestampWithDefault
  kind: Generated<ColumnTypes['workspace_user.kind']>
  description: Generated<string>
  created_by: number | null
  deleted_at: Timestamp | null
}

export interface Database {
  access_token: AccessTokenTable
  ai_usage: AiUsageTable
  artifact: ArtifactTable
  attachment: AttachmentTable
  attachment_use: AttachmentUseTable
  audit_entry: AuditEntryTable
  audit_head: AuditHeadTable
  auth_token: AuthTokenTable
  automation_state: AutomationStateTable
  badge_token: BadgeTokenTable
  case_import: CaseImportTable
  case_import_mapping: CaseImportMappingTable
  case_model: CaseModelTable
  case_model_case: CaseModelCaseTable
  case_operation: CaseOperationTable
  case_operation_item: CaseOperationItemTable
  case_operation_part: CaseOperationPartTable
  case_snapshot: CaseSnapshotTable
  case_snapshot_attachment: CaseSnapshotAttachmentTable
  configuration_group: ConfigurationGroupTable
  configuration_option: ConfigurationOptionTable
  created_issue: CreatedIssueTable
  deleted_result_status: DeletedResultStatusTable
  deleted_setting: DeletedSettingTable
  environment: EnvironmentTable
  event: EventTable
  event_stream: EventStreamTable
  exploratory_command: ExploratoryCommandTable
  exploratory_session: ExploratorySessionTable
  exploratory_stretch: ExploratoryStretchTable
  failure_cause: FailureCauseTable
  failure_tag: FailureTagTable
  file: FileTable
  flaky_settings: FlakySettingsTable
  git_host: GitHostTable
  git_repository: GitRepositoryTable
  idempotency_key: IdempotencyKeyTable
  identity_provider: IdentityProviderTable
  integration: IntegrationTable
  invitation: InvitationTable
  launch: LaunchTable
  launch_deletion: LaunchDeletionTable
  launch_ending: LaunchEndingTable
  launch_execution: LaunchExecutionTable
  launch_label: LaunchLabelTable
  launch_output: LaunchOutputTable
  launch_schedule: LaunchScheduleTable
  launch_schedule_run: LaunchScheduleRunTable
  launch_share: LaunchShareTable
  launch_storage: LaunchStorageTable
  launch_visit: LaunchVisitTable
  launch_webhook: LaunchWebhookTable
  launch_webhook_delivery: LaunchWebhookDeliveryTable
  launch_worker: LaunchWorkerTable
  launcher: LauncherTable
  launcher_preset: LauncherPresetTable
  launcher_secret: LauncherSecretTable
  log_frame: LogFrameTable
  log_line: LogLineTable
  milestone: MilestoneTable
  notification_delivery: NotificationDeliveryTable
  notification_rule: NotificationRuleTable
  notified_failure: NotifiedFailureTable
  observation: ObservationTable
  observation_file: ObservationFileTable
  observation_file_use: ObservationFileUseTable
  observation_type: ObservationTypeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  password_reset: PasswordResetTable
  priority: PriorityTable
  project: ProjectTable
  project_member: ProjectMemberTable
  public_access: PublicAccessTable
  public_link: PublicLinkTable
  pull_request: PullRequestTable
  pull_request_launch: PullRequestLaunchTable
  quality_gate: QualityGateTable
  quarantine_release: QuarantineReleaseTable
  quarantined_test: QuarantinedTestTable
  recovery_code: RecoveryCodeTable
  repository: RepositoryTable
  requirement: RequirementTable
  requirement_system: RequirementSystemTable
  result_import: ResultImportTable
  result_import_file: ResultImportFileTable
  result_status: ResultStatusTable
  retention_policy: RetentionPolicyTable
  saml_assertion: SamlAssertionTable
  saml_key: SamlKeyTable
  saml_request: SamlRequestTable
  saml_session: SamlSessionTable
  saved_launch_filter: SavedLaunchFilterTable
  saved_launch_filter_favorite: SavedLaunchFilterFavoriteTable
  scim_token: ScimTokenTable
  second_factor: SecondFactorTable
  second_factor_ticket: SecondFactorTicketTable
  session: SessionTable
  settings_version: SettingsVersionTable
  shared_steps: SharedStepsTable
  sign_in: SignInTable
  starred_project: StarredProjectTable
  suite: SuiteTable
  test: TestTable
  test_attempt: TestAttemptTable
  test_case: TestCaseTable
  test_case_field: TestCaseFieldTable
  test_case_field_tab: TestCaseFieldTabTable
  test_case_requirement: TestCaseRequirementTable
  test_case_shared_steps: TestCaseSharedStepsTable
  test_case_version: TestCaseVersionTable
  test_plan: TestPlanTable
  test_run: TestRunTable
  test_run_case: TestRunCaseTable
  test_run_command: TestRunCommandTable
  test_run_presence: TestRunPresenceTable
  test_run_result: TestRunResultTable
  test_run_result_file: TestRunResultFileTable
  test_session: TestSessionTable
  test_session_test: TestSessionTestTable
  test_steps: TestStepsTable
  used_refresh_token: UsedRefreshTokenTable
  user_group: UserGroupTable
  user_group_member: UserGroupMemberTable
  user_identity: UserIdentityTable
  variable: VariableTable
  vcs_account: VcsAccountTable
  worker_token: WorkerTokenTable
  workspace: WorkspaceTable
  workspace_usage: WorkspaceUsageTable
  workspace_user: WorkspaceUserTable
}
