import { sql, type Selectable } from 'kysely'
import type { FailureTagAssignment, LaunchTest } from '../../contract/launches/launch-tests.ts'
import {
  isUnderWay,
  kindOf,
  RESULT_KINDS,
  type Launch,
  type ResultKind,
  type Statistics,
} from '../../contract/launches/launches.ts'
import type { LaunchShards } from '../../contract/launches/shards.ts'
import type { NamedUser } from '../../contract/projects/people.ts'
import type { StoredShards } from '../db/column-types.ts'
import type { LaunchTable, TestTable } from '../db/schema.generated.ts'

/** Without the searched texts, which the database generates. */
export type LaunchRow = Omit<Selectable<LaunchTable>, 'words'>
export type TestRow = Selectable<TestTable>

/** Column of a launch that counts the tests of a kind. */
export const COUNT_COLUMNS = {
  passed: 'passed',
  passedManually: 'passed_manually',
  failed: 'failed',
  failedAsKnown: 'failed_as_known',
  skipped: 'skipped',
  blocked: 'blocked',
  aborted: 'aborted',
  inProgress: 'in_progress',
} as const satisfies Record<ResultKind, keyof LaunchRow>

export const statisticsOf = (row: Pick<LaunchRow, (typeof COUNT_COLUMNS)[ResultKind]>): Statistics =>
  Object.fromEntries(RESULT_KINDS.map((kind) => [kind, row[COUNT_COLUMNS[kind]]])) as Statistics

export const kindOfRow = (row: Pick<TestRow, 'status' | 'passed_manually' | 'issue_id'>): ResultKind =>
  kindOf({ status: row.status, passedManually: row.passed_manually, knownIssue: row.issue_id !== null })

/** Fields of a launch that are not columns of its row. */
export interface LaunchExtras {
  startedBy: NamedUser | null
  reviewedBy: NamedUser | null
  artifacts: {
    name: string
    public_id: string
    kind: 'file' | 'screenshot' | 'video'
    size_bytes: number
    at: number
  }[]
}

/** Returns the URL of an uploaded file; its last segment is only for display. */
export const artifactUrl = (publicId: string, name: string): string =>
  `/api/files/${publicId}/${encodeURIComponent(name)}`

/** Of a launch `l` that has ended: see `workedMsOf`. */
export const workedMs = sql`(extract(epoch from coalesce(l.paused_at, l.ended_at) - l.started_at) * 1000 - l.paused_ms)`

/** Duration of an ended launch without its pauses. One that was queued again and never continued worked until its end before that. */
export const workedMsOf = (
  row: Pick<LaunchRow, 'started_at' | 'ended_at' | 'paused_at' | 'paused_ms'>,
): number | null =>
  row.ended_at === null
    ? null
    : Math.max(0, (row.paused_at ?? row.ended_at).getTime() - row.started_at.getTime() - row.paused_ms)

export const launchOf = (row: LaunchRow, { startedBy, reviewedBy, artifacts }: LaunchExtras): Launch => {
  const underWay = isUnderWay(row.status)
  const { buildUrl, buildNumber = null } = row.origin
  return {
    id: row.id,
    number: row.number,
    uuid: row.uuid,
    projectId: row.project_id,
    name: row.name,
    status: row.status,
    framework: row.framework,
    environment: row.environment,
    build: row.build,
    browser: row.browser,
    browserVersion: row.browser_version,
    platform: row.platform,
    platformVersion: row.platform_version,
    locale: row.locale,
    milestone: row.milestone === null ? null : { name: row.milestone.name },
    testSuite: row.suite_name === null ? null : { name: row.suite_name },
    labels: row.labels,
    artifacts: [
      ...row.refs.map(({ name, value }) => ({ name, url: value, kind: 'link' as const, sizeBytes: null, at: null })),
      ...artifacts.map((artifact) => ({
        name: artifact.name,
        url: artifactUrl(artifact.public_id, artifact.name),
        kind: artifact.kind,
        sizeBytes: artifact.size_bytes,
        at: new Date(artifact.at).toISOString(),
      })),
    ],
    ciBuild: buildUrl === undefined ? null : { jobUrl: buildUrl, number: buildNumber },
    origin: row.origin,
    shards: row.shards === null ? null : shardsOf(row.shards),
    startedBy,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    elapsed: workedMsOf(row),
    pausedMs: row.paused_ms,
    reviewed: row.reviewed,
    comments: row.comments,
    review: row.reviewed_at === null ? null : { by: reviewedBy, at: row.reviewed_at.toISOString() },
    firstLaunchId: row.first_launch_id,
    pinned: row.pinned,
    hasConsole: row.has_console,
    isAbortPossible: underWay,
    isRelaunchPossible: !underWay,
    // Via the CI job or the launcher.
    isLaunchAgainPossible: row.first_launch_id !== null || (row.ci !== null && buildUrl !== undefined),
    statistics: statisticsOf(row),
  }
}

/** Returns how many shards have ended, and which have not begun. */
export const shardsOf = ({ total, parts }: StoredShards): LaunchShards => {
  const begun = new Set(parts.map(({ index }) => index))
  return {
    total,
    done: parts.filter(({ endedAt }) => endedAt !== null).length,
    missing: Array.from({ length: total }, (_, i) => i + 1).filter((index) => !begun.has(index)),
  }
}

/** Row of a test, and whether the project has it in quarantine. */
export type ShownTest = TestRow & { quarantined: boolean }

export const tagsOf = (
  row: Pick<TestRow, 'status' | 'failure_tag_id' | 'failure_tag_feedback'>,
): FailureTagAssignment[] =>
  row.status === 'FAILED' && row.failure_tag_id !== null
    ? [{ tagId: row.failure_tag_id, userFeedbackRequired: row.failure_tag_feedback }]
    : []

export const testOf = (row: ShownTest): LaunchTest => ({
  id: row.id,
  launchId: row.launch_id,
  name: row.name,
  className: row.class_name,
  methodName: row.method_name,
  status: row.status,
  passedManually: row.passed_manually,
  knownIssue: row.issue_id !== null,
  message: row.message,
  failureKey: row.failure_key,
  startTime: row.started_at.toISOString(),
  finishTime: row.ended_at?.toISOString() ?? null,
  durationMs: row.ended_at === null ? null : Math.max(0, row.ended_at.getTime() - row.started_at.getTime()),
  owner: row.owner,
  maintainerId: row.maintainer_id,
  attempts: row.attempt,
  testSessionsCount: row.sessions_count,
  artifactsCount: row.artifacts_count + row.refs.length,
  hasTrace: row.has_trace,
  testCases: row.test_cases,
  labels: row.labels,
  issueReferences: row.issue_id === null ? [] : [{ id: row.issue_id }],
  failureTagAssignments: tagsOf(row),
  quarantined: row.quarantined,
  testGroups: row.test_groups,
})
