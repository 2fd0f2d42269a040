/** Connects the launch page's machine with the server, the local log's windows of the launch and its tests, and both live streams. */
import { fromCallback, fromPromise } from 'xstate'
import {
  listTests,
  markTests,
  type TestsAnswer,
  type LaunchTest,
  type Mark,
  type SeenTest,
  type TestsQuery,
} from '../../../contract/launches/launch-tests.ts'
import { getStability, type TestStability } from '../../../contract/launches/test-stability.ts'
import { getLaunch, getPassRateHistory, type Launch } from '../../../contract/launches/launches.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { launchStream, projectStream, topics, replayStream } from '../../../contract/live.ts'
import {
  launchPage,
  testsList,
  testsPageOf,
  type PassRateHistory,
  type StabilityWanted,
  type TestsPage,
} from '../../../machines/launches/launch-page.machine.ts'
import { pickedQuery, type TestsPick } from '../../../machines/launches/picked-tests.ts'
import { launchKey, launchOf } from '../../../store/projections/launch.ts'
import { unknownRows } from '../../../store/projections/list-window.ts'
import { listOf } from '../../../store/projections/rows.ts'
import { putSnapshot } from '../../../store/log/snapshots.ts'
import { tests, testsKey, testsWindow, type TestsWindow } from '../../../store/projections/tests.ts'
import { testsQuestion } from '../address.ts'
import { following } from '../following.ts'
import type { LaunchesWorld } from '../list/launches-actors.ts'
import { keepAnswer, watchWindow } from '../local-window.ts'
import { afterPaint, nextTask } from '../../application/when-idle.ts'
import { tabShown } from '../tab-shown.ts'

/** Maximum test ids per stability call: they are in the URL, whose length is limited. */
const stabilityAtOnce = 50

export type LaunchWorld = LaunchesWorld & { launchId: number }

export const launchPageIn = ({ application, log, project, tenant, launchId }: LaunchWorld) => {
  const { sendRead, live } = application
  const ownStream = launchStream(launchId)
  const stream = projectStream(project.id)
  const one = launchOf(launchId)
  const keyOf = (query: TestsQuery) => testsKey(launchId, testsQuestion(query))
  let asked: TestsQuery | null = null
  let firstAnswer = () => {}
  const answered = new Promise<void>((resolve) => (firstAnswer = resolve))

  const shownOf = (query: TestsQuery, answer: TestsAnswer) => {
    const { items, _meta, groups, groupsTotal, sequence } = answer
    const state = testsWindow({ items, total: _meta.total, query, groups, groupsTotal })
    return { page: testsPageOf(answer), snapshot: { key: keyOf(query), stream: ownStream, sequence, state } }
  }
  const loadTests = (query: TestsQuery, signal: AbortSignal) =>
    sendRead(listTests, { params: { projectKey: project.key, launchId }, query, signal })
  const loadLaunch = async () => {
    const { launch, sequence } = await sendRead(getLaunch, { params: { projectKey: project.key, launchId } })
    const state = { launch, isDeleted: false }
    return { launch, snapshot: { key: launchKey(launchId), stream, sequence, state } }
  }

  return launchPage.provide({
    actors: {
      list: testsList.provide({
        actors: {
          load: fromPromise<TestsPage, { query: TestsQuery }>(async ({ input: { query }, signal }) => {
            const isFirst = asked === null
            asked = query
            try {
              const { page, snapshot } = shownOf(query, await loadTests(query, signal))
              // The first answer may precede the page: its rows render in a task of their own.
              if (isFirst) await nextTask()
              keepAnswer(log, tests, snapshot)
              return page
            } finally {
              firstAnswer()
            }
          }),
        },
      }),
      window: fromCallback<{ type: 'window/watch'; query: TestsQuery }, { query: TestsQuery }>(
        ({ input, receive, sendBack }) => {
          const watch = (query: TestsQuery) =>
            watchWindow({ log, projection: tests, key: keyOf(query), stream: ownStream }, (state) => {
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
      head: fromCallback(({ sendBack }) =>
        watchWindow({ log, projection: one, key: launchKey(launchId), stream }, ({ launch, isDeleted }) => {
          if (isDeleted) sendBack({ type: 'launch/deleted' })
          else if (launch !== null) sendBack({ type: 'launch/patched', launch })
        }),
      ),
      following: following(answered, () => {
        const fetchMissed = (of: string, after: number) =>
          sendRead(replayStream, { params: { projectKey: project.key, stream: of }, query: { after } })
        return [
          {
            log,
            live,
            stream,
            destinations: [topics.testRuns(tenant), topics.statistics(tenant)],
            source: {
              fetchMissed,
              reload: async () => {
                await putSnapshot(log, one, (await loadLaunch()).snapshot)
              },
            },
          },
          {
            log,
            live,
            stream: ownStream,
            destinations: [topics.tests(tenant, launchId), topics.passRate(tenant, launchId)],
            source: {
              fetchMissed,
              reload: async (_, signal) => {
                if (asked === null) return
                const { snapshot } = shownOf(asked, await loadTests(asked, signal))
                await putSnapshot(log, tests, snapshot)
              },
            },
          },
        ]
      }),
      stability: fromCallback<StabilityWanted>(({ receive, sendBack }) => {
        const known = new Map<number, LaunchTest['status']>()
        const ask = async (ids: readonly number[]) => {
          // After the rows.
          await afterPaint()
          try {
            const { items } = await sendRead(getStability, {
              params: { projectKey: project.key, launchId },
              query: { testId: ids.map(String) },
            })
            sendBack({ type: 'stability/known', items: items satisfies TestStability[] })
          } catch {
            // Optional: retried with the next rows.
            for (const id of ids) known.delete(id)
          }
        }
        receive(({ tests: shown }) => {
          const fresh = shown.filter(({ id, status }) => status !== 'IN_PROGRESS' && known.get(id) !== status)
          for (const { id, status } of fresh) known.set(id, status)
          const ids = fresh.map(({ id }) => id)
          for (let at = 0; at < ids.length; at += stabilityAtOnce) void ask(ids.slice(at, at + stabilityAtOnce))
        })
      }),
      tab: tabShown,
      loadLaunch: fromPromise<Launch>(async () => {
        const { launch, snapshot } = await loadLaunch()
        keepAnswer(log, one, snapshot)
        return launch
      }),
      loadHistory: fromPromise<PassRateHistory>(
        async () => (await sendRead(getPassRateHistory, { params: { projectKey: project.key, launchId } })).items,
      ),
      loadPicked: fromPromise<readonly LaunchTest[], { query: TestsQuery; pick: TestsPick }>(
        async ({ input: { query, pick }, signal }) => {
          const asked = pickedQuery(query, pick)
          if (asked === null) return []
          const picked: LaunchTest[] = []
          for (let page = 1; picked.length < LIMITS.testsAtOnce; page += 1) {
            const question = { ...asked, group: 'none' as const, page, pageSize: LIMITS.maxTestsPageSize }
            const { items, _meta } = await sendRead(listTests, {
              params: { projectKey: project.key, launchId },
              query: question,
              signal,
            })
            picked.push(...items)
            if (page >= _meta.totalPages) break
          }
          return picked.slice(0, LIMITS.testsAtOnce)
        },
      ),
      mark: fromPromise<readonly LaunchTest[], { seen: readonly SeenTest[]; status: Mark }>(
        async ({ input: { seen, status } }) => {
          const { items } = await sendRead(markTests, {
            params: { projectKey: project.key, launchId },
            body: { ids: seen.map(({ id }) => id), status, seen: [...seen] },
          })
          return items
        },
      ),
    },
  })
}

const pageOf = (window: TestsWindow): TestsPage => ({
  rows: listOf(window.rows),
  total: window.total,
  unknown: unknownRows(window),
  groups: window.groups,
  groupsTotal: window.groupsTotal,
})
