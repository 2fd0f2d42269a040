/** Server-drawn launches list: a snapshot without live updates. */
import { createActor, fromPromise, waitFor, type SnapshotFrom } from 'xstate'
import { listLaunches, type Launch, type LaunchesQuery } from '../../../contract/launches/launches.ts'
import { launchesList, launchesPage } from '../../../machines/launches/launches-list.machine.ts'
import { faceOfList, type ListPage } from '../../../machines/patterns/paged-list.machine.ts'
import { silent, type DrawnPage } from '../drawn-page.ts'
import { launchesQueryOf } from '../../launches/address.ts'
import { OpenedLaunches } from '../../launches/list/opened-launches.tsx'

/** Null: no launches, or no access; the page itself says why. */
export const prerenderLaunches: DrawnPage = async ({ send, projectKey, search }, draw) => {
  const load = async ({ input: { query } }: { input: { query: LaunchesQuery } }): Promise<ListPage<Launch>> => {
    const { items, _meta } = await send(listLaunches, { params: { projectKey }, query })
    return { rows: items, total: _meta.total }
  }
  const machine = launchesPage.provide({
    actors: {
      list: launchesList.provide({ actors: { load: fromPromise(load) } }),
      window: silent(),
      following: silent(),
      tab: silent(),
    },
  })
  const page = createActor(machine, { input: { query: launchesQueryOf(search) } }).start()
  try {
    const face = faceOf(await waitFor(page, (snapshot) => faceOf(snapshot) !== 'loading'))
    return face === 'shown' || face === 'noResults' ? draw(<OpenedLaunches page={page} />) : null
  } finally {
    page.stop()
  }
}

const faceOf = ({ children: { list } }: SnapshotFrom<typeof launchesPage>) =>
  list === undefined ? 'loading' : faceOfList(list.getSnapshot())
