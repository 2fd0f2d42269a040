/** The page of a launch as the server draws it: from the answers it has, with nothing that follows them. */
import type { ReactNode } from 'react'
import {
  createActor,
  fromCallback,
  fromPromise,
  waitFor,
  type EventObject,
  type NonReducibleUnknown,
  type SnapshotFrom,
} from 'xstate'
import type { TestsQuery } from '../../../contract/launches/launch-tests.ts'
import type { Launch } from '../../../contract/launches/launches.ts'
import { launchPage, testsList, type PassRateHistory } from '../../../machines/launches/launch-page.machine.ts'
import { faceOfList } from '../../../machines/patterns/paged-list.machine.ts'
import type { LaunchesService } from '../../../services/launches/launches.ts'
import { testsQueryOf } from '../address.ts'
import { launchReads, testsPageOf } from './launch-reads.ts'
import { OpenedLaunch } from './opened-launch.tsx'

const nothing = <Heard extends EventObject, Input extends NonReducibleUnknown>() =>
  fromCallback<Heard, Input>(() => undefined)

/**
 * Has the launch drawn by `draw`, and gives what that gives. Null: there is no such launch, or its tests cannot be shown; the page
 * itself says why.
 */
export const prerenderLaunch = async <Drawn,>(
  launches: LaunchesService,
  { projectKey, launchId, search }: { projectKey: string; launchId: number; search: string },
  draw: (page: ReactNode) => Drawn,
): Promise<Drawn | null> => {
  const load = async ({ input: { query } }: { input: { query: TestsQuery } }) =>
    testsPageOf(await launches.tests(projectKey, launchId, query))
  const machine = launchPage.provide({
    actors: {
      list: testsList.provide({ actors: { load: fromPromise(load) } }),
      loadLaunch: fromPromise<Launch>(async () => (await launches.get(projectKey, launchId)).launch),
      loadHistory: fromPromise<PassRateHistory>(() => new Promise(() => undefined)),
      window: nothing(),
      head: nothing(),
      following: nothing(),
      stability: nothing(),
      tab: nothing(),
    },
  })
  const page = createActor(machine, { input: { query: testsQueryOf(search) } }).start()
  try {
    const isAnswered = (snapshot: SnapshotFrom<typeof machine>) =>
      faceOf(snapshot) !== 'loading' && !snapshot.matches({ launch: 'loading' })
    const answered = await waitFor(page, isAnswered)
    if (!answered.matches({ launch: 'shown' }) || faceOf(answered) === 'failed') return null
    return draw(<OpenedLaunch launchId={launchId} page={page} reads={launchReads(launches, projectKey, launchId)} />)
  } finally {
    page.stop()
  }
}

const faceOf = ({ children: { list } }: SnapshotFrom<typeof launchPage>) =>
  list === undefined ? 'loading' : faceOfList(list.getSnapshot())
