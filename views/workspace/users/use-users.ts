import type { User } from '../../../contract/workspace/users.ts'
import { useResource } from '../../boot/context.tsx'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { useGroupsService, useUsersService } from '../use-users.ts'
import { isUsersFiltered, readUsersQuery, usersHref, type UsersListQuery } from './query.ts'

/** The users list for the address's query, with seats and groups. */
export function useUsers() {
  const users = useUsersService()
  const groupsService = useGroupsService()
  const list = usePagedList<User, UsersListQuery>({
    load: async ({ q, sort, descending, page, pageSize, status, source, groups, secondFactor }, signal) => {
      const sortBy = descending ? (`-${sort}` as const) : sort
      const filter = { status: [...status], source: [...source], groups: [...groups], secondFactor: [...secondFactor] }
      const { items, total } = await users.list({ query: q, sortBy, page, pageSize, ...filter }, signal)
      return { rows: items, total }
    },
    read: readUsersQuery,
    hrefOf: usersHref,
    isFiltered: isUsersFiltered,
  })
  const seats = useResource(() => users.seats())
  const groups = useResource(() => groupsService.list())
  return {
    ...list,
    /** Null while loading. */
    seats: seats.value,
    groups: groups.value,
    /** Call after a change. */
    refresh: () => {
      list.refresh()
      seats.refresh()
    },
  }
}
