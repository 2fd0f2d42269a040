import type { User } from '../../../contract/workspace/users.ts'
import { useResource } from '../../boot/context.tsx'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { useGroupsService, useUsersService } from '../use-users.ts'
import { isUsersFiltered, readUsersQuery, usersHref, type UsersListQuery } from './query.ts'

/** The page of users that the address asks for, the seats and the groups of the workspace. */
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
    /** Null until they are known. */
    seats: seats.value,
    groups: groups.value,
    /** After a change of this page. */
    refresh: () => {
      list.refresh()
      seats.refresh()
    },
  }
}
