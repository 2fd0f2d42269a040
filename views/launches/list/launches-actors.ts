/** Connects the launches page's machine with the server's list, the local log's window of it, and the project's live stream. */
import { fromCallback, fromPromise } from 'xstate'
import { launchesList, launchesPage } from '../../../machines/launches/launches-list.machine.ts'
import { projectStream, topics, replayStream } from '../../../contract/live.ts'
import { listLaunches, type Launch, type LaunchesQuery } from '../../../contract/launches/launches.ts'
import type { Project } from '../../../contract/projects/projects.ts'
import type { ListPage } from '../../../machines/patterns/paged-list.machine.ts'
import { launches, launchesKey, launchesWindow, type LaunchesWindow } from '../../../store/projections/launches.ts'
import { unknownRows } from '../../../store/projections/list-window.ts'
import type { Log } from '../../../store/log/log.ts'
import { listOf } from '../../../store/projections/rows.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import type { Application } from '../../application/application.ts'
import { launchesQuestion } from '../address.ts'
import { following } from '../following.ts'
import { keepAnswer, watchWindow } from '../local-window.ts'
import { tabShown } from '../tab-shown.ts'

export type LaunchesWorld = {
  application: Pick<Application, 'sendRead' | 'live'>
  log: Log
  project: Project
  tenant: string
}

export const launchesPageIn = ({ application, log, project, tenant }: LaunchesWorld) => {
  const stream = projectStream(project.id)
  const keyOf = (query: LaunchesQuery) => launchesKey(project.id, launchesQuestion(query))
  let asked: LaunchesQuery | null = null
  let firstAnswer = () => {}
  const answered = new Promise<void>((resolve) => (firstAnswer = resolve))

  const load = async (query: LaunchesQuery, signal?: AbortSignal) => {
    const { items, _meta, sequence } = await application.sendRead(listLaunches, {
      params: { projectKey: project.key },
      query,
      signal,
    })
    const state = launchesWindow({ items, total: _meta.total, query })
    return {
      page: { rows: items, total: _meta.total },
      snapshot: { key: keyOf(query), stream, sequence, state },
    }
  }

  return launchesPage.provide({
    actors: {
      list: launchesList.provide({
        actors: {
          load: fromPromise<ListPage<Launch>, { query: LaunchesQuery }>(async ({ input: { query }, signal }) => {
            asked = query
            try {
              const { page, snapshot } = await load(query, signal)
              keepAnswer(log, launches, snapshot)
              return page
            } finally {
              firstAnswer()
            }
          }),
        },
      }),
      window: fromCallback<{ type: 'window/watch'; query: LaunchesQuery }, { query: LaunchesQuery }>(
        ({ input, receive, sendBack }) => {
          const watch = (query: LaunchesQuery) =>
            watchWindow({ log, projection: launches, key: keyOf(query), stream }, (state) => {
              if (state.query !== null) sendBack({ type: 'page/patched', query, page: pageOf(state) })
            })
          let stop = watch(input.query)
          receive(({ query }) => {
            stop()
            stop = watch(query)
          })
          return () => stop()
        },
      ),
      following: following(answered, () => [
        {
          log,
          live: application.live,
          stream,
          destinations: [topics.testRuns(tenant), topics.statistics(tenant)],
          source: {
            fetchMissed: (of, after) =>
              application.sendRead(replayStream, { params: { projectKey: project.key, stream: of }, query: { after } }),
            reload: async (_, signal) => {
              if (asked !== null) await putSnapshot(log, launches, (await load(asked, signal)).snapshot)
            },
          },
        },
      ]),
      tab: tabShown,
    },
  })
}

const pageOf = (window: LaunchesWindow): ListPage<Launch> => ({
  rows: listOf(window.rows),
  total: window.total,
  unknown: unknownRows(window),
})
