/** The breadcrumb of every page: the project (outside projects the workspace), the section, what is open in it; the page itself last. */
import { createContext } from 'react'
import { pathOf } from '../../../contract/call.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { paths } from '../routes.ts'
import { SETTINGS_PAGES } from '../settings-pages.ts'

interface Place {
  /** What the page is called as long as it has not given the name of what it shows. */
  label: string
  /** Pattern of the page that it belongs to; without one it is a section. */
  under?: string
}

/** By pattern; every page behind the sign-in has an entry. */
const PLACES: Partial<Record<string, Place>> = {
  [paths.projects]: { label: 'Projects' },
  [paths.profile]: { label: 'Profile' },
  [paths.plan]: { label: 'Plan and features' },
  [paths.project]: { label: 'Overview' },
  [paths.testCases]: { label: 'Test cases' },
  [paths.testCase]: { label: 'Test case', under: paths.testCases },
  [paths.trashBin]: { label: 'Trash bin', under: paths.testCases },
  [paths.casesReport]: { label: 'Report', under: paths.testCases },
  [paths.caseModel]: { label: 'Cases from a model', under: paths.testCases },
  [paths.sharedSteps]: { label: 'Shared steps' },
  [paths.exploratorySessions]: { label: 'Exploratory sessions' },
  [paths.createExploratorySession]: { label: 'New', under: paths.exploratorySessions },
  [paths.compareExploratorySessions]: { label: 'Compare', under: paths.exploratorySessions },
  [paths.exploratorySession]: { label: 'Exploratory session', under: paths.exploratorySessions },
  [paths.exploratorySessionReport]: { label: 'Report', under: paths.exploratorySession },
  [paths.editExploratorySession]: { label: 'Edit', under: paths.exploratorySession },
  [paths.launches]: { label: 'Launches' },
  [paths.gettingStarted]: { label: 'Getting started', under: paths.launches },
  [paths.gettingStartedWith]: { label: 'Framework', under: paths.gettingStarted },
  [paths.launch]: { label: 'Launch', under: paths.launches },
  [paths.test]: { label: 'Test', under: paths.launch },
  [paths.milestones]: { label: 'Milestones' },
  ...Object.fromEntries(
    SETTINGS_PAGES.map(({ label, path }): [string, Place] =>
      path === paths.settings ? [path, { label: 'Settings' }] : [path, { label, under: paths.settings }],
    ),
  ),
}

/**
 * Names that only the page knows, by pattern: of what is open, and of what that belongs to. With `href`, a crumb leads to another view
 * of its page.
 */
export type TrailNames = Partial<Record<string, string | Required<Crumb>>>

/** Where trails begin. */
export interface TrailRoot {
  personId: number
  workspaceName: string
  project: { key: string; name: string } | null
}

/** Null outside of the product's frame: pages there have no breadcrumb. */
export const TrailContext = createContext<TrailRoot | null>(null)

/** Returns the crumbs of a page; only the last, the page itself, has no `href`. */
export function trailOf(
  { pattern, params }: { pattern: string; params: Record<string, string> },
  { workspaceName, project }: TrailRoot,
  names: TrailNames = {},
): Crumb[] {
  const patterns: string[] = []
  for (let at: string | undefined = pattern; at !== undefined; at = PLACES[at]?.under) patterns.unshift(at)
  const pages = patterns.map((one, i): Crumb => {
    const given = names[one]
    const { label, href } = typeof given === 'object' ? given : { label: given ?? PLACES[one]?.label ?? '' }
    return i === patterns.length - 1 ? { label } : { label, href: href ?? pathOf(one, params) }
  })
  const root =
    project === null
      ? { label: workspaceName, href: paths.projects }
      : { label: project.name, href: pathOf(paths.project, { projectKey: project.key }) }
  return [root, ...pages]
}
