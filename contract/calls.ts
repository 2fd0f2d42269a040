import type { AnyCall } from './call.ts'
import * as cases from './cases/cases.ts'
import * as caseOperations from './cases/operations.ts'
import * as suites from './cases/suites.ts'
import * as caseExport from './cases/export.ts'
import * as caseReport from './cases/report.ts'
import * as suggestions from './cases/suggestions.ts'
import * as caseImport from './cases/import.ts'
import * as caseExecutions from './cases/executions.ts'
import * as caseHistory from './cases/history.ts'
import * as caseModels from './models/models.ts'
import * as trash from './cases/trash.ts'
import * as sharedSteps from './shared-steps/shared-steps.ts'
import * as exploratoryCommands from './exploratory/commands.ts'
import * as exploratoryFiles from './exploratory/files.ts'
import * as exploratorySessions from './exploratory/sessions.ts'
import * as observations from './exploratory/observations.ts'
import * as features from './workspace/features.ts'
import * as launchers from './launchers/launchers.ts'
import * as launcherActivity from './launchers/activity.ts'
import * as launcherEngineUse from './launchers/engine-use.ts'
import * as launchEngine from './launchers/engine.ts'
import * as launchWorkers from './launchers/workers.ts'
import * as launcherOptions from './launchers/options.ts'
import * as launcherStart from './launchers/start.ts'
import * as relaunch from './launches/relaunch.ts'
import * as launcherSchedules from './launchers/schedules.ts'
import * as allLauncherSchedules from './launchers/launcher-schedules.ts'
import * as launcherWebhooks from './launchers/webhooks.ts'
import * as launcherProviders from './launchers/providers.ts'
import * as launcherRepositories from './launchers/repositories.ts'
import * as launches from './launches/launches.ts'
import * as finishedLaunch from './launches/finished-launch.ts'
import * as resultImport from './launches/result-import.ts'
import * as reportingSetup from './launches/reporting-setup.ts'
import * as launchActions from './launches/launch-actions.ts'
import * as launchChoices from './launches/launch-choices.ts'
import * as savedFilters from './launches/saved-filters.ts'
import * as durationReports from './reports/durations.ts'
import * as executionSummary from './reports/execution-summary.ts'
import * as qualityGate from './launches/quality-gate.ts'
import * as gateSettings from './launches/gate-settings.ts'
import * as badge from './launches/badge.ts'
import * as notificationRules from './notifications/rules.ts'
import * as notificationDeliveries from './notifications/deliveries.ts'
import * as launchTests from './launches/launch-tests.ts'
import * as testDetails from './launches/test-details.ts'
import * as testStability from './launches/test-stability.ts'
import * as issues from './launches/issues.ts'
import * as live from './live.ts'
import * as auditLog from './workspace/audit-log.ts'
import * as publicAccess from './public/public-access.ts'
import * as publicLinks from './public/public-links.ts'
import * as groups from './workspace/groups.ts'
import * as identityProviders from './workspace/identity-providers.ts'
import * as openIdProviders from './workspace/openid-providers.ts'
import * as scim from './workspace/scim.ts'
import * as integrations from './workspace/integrations.ts'
import * as invitations from './workspace/invitations.ts'
import * as accountSecurity from './workspace/account-security.ts'
import * as seats from './workspace/seats.ts'
import * as engineUtilization from './workspace/engine-utilization.ts'
import * as usage from './workspace/usage.ts'
import * as workspace from './workspace/workspace.ts'
import * as users from './workspace/users.ts'
import * as homepage from './workspace/homepage.ts'
import * as profile from './workspace/profile.ts'
import * as demoProject from './projects/demo-project.ts'
import * as projects from './projects/projects.ts'
import * as passkeySignIn from './session/passkeys.ts'
import * as passkeys from './workspace/passkeys.ts'
import * as secondFactorSignIn from './session/second-factor.ts'
import * as signInPolicy from './workspace/sign-in-policy.ts'
import * as secondFactor from './workspace/second-factor.ts'
import * as session from './session/session.ts'
import * as plans from './plans/plans.ts'
import * as planReport from './plans/report.ts'
import * as runReport from './runs/report.ts'
import * as runs from './runs/runs.ts'
import * as runCases from './runs/run-cases.ts'
import * as runResults from './runs/results.ts'
import * as runCommands from './runs/commands.ts'
import * as runFiles from './runs/files.ts'
import * as runOffline from './runs/offline.ts'
import * as milestoneRuns from './runs/by-milestone.ts'
import * as runPresence from './runs/presence.ts'
import * as runPush from './runs/push.ts'
import * as runReportMail from './runs/report-mail.ts'
import * as changeLog from './settings/change-log.ts'
import * as general from './settings/general.ts'
import * as members from './settings/members.ts'
import * as configurations from './settings/configurations.ts'
import * as environments from './settings/environments.ts'
import * as requirements from './requirements/requirements.ts'
import * as requirementSystems from './settings/requirement-systems.ts'
import * as milestones from './settings/milestones.ts'
import * as testCaseFields from './settings/test-case-fields.ts'
import * as variables from './settings/variables.ts'
import * as caseAttributes from './settings/case-attributes.ts'
import * as causes from './launches/causes.ts'
import * as quarantine from './launches/quarantine.ts'
import * as comparison from './launches/comparison.ts'
import * as launchEvents from './launches/launch-events.ts'
import * as launchVisits from './launches/launch-visits.ts'
import * as tagAssignments from './launches/failure-tags.ts'
import * as failureTags from './settings/failure-tags.ts'
import * as observationTypes from './settings/observation-types.ts'
import * as resultStatuses from './settings/result-statuses.ts'

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

/** All calls of the browser's API, for the OpenAPI document and the matrix test of routes and roles. */
export const CALLS: readonly AnyCall[] = [
  session,
  passkeySignIn,
  passkeys,
  secondFactorSignIn,
  secondFactor,
  signInPolicy,
  engineUtilization,
  usage,
  workspace,
  homepage,
  profile,
  accountSecurity,
  features,
  users,
  auditLog,
  groups,
  invitations,
  identityProviders,
  openIdProviders,
  scim,
  integrations,
  seats,
  demoProject,
  projects,
  general,
  members,
  changeLog,
  configurations,
  environments,
  requirementSystems,
  requirements,
  variables,
  resultStatuses,
  observationTypes,
  failureTags,
  caseAttributes,
  testCaseFields,
  suites,
  cases,
  caseOperations,
  caseExport,
  caseReport,
  suggestions,
  caseImport,
  caseHistory,
  caseExecutions,
  caseModels,
  trash,
  sharedSteps,
  exploratorySessions,
  observations,
  exploratoryCommands,
  exploratoryFiles,
  runs,
  runReport,
  runCases,
  runResults,
  runCommands,
  runFiles,
  runOffline,
  runPush,
  runPresence,
  milestoneRuns,
  runReportMail,
  plans,
  planReport,
  launcherRepositories,
  launcherProviders,
  launchers,
  launcherOptions,
  launcherActivity,
  launcherEngineUse,
  launchEngine,
  launchWorkers,
  launcherStart,
  launcherSchedules,
  allLauncherSchedules,
  relaunch,
  launcherWebhooks,
  launches,
  issues,
  launchTests,
  testDetails,
  testStability,
  tagAssignments,
  causes,
  comparison,
  launchEvents,
  launchVisits,
  quarantine,
  finishedLaunch,
  qualityGate,
  executionSummary,
  durationReports,
  gateSettings,
  badge,
  notificationRules,
  notificationDeliveries,
  launchActions,
  launchChoices,
  savedFilters,
  resultImport,
  reportingSetup,
  publicLinks,
  publicAccess,
  live,
  milestones,
].flatMap((room) => (Object.values(room) as unknown[]).filter(isCall))
