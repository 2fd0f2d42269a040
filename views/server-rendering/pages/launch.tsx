/** Server-drawn page of a launch: a snapshot without live updates. */
import { createActor, fromPromise, waitFor, type SnapshotFrom } from 'xstate'
import { listTests, type TestsQuery } from '../../../contract/launches/launch-tests.ts'
import { getLaunch, type Launch } from '../../../contract/launches/launches.ts'
import {
  launchPage,
  testsList,
  testsPageOf,
  type PassRateHistory,
} from '../../../machines/launches/launch-page.machine.ts'
import { faceOfList } from '../../../machines/patterns/paged-list.machine.ts'
import { silent, type DrawnPage } from '../drawn-page.ts'
import { testsQueryOf } from '../../launches/address.ts'
import { OpenedLaunch } from '../../launches/launch/opened-launch.tsx'

/** Null: no such launch, or its tests are not accessible; the page itself says why. */
export const prerenderLaunch: DrawnPage = async ({ send, projectKey, params, search }, draw) => {
  const launchId = Number(params['launchId'])
  const load = async ({ input: { query } }: { input: { query: TestsQuery } }) =>
    testsPageOf(await send(listTests, { params: { projectKey, launchId }, query }))
  const machine = launchPage.provide({
    actors: {
      list: testsList.provide({ actors: { load: fromPromise(load) } }),
      loadLaunch: fromPromise<Launch>(async () => (await send(getLaunch, { params: { projectKey, launchId } })).launch),
      loadHistory: fromPromise<PassRateHistory>(() => new Promise(() => undefined)),
      window: silent(),
      head: silent(),
      following: silent(),
      stability: silent(),
      tab: silent(),
    },
  })
  const page = createActor(machine, { input: { query: testsQueryOf(search) } }).start()
  try {
    const isAnswered = (snapshot: SnapshotFrom<typeof machine>) =>
      faceOf(snapshot) !== 'loading' && !snapshot.matches({ launch: 'loading' })
    const answered = await waitFor(page, isAnswered)
    if (!answered.matches({ launch: 'shown' }) || faceOf(answered) === 'failed') return null
    return draw(<OpenedLaunch launchId={launchId} page={page} />)
  } finally {
    page.stop()
  }
}

const faceOf = ({ children: { list } }: SnapshotFrom<typeof launchPage>) =>
  list === undefined ? 'loading' : faceOfList(list.getSnapshot())
