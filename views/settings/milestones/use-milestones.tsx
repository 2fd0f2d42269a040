import { useMachine } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import type { Milestone } from '../../../contract/settings/milestones.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { faceOfList, isBusy, pagedList, type ListPage } from '../../../machines/paged-list.ts'
import { useProject } from '../../app/context.tsx'
import { useDeletion } from '../deletion.tsx'
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
  const deletion = useDeletion<Milestone>({
    perform: ({ id }) => milestones.delete(key, id),
    words: ({ name, launches }) => ({
      title: `Delete milestone ${name}?`,
      action: 'Delete milestone',
      about:
        launches === 0
          ? 'No launch belongs to it. This cannot be undone.'
          : `${launches === 1 ? 'The launch that belongs to it stays' : `The ${launches.toLocaleString('en')} launches that belong to it stay`} and go on naming it. This cannot be undone.`,
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
