/** Filters of a session's observations in the address (OBSF rows). Applied in the browser, which has all observations. */
import type { Observation } from '../../../contract/exploratory/observations.ts'
import { formatDay } from '../../shared/days.ts'
import { queryOf } from '../../shared/routes.ts'

/** OBSF-06 to OBSF-09. Days as `2026-07-31` in the reader's time zone, both inclusive. */
export type CreatedFilter =
  | { operator: 'on' | 'after' | 'before'; day: string }
  | { operator: 'between'; from: string; to: string }

export interface ObservationFilter {
  q: string
  types: readonly string[]
  authors: readonly string[]
  issues: readonly string[]
  improvements: readonly string[]
  created: CreatedFilter | null
}

export const NO_FILTER: ObservationFilter = {
  q: '',
  types: [],
  authors: [],
  issues: [],
  improvements: [],
  created: null,
}

const LISTS = { types: 'type', authors: 'author', issues: 'issue', improvements: 'improvement' } as const
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

export function readFilter(search: string): ObservationFilter {
  const given = queryOf(search)
  const all = (name: string) => [given[name] ?? []].flat()
  const one = (name: string) => all(name)[0] ?? ''
  return {
    q: one('q'),
    types: all(LISTS.types),
    authors: all(LISTS.authors),
    issues: all(LISTS.issues),
    improvements: all(LISTS.improvements),
    created: readCreated(one('created'), one('day'), one('to')),
  }
}

function readCreated(operator: string, day: string, to: string): CreatedFilter | null {
  if (!isDay(day)) return null
  if (operator === 'on' || operator === 'after' || operator === 'before') return { operator, day }
  return operator === 'between' && isDay(to) ? { operator, from: day, to } : null
}

/** Returns the search string; empty without filters. */
export function filterSearch(filter: ObservationFilter): string {
  const search = new URLSearchParams()
  if (filter.q !== '') search.set('q', filter.q)
  for (const [field, name] of Object.entries(LISTS) as [keyof typeof LISTS, string][])
    for (const value of filter[field]) search.append(name, value)
  const { created } = filter
  if (created !== null) {
    search.set('created', created.operator)
    search.set('day', created.operator === 'between' ? created.from : created.day)
    if (created.operator === 'between') search.set('to', created.to)
  }
  return search.toString()
}

export const isFiltered = (filter: ObservationFilter): boolean => filterSearch(filter) !== ''

/** Day of a timestamp in the reader's time zone. */
const dayOf = (at: string): string => {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export function matches(observation: Observation, filter: ObservationFilter): boolean {
  const { q, types, authors, issues, improvements, created } = filter
  const isAmong = (wanted: readonly string[], value: string | number | null) =>
    wanted.length === 0 || (value !== null && wanted.includes(String(value)))
  return (
    observation.description.toLowerCase().includes(q.trim().toLowerCase()) &&
    isAmong(types, observation.type.id) &&
    isAmong(authors, observation.createdBy.id) &&
    isAmong(issues, observation.issueId) &&
    isAmong(improvements, observation.improvementId) &&
    (created === null || isCreated(dayOf(observation.createdAt), created))
  )
}

// ISO days sort as text.
const isCreated = (day: string, created: CreatedFilter): boolean => {
  switch (created.operator) {
    case 'on':
      return day === created.day
    case 'after':
      return day > created.day
    case 'before':
      return day < created.day
    case 'between':
      return day >= created.from && day <= created.to
  }
}

export const createdText = (created: CreatedFilter): string => {
  return created.operator === 'between'
    ? `between ${formatDay(created.from)} and ${formatDay(created.to)}`
    : `${created.operator} ${formatDay(created.day)}`
}
