/** Converts the repository page's state to an address and back. Invalid parts of an address are ignored. */
import type { CaseFilter, DayRange, FieldFilter, TimeRange } from '../../../contract/cases/filter.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { RepositoryAddress } from '../../../machines/cases/repository-events.ts'
import { inProjectHref, paths } from '../routes.ts'

const pad = (value: number, length: number) => String(value).padStart(length, '0')

/** Returns the day of a timestamp in the reader's calendar. */
const dayOf = (time: string): string => {
  const at = new Date(time)
  return `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1, 2)}-${pad(at.getDate(), 2)}`
}

const beginningOf = (day: string, later = 0): string => {
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + later)
  return at.toISOString()
}

/** From the start of the first day to the end of the last, in the reader's time zone. */
export const timesOf = ({ from, to }: DayRange): TimeRange => ({
  ...(from === undefined ? {} : { from: beginningOf(from) }),
  ...(to === undefined ? {} : { to: beginningOf(to, 1) }),
})

export const daysOf = ({ from, to }: TimeRange): DayRange => ({
  ...(from === undefined ? {} : { from: dayOf(from) }),
  ...(to === undefined ? {} : { to: dayOf(new Date(Date.parse(to) - 1).toISOString()) }),
})

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

export const readDays = (text: string): DayRange | undefined => {
  const [from = '', to = ''] = text.split('..')
  const days = { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) }
  return Object.keys(days).length === 0 ? undefined : days
}
export const writeDays = ({ from = '', to = '' }: DayRange): string => `${from}..${to}`

const readIds = (text: string): number[] | undefined => {
  const ids = text
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
  return ids.length === 0 ? undefined : ids.slice(0, LIMITS.caseFilterIds)
}
const readText = (text: string): string | undefined => text.slice(0, LIMITS.caseFilterText) || undefined
const readFlag = (text: string): boolean | undefined => (text === 'true' ? true : text === 'false' ? false : undefined)
const readTimes = (text: string): TimeRange | undefined => {
  const days = readDays(text)
  return days && timesOf(days)
}

const TEXT_FILTERS = ['description', 'preConditions', 'postConditions', 'steps'] as const
const TIME_FILTERS = ['updated', 'created'] as const
const FLAG_FILTERS = ['draft', 'deprecated'] as const
const ID_FILTERS = [
  ['author', 'authors'],
  ['priority', 'priorities'],
  ['automationState', 'automationStates'],
] as const

/** `field-12=options:1,2`: the kind comes first, so that an address can be parsed without knowing the fields. */
const readField = (fieldId: number, text: string): FieldFilter | null => {
  const at = text.indexOf(':')
  const [kind, value] = [text.slice(0, at), text.slice(at + 1)]
  const [words, days, ids] = [readText(value), readDays(value), readIds(value)]
  if (kind === 'text' && words !== undefined) return { fieldId, wanted: { kind, text: words } }
  if (kind === 'days' && days !== undefined) return { fieldId, wanted: { kind, days } }
  if ((kind === 'options' || kind === 'users') && ids !== undefined) return { fieldId, wanted: { kind, ids } }
  return null
}

const writeField = ({ wanted }: FieldFilter): string =>
  wanted.kind === 'text'
    ? `text:${wanted.text}`
    : wanted.kind === 'days'
      ? `days:${writeDays(wanted.days)}`
      : `${wanted.kind}:${wanted.ids.join(',')}`

/** Deletion dates and authors apply only to deleted cases (TRASH-05). */
const TRASH_TIMES = ['deleted'] as const
const TRASH_IDS = [['deletedBy', 'deletedBy']] as const

const filterOf = (params: URLSearchParams, isTrash = false): CaseFilter => {
  const read: Record<string, unknown> = {}
  if (isTrash) {
    for (const name of TRASH_TIMES) read[name] = readTimes(params.get(name) ?? '')
    for (const [name, part] of TRASH_IDS) read[part] = readIds(params.get(name) ?? '')
  }
  for (const name of TIME_FILTERS) read[name] = readTimes(params.get(name) ?? '')
  for (const name of TEXT_FILTERS) read[name] = readText(params.get(name) ?? '')
  for (const [name, part] of ID_FILTERS) read[part] = readIds(params.get(name) ?? '')
  for (const name of FLAG_FILTERS) read[name] = readFlag(params.get(name) ?? '')
  const fields = [...params].flatMap(([name, value]) => {
    const id = /^field-(\d{1,15})$/.exec(name)?.[1]
    return id === undefined ? [] : [readField(Number(id), value)]
  })
  const known = fields.filter((field) => field !== null)
  if (known.length > 0) read['fields'] = known
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

const idOf = (text: string | null): number | null => {
  const id = Number(text)
  return text === null ? null : Number.isSafeInteger(id) && id > 0 ? id : 0
}

export const repositoryAddressOf = (search: string): RepositoryAddress => {
  const params = new URLSearchParams(search)
  const caseId = idOf(params.get('caseId'))
  return {
    question: { q: (params.get('q') ?? '').trim().slice(0, LIMITS.caseQuery), filter: filterOf(params) },
    suiteId: idOf(params.get('suiteId')) || null,
    caseId,
    tab: caseId === null ? null : params.get('tab'),
  }
}

type Put = (name: string, value: string | undefined) => void

const putFilter = (put: Put, filter: CaseFilter): void => {
  for (const name of [...TRASH_TIMES, ...TIME_FILTERS]) put(name, filter[name] && writeDays(daysOf(filter[name])))
  for (const name of TEXT_FILTERS) put(name, filter[name])
  for (const [name, part] of [...TRASH_IDS, ...ID_FILTERS]) put(name, filter[part]?.join(','))
  for (const name of FLAG_FILTERS) put(name, filter[name]?.toString())
  for (const field of filter.fields ?? []) put(`field-${field.fieldId}`, writeField(field))
}

/** State of the trash bin. */
export interface TrashAddress {
  q: string
  filter: CaseFilter
  page: number
  pageSize: number
  caseId: number | null
  tab: string | null
}

export const TRASH_PAGE_SIZES = [10, 25, 50, 100]

export const trashAddressOf = (search: string): TrashAddress => {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page'))
  const pageSize = Number(params.get('pageSize'))
  return {
    q: (params.get('q') ?? '').trim().slice(0, LIMITS.caseQuery),
    filter: filterOf(params, true),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: TRASH_PAGE_SIZES.includes(pageSize) ? pageSize : LIMITS.defaultPageSize,
    caseId: idOf(params.get('caseId')),
    tab: params.get('tab'),
  }
}

export const trashHref = (projectKey: string, address: Partial<TrashAddress> = {}): string => {
  const { q, filter = {}, page = 1, pageSize = LIMITS.defaultPageSize, caseId, tab } = address
  const params = new URLSearchParams()
  const put: Put = (name, value) => {
    if (value !== undefined && value !== '') params.append(name, value)
  }
  put('q', q)
  putFilter(put, filter)
  if (page > 1) put('page', String(page))
  if (pageSize !== LIMITS.defaultPageSize) put('pageSize', String(pageSize))
  put('caseId', caseId?.toString())
  put('tab', (caseId === null ? null : tab) ?? undefined)
  const search = params.toString()
  return inProjectHref(paths.trashBin, projectKey) + (search === '' ? '' : `?${search}`)
}

/** Cases from a model: the suite's saved model or a new one; without a suite, for a suite of its own. */
export const caseModelHref = (projectKey: string, suiteId: number | null = null): string =>
  inProjectHref(paths.caseModel, projectKey) + (suiteId === null ? '' : `?suiteId=${suiteId}`)

export const repositoryHref = (projectKey: string, address: Partial<RepositoryAddress> = {}): string => {
  const { question: { q, filter } = { q: '', filter: {} as CaseFilter }, suiteId, caseId, tab } = address
  const params = new URLSearchParams()
  const put: Put = (name, value) => {
    if (value !== undefined && value !== '') params.append(name, value)
  }
  put('q', q)
  putFilter(put, filter)
  put('suiteId', suiteId?.toString())
  put('caseId', caseId?.toString())
  put('tab', tab ?? undefined)
  const search = params.toString()
  return inProjectHref(paths.testCases, projectKey) + (search === '' ? '' : `?${search}`)
}
