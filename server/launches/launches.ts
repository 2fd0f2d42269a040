/** What other capabilities may use of launches. */
export { linkCauseBy, linkIssueBy } from './actions/link-issue.ts'
export { removeLaunch } from './actions/delete.ts'
export { recordLaunch } from './import/finished-launch.ts'
export { isQuarantined } from './quarantine/active.ts'
export { unlinkedOfCause } from './queries/cause-tests.ts'
export { packedLinesOf } from './logs/read-packed.ts'
export { findLaunch } from './queries/find-launch.ts'
export { findTest } from './queries/find-test.ts'
export { launchBefore } from './queries/launch-before.ts'
export { launchConditions, readLaunch } from './queries/launches.ts'
export { newFailures } from './queries/quality-gate.ts'
export { readTestChanges } from './queries/test-changes.ts'
export { readTestHistory } from './queries/test-history.ts'
export { readTestLogs } from './queries/test-logs.ts'
export { readTestSteps } from './queries/test-steps.ts'
export { readTest } from './queries/test.ts'
export { readTests } from './queries/tests.ts'
export type { ReadBrowserErrors } from './traces/read-browser-errors.ts'
export { queueChanged, workersChanged } from './queue-news.ts'
export { queueLaunch } from './queue.ts'
export { requireRelaunch } from './relaunch/context.ts'
export { nextAttempt, requeueLaunch } from './relaunch/requeue.ts'
export { handleEndings, hasEndedLongAgo, type LaunchEnding } from './reporting/handle-endings.ts'
export { endLaunch } from './reporting/launch-endings.ts'
export { markConsole } from './reporting/launch-operations.ts'
export { addArtifact } from './reporting/upload-operations.ts'
export {
  COUNT_COLUMNS,
  type LaunchRow,
  type TestRow,
  artifactUrl,
  kindOfRow,
  statisticsOf,
  workedMs,
  workedMsOf,
} from './rows.ts'
export { countStorage, countUncounted } from './storage/count.ts'
export { deleteFiles, deleteLogs } from './storage/trim.ts'
export { escaped } from './share/launch-html.ts'
export { readRecipients } from './share/mail-launches.ts'
export type { Operation } from './writer/operation.ts'
export { writeInTransaction } from './writer/write-in-transaction.ts'
export type { Writer } from './writer/writer.ts'
