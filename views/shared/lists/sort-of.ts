import type { ListSort } from '../../ui/lists/data-list.tsx'

interface Order<Sort> {
  sort: Sort
  descending: boolean
}

/** Returns the sort of a list whose query has `sort` and `descending`. */
export const sortOf = <Sort extends string>(list: {
  query: Order<Sort>
  filter: (order: Order<Sort>) => void
}): ListSort<Sort> => ({
  by: list.query.sort,
  order: list.query.descending ? 'desc' : 'asc',
  onSort: (sort, order) => list.filter({ sort, descending: order === 'desc' }),
})
