import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { EngineDriver } from '../../contract/launchers/engine.ts'
import type { LaunchConfig } from '../../contract/launchers/launch-config.ts'
import type { LaunchPayload } from '../../contract/launchers/start.ts'
import type { VcsProvider } from '../../contract/launchers/providers.ts'
import type { ConnectionProblem, RepositoryProvider } from '../../contract/launchers/repositories.ts'
import type { CreatedAt, Json, MaybeTime, Times } from './schema.ts'

export interface VcsAccountTable {
  person_id: number
  provider: VcsProvider
  base_url: string
  username: string | null
  token: Buffer
  refresh_token: Buffer | null
  via_oauth: boolean
  /** Expiry of the token; null if it does not expire. */
  expires_at: MaybeTime
  created_at: CreatedAt
}

export interface GitRepositoryTable {
  id: GeneratedAlways<number>
  project_id: number
  provider: RepositoryProvider
  provider_side_id: string | null
  name: string
  url: string
  html_url: string | null
  username: string | null
  token: Buffer | null
  /** Incremented by each change of the credentials. */
  credentials_version: Generated<number>
  /** Whether the repository is read with its owner's OAuth sign-in at the provider instead of a token of its own. */
  via_oauth: Generated<boolean>
  owner_id: number | null
  added_by: number | null
  verified: Generated<boolean>
  problem: ConnectionProblem | null
  checked_at: MaybeTime
  created_at: CreatedAt
}

export interface LauncherTable {
  id: GeneratedAlways<number>
  project_id: number
  repository_id: number
  name: string
  config: Json<LaunchConfig>
  /** Incremented by each save. */
  version: Generated<number>
  created_by: number | null
  created_at: CreatedAt
}

export interface LauncherPresetTable {
  id: GeneratedAlways<number>
  project_id: number
  launcher_id: number
  name: string
  config: Json<LaunchConfig>
  /** Incremented by each save. */
  version: Generated<number>
  created_by: number | null
  created_at: CreatedAt
}

export interface LauncherSecretTable {
  id: string
  project_id: number
  value: Buffer
  created_at: CreatedAt
}

export interface LaunchExecutionTable {
  id: GeneratedAlways<number>
  launch_id: number
  project_id: number
  repository_id: number | null
  launcher_id: number | null
  preset_id: number | null
  /** `queued` until a worker claims it, `running` until the worker has ended; `aborted` if its launch ended before a claim. */
  state: Generated<'queued' | 'running' | 'ended' | 'aborted'>
  attempt: Generated<number>
  priority: Generated<number>
  config: Json<LaunchPayload>
  run_context: Json<RunContext>
  started_via: 'person' | 'schedule' | 'webhook'
  queued_at: CreatedAt
  attempt_uuid: Generated<string>
  /** Worker that holds the lease. */
  worker: string | null
  worker_name: string | null
  /** Identifies one claim by a worker. */
  lease: string | null
  /** When its command was about to start: from then on no other worker may run it. */
  begun_at: MaybeTime
  lease_until: MaybeTime
  /** Workers that went away while they prepared it. */
  lost_workers: Generated<number>
  driver: EngineDriver | null
  commit: string | null
  started_at: MaybeTime
  cloned_at: MaybeTime
  command_ended_at: MaybeTime
  ended_at: MaybeTime
  exit_code: number | null
  end_reason: string | null
  error_lines: Generated<number>
  warning_lines: Generated<number>
  cloned_lines: number | null
  begun_lines: number | null
  command_ended_lines: number | null
}

/** Credentials of a worker outside the server. */
export interface WorkerTokenTable {
  id: GeneratedAlways<number>
  name: string
  hash: Buffer
  created_by: number | null
  created_at: CreatedAt
  last_used_at: MaybeTime
}

/** Process that runs launches. */
export interface LaunchWorkerTable {
  id: string
  /** Null for a worker inside a server. */
  token_id: number | null
  name: string
  labels: Json<string[]>
  concurrency: number
  drivers: Json<EngineDriver[]>
  seen_at: Times
  /** Whether followers of the workers were notified that it stopped responding. */
  is_lost: Generated<boolean>
}

/** A project's share of the workers. */
export interface LaunchShareTable {
  project_id: number
  /** Maximum number of concurrent launches; null for no limit. */
  most: number | null
  served_at: MaybeTime
}

/** Output of a run, line by line. */
export interface LaunchOutputTable {
  execution_id: number
  place: number
  at: CreatedAt
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
  status: Generated<'RUNNING' | 'PAUSED'>
  next_run_at: MaybeTime
  created_by: number | null
  version: Generated<number>
  paused_at: MaybeTime
  paused_by: number | null
  created_at: CreatedAt
}

export interface LaunchScheduleRunTable {
  schedule_id: number
  due_at: ColumnType<Date, Date, never>
  /** Null once there is an outcome. */
  lease_until: MaybeTime
  launch_id: number | null
  problem: string | null
}

export interface LaunchWebhookTable {
  id: GeneratedAlways<number>
  project_id: number
  preset_id: number
  key: string
  name: string
  secret: Buffer | null
  author_id: number | null
  last_trigger_at: MaybeTime
  created_at: CreatedAt
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
  at: CreatedAt
}

/** Value of `REPORTING_RUN_CONTEXT`: the launch that the agent reports to. */
export interface RunContext {
  testRunUuid: string
  /** Tests to repeat. Without them, `rerunOnlyFailures` decides between failed tests and all tests. */
  testIds?: number[]
  rerunOnlyFailures?: boolean
}

/** Tables of launchers. */
export interface LauncherTables {
  vcs_account: VcsAccountTable
  git_repository: GitRepositoryTable
  launcher: LauncherTable
  launcher_preset: LauncherPresetTable
  launcher_secret: LauncherSecretTable
  launch_execution: LaunchExecutionTable
  launch_output: LaunchOutputTable
  worker_token: WorkerTokenTable
  launch_worker: LaunchWorkerTable
  launch_share: LaunchShareTable
  launch_schedule: LaunchScheduleTable
  launch_schedule_run: LaunchScheduleRunTable
  launch_webhook: LaunchWebhookTable
  launch_webhook_delivery: LaunchWebhookDeliveryTable
}
