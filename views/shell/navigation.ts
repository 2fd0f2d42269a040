/** What the shell is told about where people can go. An item that a role or an edition forbids is not in the list. */
import type { ReactNode } from 'react'

export type NavItem = {
  id: string
  label: string
  icon: ReactNode
  href: string
  /** Other addresses that lie under it. */
  covers?: readonly string[]
  /** How many are under way now. */
  count?: number
  /** `end` stands below a line: settings. */
  group?: 'main' | 'end'
}

export type ProjectLink = { key: string; name: string; href: string; logoUrl?: string | null }

/** The item whose address the location lies under. One that others lie under, such as the project's overview, is current at its own alone. */
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
