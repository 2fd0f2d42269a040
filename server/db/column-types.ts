import type { ColumnType } from 'kysely'
import type { Feature, GroupPermission, Role } from '../../contract/access.ts'
import type { CaseVersion } from '../../contract/cases/history.ts'
import type { ImportMapping, ImportOutcome } from '../../contract/cases/import.ts'
import type { Done } from '../../contract/cases/operations.ts'
import type { ReportSuite } from '../../contract/cases/report.ts'
import type { Attachment, CaseStep, Step } from '../../contract/cases/steps.ts'
import type { LinkType } from '../../contract/exploratory/observations.ts'
import type { TypeCount } from '../../contract/exploratory/sessions.ts'
import type { EngineDriver } from '../../contract/launchers/engine.ts'
import type { LaunchConfig } from '../../contract/launchers/launch-config.ts'
import type { VcsProvider } from '../../contract/launchers/providers.ts'
import type { ConnectionProblem, RepositoryProvider } from '../../contract/launchers/repositories.ts'
import type { LaunchArguments, LaunchPayload } from '../../contract/launchers/start.ts'
import type { FlakyRule } from '../../contract/launches/flaky-rules.ts'
import type { FlakySettings } from '../../contract/launches/flaky-tests.ts'
import type { TrackerKey } from '../../contract/launches/issues.ts'
import type { LaunchOrigin } from '../../contract/launches/launch-origin.ts'
import type { Predicate } from '../../contract/launches/launch-predicates.ts'
import type { TestCaseLink } from '../../contract/launches/launch-tests.ts'
import type { Label, LaunchStatus, TestStatus } from '../../contract/launches/launches.ts'
import type { ImportedLaunch } from '../../contract/launches/result-import.ts'
import type { TestStep } from '../../contract/launches/test-details.ts'
import type { CaseModel, GeneratedContent, ModelFormat, ModelOptions } from '../../contract/models/models.ts'
import type { DirectTarget, NotificationDelivery, Sender } from '../../contract/notifications/deliveries.ts'
import type { Condition, Target } from '../../contract/notifications/rules.ts'
import type { GitHostKind } from '../../contract/pull-requests/git-hosts.ts'
import type { PullRequestDelivery } from '../../contract/pull-requests/deliveries.ts'
import type { PublicResourceType } from '../../contract/public/resources.ts'
import type { RequirementSource } from '../../contract/requirements/requirements.ts'
import type { StepResult } from '../../contract/runs/results.ts'
import type { RunCaseContent } from '../../contract/runs/run-cases.ts'
import type { EntryIcon } from '../../contract/settings/case-attributes.ts'
import type { ConfigurationGroup, SelectedConfiguration } from '../../contract/settings/configurations.ts'
import type { FailureTagValue } from '../../contract/settings/failure-tags.ts'
import type { StoredAmounts } from '../../contract/settings/retention.ts'
import type { SignInMethod } from '../../contract/workspace/account-security.ts'
import type { Homepage } from '../../contract/workspace/homepage.ts'
import type {
  Certificate,
  GroupMapping,
  ProviderType,
  SignInTestOutcome,
} from '../../contract/workspace/identity-providers.ts'
import type { FieldValues, IntegrationKey } from '../../contract/workspace/integration-kinds.ts'
import type { ProjectUsage } from '../../contract/workspace/usage.ts'
import type { AccountKind, UserSource, UserStatus } from '../../contract/workspace/users.ts'

/** jsonb: parsed when read, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>
export type Timestamp = ColumnType<Date, Date | string, Date | string>
export type TimestampWithDefault = ColumnType<Date, Date | string | undefined, Date | string>

/** Types of columns that are more specific than the database's. They name the JSON of jsonb columns and the values of text columns. */
export interface ColumnTypes {
  'workspace.features': Feature[]
  'workspace_usage.projects': ProjectUsage[]
  'workspace_usage.stored': { fileBytes: number; files: number }
  'integration.key': IntegrationKey
  'integration.field_values': FieldValues
  'integration.secrets_entered': FieldValues
  'workspace_user.source': UserSource
  'workspace_user.status': UserStatus
  'workspace_user.kind': AccountKind
  'workspace_user.preferences': { homepage?: Homepage }
  'user_group.permissions': GroupPermission[]
  'user_group.built_in': 'super-admins'

  'project_member.role': Role
  'settings_version.list': HeldListName
  'deleted_setting.kind': 'observation-type' | 'milestone'
  'failure_tag.value': FailureTagValue
  'priority.icon': EntryIcon
  'automation_state.icon': EntryIcon
  'test_case_field.type': 'SYSTEM' | 'CUSTOM'
  'public_link.resource_type': PublicResourceType

  'sign_in.method': SignInMethod
  'passkey.transports': string[]
  'passkey_challenge.purpose': 'registration' | 'sign-in' | 'second-factor'
  'identity_provider.type': ProviderType
  'identity_provider.uploaded_certificates': Certificate[]
  'identity_provider.certificates': Certificate[]
  'identity_provider.group_mapping': GroupMapping[]
  'saml_request.outcome': SignInTestOutcome

  'requirement.source': RequirementSource
  'test_case.steps': CaseStep[]
  'test_case.attachments': Attachment[]
  'test_case.field_values': Record<string, unknown>
  'test_case_version.content': CaseVersion['content']
  'shared_steps.steps': Step[]
  'case_operation.kind':
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
  'case_operation.undo': Record<string, unknown>
  'case_operation_item.before': Record<string, unknown>
  'case_operation_part.answer': Done
  'case_import.format': 'csv' | 'xlsx' | 'markdown' | 'testrail-xml'
  'case_import.outcome': ImportOutcome
  'case_import_mapping.mapping': ImportMapping
  'case_model.format': ModelFormat
  'case_model.model': CaseModel
  'case_model.options': ModelOptions
  'case_model_case.transition_ids': string[]
  'case_model_case.content': GeneratedContent

  'launch.status': LaunchStatus
  'launch.milestone': { id?: number; name: string }
  'launch.labels': Label[]
  'launch.refs': { name: string; value: string }[]
  'launch.ci': { ciType: string; envVariables: Record<string, string> }
  'launch.origin': LaunchOrigin
  'launch.shards': StoredShards
  'launch.tcm': Record<string, unknown>
  'launch.ended_by': 'agent' | 'user' | 'silence' | 'engine'
  'launch.launch_arguments': LaunchArguments
  'test.status': TestStatus
  'test.labels': Label[]
  'test.refs': { name: string; value: string }[]
  'test.test_cases': TestCaseLink[]
  'test.test_groups': string[]
  'test_attempt.status': TestStatus
  'test_steps.steps': TestStep[]
  'test_session.status': 'RUNNING' | 'COMPLETED' | 'FAILED'
  'artifact.kind': 'file' | 'screenshot' | 'video'
  'flaky_settings.window_days': FlakySettings['windowDays']
  'retention_policy.run_outcome': StoredAmounts
  'quarantined_test.rule': FlakyRule
  'created_issue.tracker': TrackerKey
  'saved_launch_filter.items': Predicate[]
  'result_import.outcome': ImportedLaunch

  'exploratory_session.configurations': SelectedConfiguration[]
  'exploratory_session.requirements': string[]
  'exploratory_session.types': Pick<TypeCount, 'typeId' | 'observations' | 'elapsedMillis'>[]
  'observation.issue_type': LinkType
  'observation.improvement_type': LinkType

  'test_plan.configurations': ConfigurationGroup[]
  'test_plan.base_case_ids': number[]
  'test_plan.rules': unknown[]
  'test_run.configurations': SelectedConfiguration[]
  'test_run.requirements': string[]
  'test_run.status_counts': StatusCounts
  'test_run.suites': ReportSuite[]
  'case_snapshot.shared_versions': Record<string, number>
  'case_snapshot.content': SnapshotContent
  /** Without attachments, which are in `test_run_result_file`. */
  'test_run_result.steps': Omit<StepResult, 'attachments'>[]
  'test_run_result.defects': string[]

  'vcs_account.provider': VcsProvider
  'git_repository.provider': RepositoryProvider
  'git_repository.problem': ConnectionProblem
  'launcher.config': LaunchConfig
  'launcher_preset.config': LaunchConfig
  'launch_execution.state': 'queued' | 'running' | 'ended' | 'aborted' | 'reported'
  'launch_execution.config': LaunchPayload
  'launch_execution.run_context': RunContext
  'launch_execution.started_via': 'user' | 'schedule' | 'webhook' | 'command'
  'launch_execution.driver': EngineDriver
  'launch_worker.labels': string[]
  'launch_worker.drivers': EngineDriver[]
  'launch_schedule.status': 'RUNNING' | 'PAUSED'

  'notification_rule.condition': Condition
  'notification_rule.target': Target
  'notification_rule.recipients': number[]
  'launch_ending.status': LaunchStatus
  'notification_delivery.sender': Sender
  'notification_delivery.target': DirectTarget
  'notification_delivery.about': NotificationDelivery['about']
  'notification_delivery.state': NotificationDelivery['state']
  'git_host.kind': GitHostKind
  'git_host.repositories': string[]
  'pull_request.state': PullRequestDelivery['state']
}

/** Shards of a launch that have begun, and the number of all of them. */
export interface StoredShards {
  total: number
  parts: ShardPart[]
}

export interface ShardPart {
  index: number
  /** Import or agent that sends it. */
  id: string
  /** Hash of the imported files; null for an agent. */
  hash: string | null
  /** A part of its reports is lost. */
  isPartial: boolean
  /** Null while it is sent. */
  endedAt: string | null
}

export type HeldListName =
  | 'result-statuses'
  | 'observation-types'
  | 'failure-tags'
  | 'priorities'
  | 'automation-states'
  | 'test-case-fields'

/** Number of cases by status id (as text); `0` for cases without a result. */
export type StatusCounts = Record<string, number>

/** Contents of a snapshot besides its columns. */
export type SnapshotContent = Omit<
  RunCaseContent,
  'caseId' | 'key' | 'version' | 'takenAt' | 'title' | 'priorityId' | 'automationStateId'
>

/** Value of `REPORTING_RUN_CONTEXT`: the launch that the agent reports to. */
export interface RunContext {
  testRunUuid: string
  /** Tests to repeat. Without them, `rerunOnlyFailures` decides between failed tests and all tests. */
  testIds?: number[]
  rerunOnlyFailures?: boolean
}
