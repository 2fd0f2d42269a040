import type { PageMeta } from '../../contract/call.ts'

/** Returns the paging of a list (MERR-05). An empty list has one page. */
export const pageMeta = (total: number, page: number, pageSize: number): PageMeta => ({
  total,
  totalPages: Math.max(1, Math.ceil(total / pageSize)),
  pageSize,
  page,
})
