/** Breadcrumbs: project (or workspace), section, what is open in it, and the page itself. */
import { createContext } from 'react'
import { pathOf } from '../../../contract/call.ts'
import type { Crumb } from '../../ui/layout/breadcrumbs.tsx'
import type { PageDefinition } from '../../application/pages/page-definition.ts'
import { paths } from '../routes.ts'

/**
 * Names that only the page knows, by pattern: of its subject and of the parents. With `href`, a crumb leads to another view of its page.
 */
export type TrailNames = Partial<Record<string, string | Required<Crumb>>>

/** Root of all breadcrumbs. */
export interface TrailRoot {
  userId: number
  workspaceName: string
  project: { key: string; name: string } | null
}

/** Null outside the frame: those pages have no breadcrumb. */
export const TrailContext = createContext<TrailRoot | null>(null)

/** Returns the crumbs of a page; all but the last have an `href`. */
export function trailOf(
  pages: readonly PageDefinition[],
  { pattern, params }: { pattern: string; params: Record<string, string> },
  { workspaceName, project }: TrailRoot,
  names: TrailNames = {},
): Crumb[] {
  const definitionOf = (one: string) => pages.find((page) => page.pattern === one)
  const patterns: string[] = []
  for (let at: string | undefined = pattern; at !== undefined; at = definitionOf(at)?.parent) patterns.unshift(at)
  const crumbs = patterns.map((one, i): Crumb => {
    const given = names[one]
    const { label, href } = typeof given === 'object' ? given : { label: given ?? definitionOf(one)?.title ?? '' }
    return i === patterns.length - 1 ? { label } : { label, href: href ?? pathOf(one, params) }
  })
  const root =
    project === null
      ? { label: workspaceName, href: paths.projects }
      : { label: project.name, href: pathOf(paths.project, { projectKey: project.key }) }
  return [root, ...crumbs]
}
