/** Test runs for the address's query: results of others update rows in place, other changes reload the page. */
import { auditTime, bufferTime, filter, merge, scan, share, Subject } from 'rxjs'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import { RunState } from '../../../contract/runs/commands.ts'
import { listTestRuns, type TestRunSummary } from '../../../contract/runs/runs.ts'
import { useApplication, useProject, useResource, useSession, useStream } from '../../application/context.tsx'
import { timesOf } from '../../shared/cases/address.ts'
import { idle } from '../../application/when-idle.ts'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { isRunsFiltered, readRunsQuery, runsHref, type RunsQuery } from '../address.ts'

type States = ReadonlyMap<number, RunState>
const NONE: States = new Map()

/** Returns the newer of a loaded row and a live update, which may arrive in either order. */
const newest = (run: TestRunSummary, states: States): TestRunSummary => {
  const state = states.get(run.id)
  return state === undefined || state.revision <= run.revision
    ? run
    : { ...run, closed: state.closed, caseStatusStatistics: state.caseStatusStatistics, revision: state.revision }
}

export function useRunsList() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const { id, key } = useProject()
  const [, navigate] = useLocation()
  const news = useMemo(() => {
    const connected = new Subject<void>()
    const messages$ = live
      .followNews(topics.runs(tenant, id), () => connected.next())
      .pipe(
        filter((message) => message.type === 'RUN'),
        share(),
      )
    return {
      states$: messages$.pipe(
        bufferTime(LIMITS.liveBatchMs),
        filter((batch) => batch.length > 0),
        scan((states: States, batch) => {
          const next = new Map(states)
          for (const { state } of batch) {
            const read = RunState.safeParse(state)
            if (read.success) next.set(read.data.id, read.data)
          }
          return next
        }, NONE),
      ),
      stale$: merge(connected, messages$.pipe(filter(({ isWhole, isDeleted }) => isWhole || isDeleted))).pipe(
        auditTime(LIMITS.liveBatchMs),
      ),
    }
  }, [live, tenant, id])
  const list = usePagedList<TestRunSummary, RunsQuery>({
    load: async (query, signal) => {
      const { from, to } = timesOf(query.created)
      const { items, _meta } = await send(listTestRuns, {
        params: { projectKey: key },
        query: {
          q: query.q,
          closed: query.closed ? 'true' : 'false',
          milestoneId: query.milestoneId,
          environmentId: query.environmentId,
          configuration: query.configuration,
          ...(from === undefined ? {} : { createdFrom: from }),
          ...(to === undefined ? {} : { createdTo: to }),
          page: query.page,
          pageSize: query.pageSize,
        },
        signal,
      })
      return { rows: items, total: _meta.total }
    },
    read: readRunsQuery,
    hrefOf: (query) => runsHref(key, query),
    isFiltered: isRunsFiltered,
    follow: () => news.stale$,
  })
  const counts = useResource(
    async () => {
      await idle()
      const [open, closed] = await Promise.all(
        (['false', 'true'] as const).map((state) =>
          send(listTestRuns, { params: { projectKey: key }, query: { closed: state, pageSize: 1 } }),
        ),
      )
      return { open: open?._meta.total ?? 0, closed: closed?._meta.total ?? 0 }
    },
    { follow: () => news.stale$ },
  )
  const states = useStream(news.states$, NONE)
  const rows = useMemo(() => list.rows.map((run) => newest(run, states)), [list.rows, states])
  return {
    ...list,
    rows,
    /** Total counts, regardless of the search; null while loading. */
    counts: counts.value,
    refresh: () => {
      list.refresh()
      counts.refresh()
    },
    clear: () => navigate(runsHref(key, { closed: list.query.closed })),
  }
}
