/** Connects the test page's machine with the server and the live streams of the launch and the project. */
import { fromCallback, fromPromise } from 'xstate'
import { markTests, type LaunchTest, type Mark, type SeenTest } from '../../../contract/launches/launch-tests.ts'
import { getLaunch } from '../../../contract/launches/launches.ts'
import { getTest, listTestHistory, listTestLogs } from '../../../contract/launches/test-details.ts'
import { launchStream, projectStream, topics, replayStream } from '../../../contract/live.ts'
import {
  testPage,
  type LogPage,
  type LogPlace,
  type TestDetails,
  type TestHistory,
} from '../../../machines/launches/test-page.machine.ts'
import { launchKey, launchOf } from '../../../store/projections/launch.ts'
import { project$ } from '../../../store/projections/project.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import { testOf } from '../../../store/projections/tests.ts'
import type { Application } from '../../application/application.ts'
import { returns } from '../../application/connection-state.ts'
import { afterPaint } from '../../application/when-idle.ts'
import { following } from '../following.ts'
import type { LaunchesWorld } from '../list/launches-actors.ts'
import { watchWindow } from '../local-window.ts'
import { tabShown } from '../tab-shown.ts'

export type TestWorld = LaunchesWorld & {
  application: Pick<Application, 'connection$'>
  launchId: number
  testId: number
}

export const testPageIn = ({ application, log, project, tenant, launchId, testId }: TestWorld) => {
  const { sendRead, live } = application
  const stream = launchStream(launchId)
  const key = `test:${testId}`
  const own = testOf(testId)
  const ofProject = projectStream(project.id)
  const head = launchOf(launchId)
  const trouble = (cause: unknown) => log.trouble$.next({ kind: 'failed', cause })
  const load = async () => {
    const details = await sendRead(getTest, { params: { projectKey: project.key, launchId, testId } })
    return { details, snapshot: { key, stream, sequence: details.sequence, state: { test: details.test } } }
  }
  let firstAnswer = () => {}
  const answered = new Promise<void>((resolve) => (firstAnswer = resolve))
  let launchKnown = () => {}
  const launchAnswered = new Promise<void>((resolve) => (launchKnown = resolve))
  const loadLaunch = async () => {
    const { launch, sequence } = await sendRead(getLaunch, { params: { projectKey: project.key, launchId } })
    return { key: launchKey(launchId), stream: ofProject, sequence, state: { launch, isDeleted: false } }
  }

  return testPage.provide({
    actors: {
      window: fromCallback(({ sendBack }) => {
        let last: LaunchTest | null = null
        const watched = project$({ log, projection: own, key, stream }).subscribe({
          next: ({ state }) => {
            const { test } = state
            if (test === null) return
            sendBack({ type: 'test/patched', test })
            if (last !== null && hasMoreDetails(last, test)) sendBack({ type: 'test/refresh' })
            last = test
          },
          error: trouble,
        })
        return () => watched.unsubscribe()
      }),
      head: fromCallback(({ sendBack }) => {
        let isOver = false
        const begin = async () => {
          await answered
          await afterPaint()
          try {
            if (!isOver) await putSnapshot(log, head, await loadLaunch())
          } catch {
            // The stream is followed even without the launch, and delivers it with the next change.
          } finally {
            launchKnown()
          }
        }
        void begin()
        const stop = watchWindow(
          { log, projection: head, key: launchKey(launchId), stream: ofProject },
          ({ launch }) => {
            if (launch !== null) sendBack({ type: 'launch/patched', status: launch.status })
          },
        )
        return () => {
          isOver = true
          stop()
        }
      }),
      following: following(launchAnswered, () => {
        const fetchMissed = (of: string, after: number) =>
          sendRead(replayStream, { params: { projectKey: project.key, stream: of }, query: { after } })
        return [
          {
            log,
            live,
            stream: ofProject,
            destinations: [topics.testRuns(tenant), topics.statistics(tenant)],
            source: {
              fetchMissed,
              reload: async () => {
                await putSnapshot(log, head, await loadLaunch())
              },
            },
          },
          {
            log,
            live,
            stream,
            destinations: [topics.tests(tenant, launchId), topics.passRate(tenant, launchId)],
            source: {
              fetchMissed,
              reload: async () => {
                await putSnapshot(log, own, (await load()).snapshot)
              },
            },
          },
        ]
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
      loadHistory: fromPromise<TestHistory>(() =>
        sendRead(listTestHistory, { params: { projectKey: project.key, launchId, testId } }),
      ),
      loadLog: fromPromise<LogPage, LogPlace>(({ input: { attempt, pageToken } }) =>
        sendRead(listTestLogs, {
          params: { projectKey: project.key, launchId, testId },
          query: { attempt, ...(pageToken === null ? {} : { pageToken }) },
        }),
      ),
      mark: fromPromise<{ test: LaunchTest | null }, { status: Mark; seen: readonly SeenTest[] }>(
        async ({ input: { status, seen } }) => {
          const { items } = await sendRead(markTests, {
            params: { projectKey: project.key, launchId },
            body: { ids: seen.map(({ id }) => id), status, seen: [...seen] },
          })
          return { test: items[0] ?? null }
        },
      ),
    },
  })
}

/** Returns whether the details of a test have changed: live messages lack its full stack trace, its artifacts and its attempts. */
const hasMoreDetails = (before: LaunchTest, now: LaunchTest): boolean =>
  before.status !== now.status || before.artifactsCount !== now.artifactsCount || before.attempts !== now.attempts
