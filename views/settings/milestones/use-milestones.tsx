import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import { projectStream, topics } from '../../../contract/live.ts'
import type { Milestone } from '../../../contract/settings/milestones.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { faceOfList, isBusy, pagedList, type ListPage } from '../../../machines/patterns/paged-list.machine.ts'
import { useApplication, useMay, useProject, useSession } from '../../boot/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { useDeletion } from '../deletion.tsx'
import { ExploratoryUses } from '../exploratory-uses.tsx'
import { hrefOf, readQuery, type MilestonesQuery } from './query.ts'
import { useSettings } from '../use-settings.ts'

/** The page of the list that the address asks for. The address leads, the machine follows, and the other way round. */
export function useMilestones(focusAfter: () => HTMLElement | null) {
  const { key } = useProject()
  const { milestones } = useSettings()
  const search = useSearch()
  const [, navigate] = useLocation()
  const machine = useMemo(
    () =>
      pagedList<Milestone, MilestonesQuery>({ isFiltered: () => false }).provide({
        actors: {
          load: fromPromise<ListPage<Milestone>, { query: MilestonesQuery }>(async ({ input, signal }) => {
            const { page, pageSize, completed } = input.query
            const { items, totalResults } = await milestones.list(key, { page, pageSize, completed }, signal)
            return { rows: items, total: totalResults }
          }),
        },
      }),
    [milestones, key],
  )
  const [snapshot, send, list] = useMachine(machine, { input: { query: readQuery(search) } })
  useEffect(() => {
    const told = list.on('query/changed', ({ query }) => navigate(hrefOf(key, query), { replace: true }))
    return () => told.unsubscribe()
  }, [list, navigate, key])
  useEffect(() => send({ type: 'query/opened', query: readQuery(search) }), [search, send])
  const refresh = () => send({ type: 'list/refresh' })
  useProgressNews(refresh)
  const deletion = useDeletion<Milestone>({
    perform: ({ id }) => milestones.delete(key, id),
    words: ({ id, name, launches }) => ({
      title: `Delete milestone ${name}?`,
      action: 'Delete milestone',
      about: (
        <>
          {launches === 0
            ? 'It has no launches. This cannot be undone.'
            : `${launches === 1 ? 'The launch that belongs to it stays' : `The ${launches.toLocaleString('en')} launches that belong to it stay`} and go on naming it. This cannot be undone.`}
          <ExploratoryUses kind="milestone" id={id} />
        </>
      ),
      done: TEXTS.milestoneDeleted,
    }),
    onDeleted: refresh,
    focusAfter,
  })
  const { page, query, failure } = snapshot.context
  return {
    rows: page.rows,
    total: page.total,
    query,
    failure,
    face: faceOfList(snapshot),
    isBusy: isBusy(snapshot),
    refresh,
    askToDelete: deletion.ask,
    dialog: deletion.dialog,
  }
}

/** As often as a list follows launches that are under way (LIVE-04). */
const settleMs = 2000
const AREAS = ['milestones'] as const

/** Launches report, or somebody changes a milestone: the list is asked for again, however much happens at a time. */
function useProgressNews(refresh: () => void): void {
  const { live } = useApplication()
  const { tenant } = useSession().workspace
  const { id } = useProject()
  const hasLaunches = useMay().isOn('test-automation')
  const changes$ = useSettingsChanges(AREAS)
  const latest = useLatest(refresh)
  useEffect(() => {
    const { tell, stop } = collecting(() => latest()())
    const followed = [
      changes$.subscribe(tell),
      ...(hasLaunches ? [topics.testRuns(tenant), topics.statistics(tenant)] : []).map((topic) =>
        live.follow(topic, tell).subscribe(({ stream }) => {
          if (stream === projectStream(id)) tell()
        }),
      ),
    ]
    return () => {
      stop()
      followed.forEach((one) => one.unsubscribe())
    }
  }, [live, tenant, id, hasLaunches, changes$, latest])
}

/** Runs once for all that is told within a while. */
const collecting = (run: () => void) => {
  let waiting: ReturnType<typeof setTimeout> | undefined
  return {
    tell: () => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        run()
      }, settleMs)
    },
    stop: () => clearTimeout(waiting),
  }
}
