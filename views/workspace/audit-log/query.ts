import { LIMITS } from '../../../contract/limits.ts'
import { AUDIT_AREAS, type AuditArea } from '../../../contract/workspace/audit-log.ts'
import { paths } from '../../shared/routes.ts'

/** Query of the audit log. A type, because an interface has no index signature. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
export type AuditListQuery = {
  q: string
  page: number
  pageSize: number
  areas: readonly AuditArea[]
  /** Days as in `2026-11-23`; empty for none. */
  from: string
  to: string
}

export const isAuditFiltered = ({ q, areas, from, to }: AuditListQuery): boolean =>
  q !== '' || areas.length > 0 || from !== '' || to !== ''

export const NO_AUDIT_FILTERS = { q: '', areas: [], from: '', to: '' } satisfies Partial<AuditListQuery>

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Parses the query of an address; missing or invalid parts get defaults. */
export const readAuditQuery = (search: string): AuditListQuery => {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page') ?? 1)
  const areas = (params.get('areas') ?? '').split(',')
  const dayOf = (name: string) => {
    const day = params.get(name) ?? ''
    return DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : ''
  }
  return {
    q: params.get('q') ?? '',
    page: Number.isInteger(page) && page >= 1 ? page : 1,
    pageSize: LIMITS.auditPageSize,
    areas: AUDIT_AREAS.filter((area) => areas.includes(area)),
    from: dayOf('from'),
    to: dayOf('to'),
  }
}

export const auditHref = ({ q, page, areas, from, to }: AuditListQuery): string => {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (areas.length > 0) params.set('areas', areas.join(','))
  if (from !== '') params.set('from', from)
  if (to !== '') params.set('to', to)
  if (page > 1) params.set('page', String(page))
  return params.size === 0 ? paths.auditLog : `${paths.auditLog}?${params.toString()}`
}

/** Converts a query to the call's parameters. */
export const callQueryOf = ({ areas, from, to, ...query }: AuditListQuery) => ({
  ...query,
  areas: [...areas],
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
})
