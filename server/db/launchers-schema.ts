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
  /** When the token ends; null where it does not. */
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
  /** Read with the sign-in of its owner at the provider, instead of a token of its own. */
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
  /** Counts saves. */
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
  /** Counts saves. */
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
  /** `queued` until a worker claims it, `running` until that has ended; `aborted` when its launch ended before that. */
  state: Generated<'queued' | 'running' | 'ended' | 'aborted'>
  attempt: Generated<number>
  priority: Generated<number>
  config: Json<LaunchPayload>
  run_context: Json<RunContext>
  started_via: 'person' | 'schedule' | 'webhook'
  queued_at: CreatedAt
  attempt_uuid: Generated<string>
  /** Worker that holds it, until when unless it says that it is alive. */
  worker: string | null
  worker_name: string | null
  /** One time that a worker took it. */
  lease: string | null
  /** Its command was about to run: from then on nobody else may run it. */
  begun_at: MaybeTime
  lease_until: MaybeTime
  driver: EngineDriver | null
  commit: string | null
  started_at: MaybeTime
  cloned_at: MaybeTime
  command_ended_at: MaybeTime
  ended_at: MaybeTime
  exit_code: number | null
  end_reason: string | null
  error_lines: Generated<number>
}

/** What a worker outside the server comes in with. */
export interface WorkerTokenTable {
  id: GeneratedAlways<number>
  name: string
  hash: Buffer
  created_by: number | null
  created_at: CreatedAt
  last_used_at: MaybeTime
}

/** A process that runs launches. */
export interface LaunchWorkerTable {
  id: string
  /** Null for one that is part of a server. */
  token_id: number | null
  name: string
  labels: Json<string[]>
  concurrency: number
  drivers: Json<EngineDriver[]>
  seen_at: Times
  /** Everybody who follows the workers was told that it fell silent. */
  is_lost: Generated<boolean>
}

/** A project's share of the workers. */
export interface LaunchShareTable {
  project_id: number
  /** Launches at once; null for as many as there is room for. */
  most: number | null
  served_at: MaybeTime
}

/** What a run printed, line by line. */
export interface LaunchOutputTable {
  execution_id: number
  place: number
  at: CreatedAt
  line: string
  is_error: Generated<boolean>
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

/** What `REPORTING_RUN_CONTEXT` says: the launch that the agent goes on with. */
export interface RunContext {
  testRunUuid: string
  /** Of a run that repeats tests: only these, else only those that failed, else all. */
  testIds?: number[]
  rerunOnlyFailures?: boolean
}

/** Tables of the Launchers area. */
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
