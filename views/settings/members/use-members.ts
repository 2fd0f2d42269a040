import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { fromPromise } from 'xstate'
import type { Role } from '../../../contract/access.ts'
import type { Member, MembersQuery } from '../../../contract/settings/members.ts'
import { faceOfList, isBusy, pagedList, type ListPage } from '../../../machines/patterns/paged-list.machine.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { membersHref, readQuery } from './query.ts'
import { useSettings } from '../use-settings.ts'

/** The page of members that the address asks for. It is asked for again when somebody else changes the members. */
export function useMembers(projectKey: string) {
  const settings = useSettings()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [acting, setActing] = useState<Role>('GUEST')
  const machine = useMemo(
    () =>
      pagedList<Member, MembersQuery>({ isFiltered: ({ q }) => q !== '' }).provide({
        actors: {
          load: fromPromise<ListPage<Member>, { query: MembersQuery }>(async ({ input, signal }) => {
            const { items, _meta, acting } = await settings.members.list(projectKey, input.query, signal)
            setActing(acting)
            return { rows: items, total: _meta.total }
          }),
        },
      }),
    [settings, projectKey],
  )
  const [snapshot, send, list] = useMachine(machine, { input: { query: readQuery(search) } })
  useEffect(() => {
    const told = list.on('query/changed', ({ query }) =>
      navigate(membersHref(projectKey, query), { replace: query.q !== '' }),
    )
    return () => told.unsubscribe()
  }, [list, navigate, projectKey])
  useEffect(() => send({ type: 'query/opened', query: readQuery(search) }), [search, send])
  const changes$ = useSettingsChanges(['members'])
  useEffect(() => {
    const changed = changes$.subscribe(() => send({ type: 'list/refresh' }))
    return () => changed.unsubscribe()
  }, [changes$, send])

  const { page, query, typed, failure } = snapshot.context
  return {
    rows: page.rows,
    total: page.total,
    acting,
    query,
    typed,
    failure,
    face: faceOfList(snapshot),
    isBusy: isBusy(snapshot),
    search: (q: string) => send({ type: 'search/typed', q }),
    submitSearch: () => send({ type: 'search/submitted' }),
    sortBy: (sort: Pick<MembersQuery, 'sort' | 'descending'>) => send({ type: 'filter/changed', filter: sort }),
    refresh: () => send({ type: 'list/refresh' }),
  }
}
