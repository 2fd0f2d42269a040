import { Migrator, sql, type Kysely } from 'kysely'
import * as events from './migrations/0000-events.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as testSearch from './migrations/0002-test-search.ts'
import * as settings from './migrations/0003-settings.ts'
import * as personPhoto from './migrations/0004-person-photo.ts'
import * as cases from './migrations/0005-cases.ts'
import * as caseImport from './migrations/0006-case-import.ts'
import * as caseModels from './migrations/0007-case-models.ts'
import * as operationParts from './migrations/0008-operation-parts.ts'
import * as aiUsage from './migrations/0009-ai-usage.ts'
import * as exploratory from './migrations/0010-exploratory.ts'
import * as requirementSystems from './migrations/0011-requirement-systems.ts'
import * as switchedFields from './migrations/0012-switched-fields.ts'
import * as idempotencyKeys from './migrations/0014-idempotency-and-launch-numbers.ts'
import * as failureCauses from './migrations/0015-failure-causes-and-reviews.ts'
import * as engineNeutralOrder from './migrations/0016-engine-neutral-order.ts'
import * as movedCases from './migrations/0018-moved-cases.ts'
import * as usersAndGroups from './migrations/0019-users-and-groups.ts'
import * as invitations from './migrations/0020-invitations.ts'
import * as singleSignOn from './migrations/0021-single-sign-on.ts'
import * as publicLinks from './migrations/0022-public-links.ts'
import * as accountSecurity from './migrations/0023-account-security.ts'
import * as auditLog from './migrations/0024-audit-log.ts'
import * as integrations from './migrations/0025-integrations.ts'
import * as openidConnect from './migrations/0026-openid-connect.ts'
import * as scim from './migrations/0027-scim.ts'
import * as testRuns from './migrations/0028-test-runs.ts'
import * as passkeys from './migrations/0029-passkeys.ts'
import * as signInPolicy from './migrations/0030-sign-in-policy.ts'
import * as usage from './migrations/0031-usage.ts'
import * as requirements from './migrations/0032-requirements.ts'
import * as runPresence from './migrations/0033-run-presence.ts'
import * as launchers from './migrations/0035-launchers.ts'
import * as launchExecutions from './migrations/0036-launch-executions.ts'
import * as launchEngine from './migrations/0037-launch-engine.ts'
import * as resultImport from './migrations/0040-result-import.ts'
import * as launchFilters from './migrations/0046-launch-filters.ts'
import * as savedLaunchFilters from './migrations/0047-saved-launch-filters.ts'
import * as failureTags from './migrations/0050-failure-tags.ts'
import * as launchSchedules from './migrations/0055-launch-schedules.ts'
import * as launchWebhooks from './migrations/0056-launch-webhooks.ts'
import * as notificationRules from './migrations/0062-notification-rules.ts'
import * as launchBadgeAndGate from './migrations/0063-launch-badge-and-gate.ts'
import * as quarantine from './migrations/0066-quarantine.ts'
import * as createdIssues from './migrations/0070-created-issues.ts'
import * as launchWorkers from './migrations/0073-launch-workers.ts'
import * as engineUtilization from './migrations/0088-engine-utilization.ts'
import * as launchVisits from './migrations/0090-launch-visits.ts'
import * as launchStages from './migrations/0091-launch-stages.ts'
import * as launchLabelIndex from './migrations/0092-launch-label-index.ts'
import * as directNotifications from './migrations/0093-direct-notifications.ts'
import * as testWords from './migrations/0094-test-words.ts'
import * as testWordsPending from './migrations/0095-test-words-pending.ts'
import * as warningLines from './migrations/0096-warning-lines.ts'
import * as scheduleVersions from './migrations/0097-schedule-versions.ts'
import * as stageLines from './migrations/0098-stage-lines.ts'
import * as notifiedFailures from './migrations/0099-notified-failures.ts'
import * as credentialsVersion from './migrations/0100-credentials-version.ts'
import * as lostWorkers from './migrations/0101-lost-workers.ts'
import * as caseSearchText from './migrations/0102-case-search-text.ts'
import * as launchPauses from './migrations/0103-launch-pauses.ts'
import * as gateAndImportKeys from './migrations/0104-gate-and-import-keys.ts'
import * as oneIdentityOfTests from './migrations/0105-one-identity-of-tests.ts'
import * as removedOptions from './migrations/0106-removed-options.ts'
import * as specifiedNames from './migrations/0108-specified-names.ts'

/** Sorted by name. Never edit a shipped migration: add a new one. */
const migrations = {
  '0000-events': events,
  '0001-foundation': foundation,
  '0002-test-search': testSearch,
  '0003-settings': settings,
  '0004-person-photo': personPhoto,
  '0005-cases': cases,
  '0006-case-import': caseImport,
  '0007-case-models': caseModels,
  '0008-operation-parts': operationParts,
  '0009-ai-usage': aiUsage,
  '0010-exploratory': exploratory,
  '0011-requirement-systems': requirementSystems,
  '0012-switched-fields': switchedFields,
  '0014-idempotency-and-launch-numbers': idempotencyKeys,
  '0015-failure-causes-and-reviews': failureCauses,
  '0016-engine-neutral-order': engineNeutralOrder,
  '0018-moved-cases': movedCases,
  '0019-users-and-groups': usersAndGroups,
  '0020-invitations': invitations,
  '0021-single-sign-on': singleSignOn,
  '0022-public-links': publicLinks,
  '0023-account-security': accountSecurity,
  '0024-audit-log': auditLog,
  '0025-integrations': integrations,
  '0026-openid-connect': openidConnect,
  '0027-scim': scim,
  '0028-test-runs': testRuns,
  '0029-passkeys': passkeys,
  '0030-sign-in-policy': signInPolicy,
  '0031-usage': usage,
  '0032-requirements': requirements,
  '0033-run-presence': runPresence,
  '0035-launchers': launchers,
  '0036-launch-executions': launchExecutions,
  '0037-launch-engine': launchEngine,
  '0040-result-import': resultImport,
  '0046-launch-filters': launchFilters,
  '0047-saved-launch-filters': savedLaunchFilters,
  '0050-failure-tags': failureTags,
  '0055-launch-schedules': launchSchedules,
  '0056-launch-webhooks': launchWebhooks,
  '0062-notification-rules': notificationRules,
  '0063-launch-badge-and-gate': launchBadgeAndGate,
  '0066-quarantine': quarantine,
  '0070-created-issues': createdIssues,
  '0073-launch-workers': launchWorkers,
  '0088-engine-utilization': engineUtilization,
  '0090-launch-visits': launchVisits,
  '0091-launch-stages': launchStages,
  '0092-launch-label-index': launchLabelIndex,
  '0093-direct-notifications': directNotifications,
  '0094-test-words': testWords,
  '0095-test-words-pending': testWordsPending,
  '0096-warning-lines': warningLines,
  '0097-schedule-versions': scheduleVersions,
  '0098-stage-lines': stageLines,
  '0099-notified-failures': notifiedFailures,
  '0100-credentials-version': credentialsVersion,
  '0101-lost-workers': lostWorkers,
  '0102-case-search-text': caseSearchText,
  '0103-launch-pauses': launchPauses,
  '0104-gate-and-import-keys': gateAndImportKeys,
  '0105-one-identity-of-tests': oneIdentityOfTests,
  '0106-removed-options': removedOptions,
  '0108-specified-names': specifiedNames,
}

/** A newer version has changed the database. */
export class NewerDatabase extends Error {
  constructor(migration: string) {
    super(
      `A newer version of Assay has changed this database (${migration}). Start that version or a newer one, or restore a backup from before the update.`,
    )
    this.name = 'NewerDatabase'
  }
}

/**
 * Migrates the database to this version's schema, in one transaction under an advisory lock, so that several nodes may start concurrently.
 * Throws `NewerDatabase`, without any change, if a newer version has migrated the database.
 */
export const migrate = async <T>(db: Kysely<T>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const unknown = (await executedMigrations(db)).find((name) => !(name in migrations))
  if (unknown !== undefined) throw new NewerDatabase(unknown)
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error })
}

const executedMigrations = async <T>(db: Kysely<T>): Promise<string[]> => {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  if (found[0]?.isThere !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
