import type { RepositoryNode } from '../../contract/launchers/repositories.ts'
import { paths } from '../shared/routes.ts'

/** Set by links from the launches list, and preserved by every link of the area (LNAV-07, LNAV-17). */
const FROM = 'from'
const KEPT = [FROM]

/** Returns the search parameters that every path of the area preserves. */
const keptOf = (search: string): URLSearchParams => {
  const given = new URLSearchParams(search)
  return new URLSearchParams(KEPT.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? '']] : [])))
}

const withSearch = (path: string, search: URLSearchParams): string =>
  search.size === 0 ? path : `${path}?${search.toString()}`

/** Builds a path outside the area with the preserved parameters (LNAV-20, START-04). */
export const keeping = (href: string, search: string): string => withSearch(href, keptOf(search))

export const fromIn = (search: string): string => new URLSearchParams(search).get(FROM) ?? ''

export const isFromLaunches = (search: string): boolean => fromIn(search) === 'launches'

export interface LauncherPlace {
  repoId?: number
  launcherId?: number
  presetId?: number
}

/** `search`: of the current page. */
export const launchersHref = (projectKey: string, place: LauncherPlace = {}, search = ''): string => {
  const { repoId, launcherId, presetId } = place
  const base = paths.launchers.replace(':projectKey', encodeURIComponent(projectKey))
  const parts = [repoId, launcherId, presetId].filter((id) => id !== undefined)
  return withSearch([base, ...parts].join('/'), keptOf(search))
}

/** A launcher pre-filled from an earlier launch (LAUN-38). */
export const usedLaunchHref = (projectKey: string, place: LauncherPlace, launchId: number, search: string): string => {
  const kept = keptOf(search)
  kept.set('usedLaunchId', String(launchId))
  return withSearch(launchersHref(projectKey, place), kept)
}

export const newLauncherHref = (projectKey: string, repoId: number, search = ''): string =>
  withSearch(`${launchersHref(projectKey, { repoId })}/new-launcher`, keptOf(search))

export type ProviderTab = 'github' | 'gitlab' | 'bitbucket' | 'git'
export const PROVIDER_TABS: readonly ProviderTab[] = ['github', 'gitlab', 'bitbucket', 'git']

export interface AddRepoQuery {
  provider?: ProviderTab
  search?: string
  /** `no-launcher-repos`: the project has no repositories. */
  state?: 'no-launcher-repos'
  withUrl?: boolean
}

export const addRepoHref = (projectKey: string, query: AddRepoQuery = {}, search = ''): string => {
  const kept = keptOf(search)
  const { provider, search: words = '', state, withUrl = false } = query
  if (provider !== undefined) kept.set('provider', provider)
  if (state !== undefined) kept.set('state', state)
  if (words !== '') kept.set('search', words)
  if (withUrl) kept.set('with', 'url')
  return withSearch(`${launchersHref(projectKey)}/add-repo`, kept)
}

/** Parses a positive integer; null for anything else. */
export const idIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null

/** Returns where the area without an id leads: to the first repository, or to the page that adds one (LNAV-18, LNAV-19). */
export const entryHref = (projectKey: string, [first]: readonly RepositoryNode[], search: string): string =>
  first === undefined
    ? addRepoHref(projectKey, { provider: 'github', state: 'no-launcher-repos' }, search)
    : launchersHref(projectKey, { repoId: first.id }, search)

type Launcher = RepositoryNode['launchers'][number]
export type OpenedItem = { repository: RepositoryNode; launcher?: Launcher; preset?: Launcher['presets'][number] }

/** Returns what an address names in the tree; null when it names something that the tree lacks. */
export const openedItem = (
  repositories: readonly RepositoryNode[],
  { repoId, launcherId, presetId }: LauncherPlace,
  pattern: string,
): OpenedItem | null => {
  const repository = repositories.find(({ id }) => id === repoId)
  const launcher = repository?.launchers.find(({ id }) => id === launcherId)
  const preset = launcher?.presets.find(({ id }) => id === presetId)
  if (repository === undefined) return null
  if (pattern === paths.launcher && launcher === undefined) return null
  if (pattern === paths.launcherPreset && preset === undefined) return null
  return { repository, launcher, preset }
}

/**
 * Returns what the page of an address shows. `found`: its item in the tree; `seen`: the item as it was last found. An item that another
 * user deletes while it is open stays, with what is typed. While the tree is loading, it may lack a new item.
 */
export const shownItem = (
  found: OpenedItem | null,
  seen: OpenedItem | null,
  isLoading: boolean,
): { item: OpenedItem; isDeleted: boolean } | 'loading' | 'missing' => {
  const item = found ?? seen
  if (item !== null) return { item, isDeleted: found === null && !isLoading }
  return isLoading ? 'loading' : 'missing'
}
