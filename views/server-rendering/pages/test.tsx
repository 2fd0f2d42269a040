/** Server-drawn page of a test without its log, which may be long and loads in the browser. */
import { createActor, fromPromise, waitFor } from 'xstate'
import { getTest } from '../../../contract/launches/test-details.ts'
import {
  testPage,
  type LogPage,
  type LogPlace,
  type TestDetails,
  type TestHistory,
} from '../../../machines/launches/test-page.machine.ts'
import { silent, type DrawnPage } from '../drawn-page.ts'
import { attemptOf } from '../../launches/test/attempt.ts'
import { OpenedTest } from '../../launches/test/opened-test.tsx'

/** Null: no such test; the page itself shows this. */
export const prerenderTest: DrawnPage = async ({ send, projectKey, params, search }, draw) => {
  const launchId = Number(params['launchId'])
  const testId = Number(params['testId'])
  const machine = testPage.provide({
    actors: {
      loadTest: fromPromise<TestDetails>(() => send(getTest, { params: { projectKey, launchId, testId } })),
      loadHistory: fromPromise<TestHistory>(() => new Promise(() => undefined)),
      loadLog: fromPromise<LogPage, LogPlace>(() => new Promise(() => undefined)),
      window: silent(),
      head: silent(),
      following: silent(),
      tab: silent(),
      connection: silent(),
    },
  })
  const page = createActor(machine, { input: { attempt: attemptOf(search) } }).start()
  try {
    const answered = await waitFor(page, (snapshot) => !snapshot.matches({ test: 'loading' }))
    return answered.matches({ test: 'shown' })
      ? draw(<OpenedTest launchId={launchId} testId={testId} page={page} />)
      : null
  } finally {
    page.stop()
  }
}
