/** Filter and order of lists of launches. Server (SQL) and browser must agree. */
import { passRate, testsIn, type LaunchesQuery, type Launch, type LaunchSort } from './launches.ts'
import { compareKeys, foldCase, hasLabelAmong, holdsPart, isAmong, storable, textPart } from '../text-matching.ts'

/** Splits a search text into words, all of which must match somewhere in a launch. */
export const searchTerms = (q: string): string[] => q.trim().split(/\s+/).filter(Boolean)

/** Returns the launch number of a word such as `#123`; null for other words. */
export const numberInWord = (word: string): number | null => {
  const digits = /^#(\d{1,15})$/.exec(word)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Returns whether a launch matches the query, regardless of the page. */
export const matchesLaunches = (query: LaunchesQuery, launch: Launch): boolean =>
  VALUE_FIELDS.every((field) => {
    const value = valueOf(launch, field)
    const [wanted, unwanted] = [query[field], query[`${field}Not`]].map((values) =>
      field === 'user' ? values.map(foldCase) : values,
    ) as [string[], string[]]
    return isAmong(value, wanted) && (unwanted.length === 0 || value === null || !isAmong(value, unwanted))
  }) &&
  hasLabelAmong(launch.labels, query.label) &&
  (query.labelNot.length === 0 || !hasLabelAmong(launch.labels, query.labelNot)) &&
  (query.labelKey.length === 0 || hasLabelKeyAmong(launch, query.labelKey)) &&
  !hasLabelKeyAmong(launch, query.labelKeyNot) &&
  (query.reviewed === undefined || launch.reviewed === (query.reviewed === 'true')) &&
  (query.pinned === undefined || (launch.pinned ?? false) === (query.pinned === 'true')) &&
  searchTerms(query.q).every((word) => isFoundBy(launch, word))

const VALUE_FIELDS = [
  'status',
  'environment',
  'browser',
  'platform',
  'locale',
  'build',
  'milestone',
  'branch',
  'commit',
  'user',
] as const satisfies (keyof LaunchesQuery)[]

const valueOf = (launch: Launch, field: (typeof VALUE_FIELDS)[number]): string | null => {
  if (field === 'milestone') return launch.milestone?.name ?? null
  if (field === 'branch' || field === 'commit') return launch.origin?.[field] ?? null
  if (field === 'user') return launch.startedBy === null ? null : foldCase(launch.startedBy.username)
  return launch[field]
}

const hasLabelKeyAmong = ({ labels }: Launch, keys: readonly string[]): boolean =>
  keys.some((requested) => labels.some(({ key }) => key === storable(requested)))

const isFoundBy = (launch: Launch, word: string): boolean => {
  const part = textPart(word)
  const { number, name, build, environment, milestone, origin, labels } = launch
  return (
    number === numberInWord(word) ||
    [name, build, environment, milestone?.name, origin?.branch, origin?.commit].some((text) => holdsPart(text, part)) ||
    labels.some(({ value }) => holdsPart(value, part))
  )
}

/** Sort keys that depend on a launch's counts. Live messages about counts do not contain the other fields of the launch. */
export const SORTS_BY_COUNTS: readonly LaunchSort[] = ['failed', 'tests', 'passRate']

type Sorted = Pick<Launch, 'id' | 'name' | 'status' | 'startedAt' | 'elapsed' | 'statistics'>

const sortKeys: Record<LaunchSort, (launch: Sorted) => string | number | null> = {
  startedAt: ({ startedAt }) => Date.parse(startedAt),
  name: ({ name }) => foldCase(name),
  status: ({ status }) => status,
  duration: ({ elapsed }) => elapsed,
  failed: ({ statistics }) => statistics.failed,
  tests: ({ statistics }) => testsIn(statistics),
  passRate: ({ statistics }) => passRate(statistics),
}

/** Compares launches by the order of a list, with the id as tie-break in the same direction. */
export const compareListedLaunches = (
  { sort, order }: Pick<LaunchesQuery, 'sort' | 'order'>,
  a: Sorted,
  b: Sorted,
): number => compareKeys(sortKeys[sort](a), sortKeys[sort](b), order) || compareKeys(a.id, b.id, order)
