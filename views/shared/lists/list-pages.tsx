import type { ListQuery } from '../../../machines/patterns/paged-list.machine.ts'
import { Pagination } from '../../ui/lists/pagination.tsx'
import type { Noun } from '../../ui/lists/pagination-range.ts'
import type { PagedList } from './use-paged-list.ts'

interface ListPagesProps<Row, Query extends ListQuery> {
  list: Pick<PagedList<Row, Query>, 'face' | 'query' | 'total' | 'hrefOf'>
  noun: Noun
  /** Also shown for a single page, for the number of rows. */
  isAlways?: boolean
}

/** Links to the pages of a list. */
export function ListPages<Row, Query extends ListQuery>({ list, noun, isAlways = false }: ListPagesProps<Row, Query>) {
  const { face, query, total, hrefOf } = list
  if (face !== 'shown' || (total <= query.pageSize && !isAlways)) return null
  return (
    <Pagination
      page={query.page}
      pageSize={query.pageSize}
      total={total}
      noun={noun}
      hrefFor={(page) => hrefOf({ ...query, page })}
    />
  )
}
