import type { Database } from '../../db/schema.generated.ts'
import type { AnyTableRule } from './rules.ts'
import { caseTables } from './tables/cases.ts'
import { launchTables } from './tables/launches.ts'
import { runTables } from './tables/runs.ts'
import { settingsTables } from './tables/settings.ts'

/** Tables of an archive, in the order of their references. Besides them, it has `workspace_user`, `project` and `file`. */
export const ARCHIVED_TABLES: Readonly<Record<string, AnyTableRule>> = {
  ...settingsTables,
  ...caseTables,
  ...launchTables,
  ...runTables,
}

/** Tables that have rows of projects and are not archived, each with the reason. */
export const LEFT_OUT = {
  access_token: 'credentials',
  badge_token: 'a credential',
  case_import: 'uploads in progress',
  case_import_mapping: 'a suggestion for later imports',
  case_operation: 'data of undo',
  case_operation_item: 'data of undo',
  case_operation_part: 'retries of requests',
  created_issue: 'retries of requests',
  exploratory_command: 'retries of devices',
  git_host: 'credentials',
  git_repository: 'credentials',
  launch_deletion: 'work of the server',
  launch_ending: 'work of the server',
  launch_execution: 'belongs to launchers',
  launch_label: 'written by a trigger of launch',
  launch_output: 'belongs to launchers',
  launch_schedule: 'belongs to launchers',
  launch_schedule_run: 'belongs to launchers',
  launch_share: 'a limit of the workspace',
  launch_storage: 'counted by the server',
  launch_visit: 'belongs to a user',
  launch_webhook: 'credentials',
  launch_webhook_delivery: 'belongs to webhooks',
  launcher: 'belongs to git repositories, whose credentials are not archived',
  launcher_preset: 'belongs to launchers',
  launcher_secret: 'secrets',
  log_frame: 'archived as lines of log_line',
  notification_delivery: 'messages that were sent',
  notification_rule: 'has addresses that are credentials, and would send messages twice',
  notified_failure: 'messages that were sent',
  public_access: 'credentials',
  public_link: 'credentials',
  pull_request: 'belongs to git hosts',
  pull_request_launch: 'belongs to git hosts',
  result_import: 'uploads in progress',
  result_import_file: 'uploads in progress',
  starred_project: 'belongs to a user',
  test_run_command: 'retries of devices',
  test_run_presence: 'who is viewing a run now',
} as const satisfies Partial<Record<keyof Database, string>>
