/** Search and filters of the users list (USERS-02, USERS-04). */
import type { ReactNode } from 'react'
import { USER_SOURCES, USER_STATUSES, type UserSource, type UserStatus } from '../../../contract/workspace/users.ts'
import { FilterBar } from '../../shared/filters/filter-bar.tsx'
import { isUsersFiltered, SECOND_FACTORS, type SecondFactorFilter } from './query.ts'
import { SECOND_FACTOR_WORDS, SOURCE_WORDS, STATUS_WORDS } from './user-words.ts'
import type { useUsers } from './use-users.ts'

export function UsersFilters({ list, sort }: { list: ReturnType<typeof useUsers>; sort: ReactNode }) {
  const { query, groups, filter } = list
  return (
    <FilterBar
      search="Search users"
      list={list}
      states={sort}
      fields={[
        {
          id: 'groups',
          label: 'Group',
          options: (groups ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          selected: query.groups.map(String),
          onChange: (selected) => filter({ groups: selected.map(Number) }),
        },
        {
          id: 'status',
          label: 'Status',
          options: USER_STATUSES.map((status) => ({ value: status, label: STATUS_WORDS[status] })),
          selected: query.status,
          onChange: (selected) => filter({ status: selected as UserStatus[] }),
        },
        {
          id: 'source',
          label: 'Source',
          options: USER_SOURCES.map((source) => ({ value: source, label: SOURCE_WORDS[source] })),
          selected: query.source,
          onChange: (selected) => filter({ source: selected as UserSource[] }),
        },
        {
          id: 'secondFactor',
          label: 'Two-step verification',
          options: SECOND_FACTORS.map((value) => ({ value, label: SECOND_FACTOR_WORDS[value] })),
          selected: query.secondFactor,
          onChange: (selected) => filter({ secondFactor: selected as SecondFactorFilter[] }),
        },
      ]}
      isFiltered={isUsersFiltered(query)}
      onClear={list.clear}
    />
  )
}
