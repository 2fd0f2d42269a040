/** The shell's navigation entries. Entries that a role or an edition forbids are not in the list. */
import type { ReactNode } from 'react'

export type NavItem = {
  id: string
  label: string
  icon: ReactNode
  href: string
  /** Other paths that belong to the entry. */
  covers?: readonly string[]
  /** Number of items in progress. */
  count?: number
  /** `end` goes below a divider: settings. */
  group?: 'main' | 'end'
}

export type ProjectLink = { key: string; name: string; href: string; logoUrl?: string | null }

/**
 * Returns the entry whose path contains the location. An entry whose path contains other entries' paths, such as the overview, matches
 * exactly.
 */
export function currentItem(items: readonly NavItem[], location: string): NavItem | undefined {
  const path = location.split(/[?#]/)[0] ?? ''
  return items
    .flatMap((item) => [item.href, ...(item.covers ?? [])].map((href) => ({ item, href })))
    .filter(({ href }) => path === href || (path.startsWith(`${href}/`) && !items.some(isUnder(href))))
    .sort((a, b) => b.href.length - a.href.length)[0]?.item
}

const isUnder =
  (href: string) =>
  (other: NavItem): boolean =>
    other.href.startsWith(`${href}/`)
