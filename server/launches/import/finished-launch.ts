import type { FinishedLaunch, FinishedTest } from '../../../contract/launches/finished-launch.ts'
import { linkIssueBy } from '../actions/link-issue.ts'
import { finishLaunch } from '../reporting/launch-endings.ts'
import { startLaunch } from '../reporting/launch-operations.ts'
import { addLabeledOrigin, addLabels, sortLabels } from '../reporting/labels.ts'
import type { LaunchRow } from '../rows.ts'
import type { Operation } from '../writer/operation.ts'
import { addReportedTests, failureKeysOf, prepareTests, type TimedTest } from './add-tests.ts'
import { CASE_LABEL } from './formats/case-links.ts'
import { aTest } from './formats/reported.ts'
import type { ImportPlace } from './run.ts'

interface Recorded {
  launchId: number
  number: number
  /** In the order of the tests; empty when the launch existed already. */
  testIds: number[]
}

/** Records a finished launch with its tests as one operation; a launch with the same uuid is left unchanged. */
export const recordLaunch = (place: ImportPlace, given: FinishedLaunch): Operation<Recorded> => {
  const { projectId, userId } = place
  const start = startLaunch(projectId, userId, startOf(given))
  const tests = prepareTests(given.tests.map(timed))
  return {
    needs: {
      ...start.needs,
      createsTests: tests.length,
      failures: [{ projectId, keys: failureKeysOf(tests) }],
    },
    apply: (batch) => {
      const known = batch.launchByUuid(projectId, given.uuid)
      if (known) return { launchId: known.id, number: known.number, testIds: [] }
      const launch = start.apply(batch)
      const { labels, locale, tcm } = sortLabels(given.labels)
      batch.setLaunch({
        ...launch,
        labels: addLabels([], labels),
        origin: addLabeledOrigin(launch.origin, labels),
        locale,
        tcm,
        browser: given.browser,
        platform: given.platform,
      })
      const testIds = addReportedTests({ launchId: launch.id, projectId }, tests).apply(batch)
      for (const [turn, { issueId, logs }] of given.tests.entries()) {
        const id = testIds[turn]
        if (id === undefined) continue
        if (issueId !== null) linkIssueBy({ projectId, launchId: launch.id, userId }, [id], issueId).apply(batch)
        const { attempt } = batch.test(launch.id, id)
        for (const { at, level, message } of logs)
          batch.logLines.push({ test_id: id, attempt, at: at.getTime(), level, message })
      }
      const ended = finishLaunch(launch.id, given.endedAt).apply(batch)
      batch.setLaunch({ ...ended, ...reviewOf(given, userId) })
      return { launchId: launch.id, number: launch.number, testIds }
    },
  }
}

const startOf = (given: FinishedLaunch): Parameters<typeof startLaunch>[2] => ({
  uuid: given.uuid,
  name: given.name,
  startedAt: given.startedAt,
  status: null,
  framework: given.framework,
  config: { environment: given.environment, build: given.build, treatSkipsAsFailures: false },
  milestone: given.milestone === null ? null : { id: null, name: given.milestone },
  ciContext: null,
  origin: given.origin,
  buildKey: null,
  shard: null,
  notifications: null,
  notificationTargets: null,
  jenkinsContext: null,
})

const timed = (test: FinishedTest): TimedTest => ({
  ...aTest({
    name: test.name,
    status: test.result,
    className: test.className,
    methodName: test.name.slice(0, 2000),
    reason: test.reason,
    owner: test.maintainer,
    labels: [...test.labels, ...test.caseKeys.map((value) => ({ key: CASE_LABEL, value }))],
    earlier: test.earlier.map(({ result, reason }) => ({ status: result, reason })),
  }),
  start: test.startedAt,
  end: test.endedAt,
})

const reviewOf = ({ review, endedAt }: FinishedLaunch, userId: number): Partial<LaunchRow> =>
  review === null ? {} : { reviewed: true, reviewed_by: userId, reviewed_at: endedAt, comments: review }
