import { useLocation } from 'wouter'
import { listGroups } from '../../../contract/workspace/groups.ts'
import { getSeats } from '../../../contract/workspace/seats.ts'
import { listUsers, type User } from '../../../contract/workspace/users.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { isUsersFiltered, NO_FILTERS, readUsersQuery, usersHref, type UsersListQuery } from './query.ts'

/** The users list for the address's query, with seats and groups. */
export function useUsers() {
  const { send } = useApplication()
  const [, navigate] = useLocation()
  const list = usePagedList<User, UsersListQuery>({
    load: async ({ q, sort, descending, page, pageSize, status, source, groups, secondFactor }, signal) => {
      const sortBy = descending ? (`-${sort}` as const) : sort
      const filter = { status: [...status], source: [...source], groups: [...groups], secondFactor: [...secondFactor] }
      const { items, total } = await send(listUsers, {
        query: { query: q, sortBy, page, pageSize, ...filter, includeGroups: true },
        signal,
      })
      return { rows: items, total }
    },
    read: readUsersQuery,
    hrefOf: usersHref,
    isFiltered: isUsersFiltered,
  })
  const seats = useResource(() => send(getSeats).then(({ data }) => data))
  const groups = useResource(() => send(listGroups, { query: {} }).then(({ results }) => results))
  return {
    ...list,
    /** Null while loading. */
    seats: seats.value,
    groups: groups.value,
    clear: () => navigate(usersHref({ ...list.query, ...NO_FILTERS, page: 1 })),
    /** Call after a change. */
    refresh: () => {
      list.refresh()
      seats.refresh()
    },
  }
}
