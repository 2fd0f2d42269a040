import { paths } from '../shared/routes.ts'

/** Said by an address that was opened from the list of launches, and kept by every link of the area (LNAV-07, LNAV-17). */
const FROM = 'from'
const KEPT = [FROM]

/** The part of a search that every address of the area keeps. */
const keptOf = (search: string): URLSearchParams => {
  const given = new URLSearchParams(search)
  return new URLSearchParams(KEPT.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? '']] : [])))
}

const withSearch = (path: string, search: URLSearchParams): string =>
  search.size === 0 ? path : `${path}?${search.toString()}`

/** An address outside the area, with what the area keeps (LNAV-20, START-04). */
export const keeping = (href: string, search: string): string => withSearch(href, keptOf(search))

export const isFromLaunches = (search: string): boolean => new URLSearchParams(search).get(FROM) === 'launches'

export interface LauncherPlace {
  repoId?: number
  launcherId?: number
  presetId?: number
}

/** `search`: of the page that the link is on. */
export const launchersHref = (projectKey: string, place: LauncherPlace = {}, search = ''): string => {
  const { repoId, launcherId, presetId } = place
  const base = paths.launchers.replace(':projectKey', encodeURIComponent(projectKey))
  const parts = [repoId, launcherId, presetId].filter((id) => id !== undefined)
  return withSearch([base, ...parts].join('/'), keptOf(search))
}

/** A launcher, filled in with what an earlier launch was started with (LAUN-38). */
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
  /** `no-launcher-repos`: the project has none yet. */
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

/** A positive whole number of an address; null for anything else. */
export const idIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
