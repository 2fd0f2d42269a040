/** Joins the test page's machine with the server and the live stream of the test's launch. */
import { fromCallback, fromPromise } from 'xstate'
import type { LaunchTest, Mark } from '../../../contract/launches/launch-tests.ts'
import { launchStream, topics } from '../../../contract/live.ts'
import {
  testPage,
  type LogPage,
  type LogPlace,
  type TestDetails,
  type TestHistory,
} from '../../../machines/launches/test-page.machine.ts'
import { project$ } from '../../../store/projections/project.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import { testOf } from '../../../store/projections/tests.ts'
import type { Application } from '../../boot/application.ts'
import { returns } from '../../boot/connection-state.ts'
import { followStream } from '../../boot/log/stream-following.ts'
import type { LaunchesWorld } from '../list/launches-actors.ts'
import { tabShown } from '../tab-shown.ts'

export type TestWorld = LaunchesWorld & {
  application: Pick<Application, 'connection$'>
  launchId: number
  testId: number
}

export const testPageIn = ({ application, log, project, tenant, launchId, testId }: TestWorld) => {
  const { launches, live } = application
  const stream = launchStream(launchId)
  const key = `test:${testId}`
  const own = testOf(testId)
  const trouble = (cause: unknown) => log.trouble$.next({ kind: 'failed', cause })
  const load = async () => {
    const details = await launches.test(project.key, launchId, testId)
    return { details, snapshot: { key, stream, sequence: details.sequence, state: { test: details.test } } }
  }
  let firstAnswer = () => {}
  const answered = new Promise<void>((resolve) => (firstAnswer = resolve))

  return testPage.provide({
    actors: {
      live: fromCallback(({ sendBack }) => {
        let isOver = false
        let stop = () => {}
        let status: LaunchTest['status'] | null = null
        const watched = project$({ log, projection: own, key, stream }).subscribe({
          next: ({ state }) => {
            const { test } = state
            if (test === null) return
            sendBack({ type: 'test/patched', test })
            // Its end brings what no live message holds: the whole stack trace, artifacts, the last attempt.
            if (status !== null && status !== test.status) sendBack({ type: 'test/refresh' })
            status = test.status
          },
          error: trouble,
        })
        const begin = async () => {
          await answered
          if (isOver) return
          const followed = followStream({
            log,
            live,
            stream,
            destinations: [topics.tests(tenant, launchId), topics.passRate(tenant, launchId)],
            source: {
              fetchMissed: (of, after) => launches.replay(project.key, of, after),
              reload: async () => {
                await putSnapshot(log, own, (await load()).snapshot)
              },
            },
            inProgress: false,
          })
          stop = followed.stop
        }
        void begin()
        return () => {
          isOver = true
          watched.unsubscribe()
          stop()
        }
      }),
      tab: tabShown,
      connection: fromCallback(({ sendBack }) => {
        const watched = returns(application.connection$).subscribe(() => sendBack({ type: 'server/back' }))
        return () => watched.unsubscribe()
      }),
      loadTest: fromPromise<TestDetails>(async () => {
        try {
          const { details, snapshot } = await load()
          putSnapshot(log, own, snapshot).catch(trouble)
          return details
        } finally {
          firstAnswer()
        }
      }),
      loadHistory: fromPromise<TestHistory>(() => launches.testHistory(project.key, launchId, testId)),
      loadLog: fromPromise<LogPage, LogPlace>(({ input: { attempt, pageToken } }) =>
        launches.testLogs(project.key, launchId, testId, { attempt, ...(pageToken === null ? {} : { pageToken }) }),
      ),
      linkIssue: fromPromise<unknown, { issueId: string }>(({ input: { issueId } }) =>
        launches.linkIssue(project.key, launchId, [testId], issueId),
      ),
      mark: fromPromise<{ test: LaunchTest | null }, { status: Mark }>(async ({ input: { status } }) => {
        const { items } = await launches.mark(project.key, launchId, [testId], status)
        return { test: items[0] ?? null }
      }),
    },
  })
}
