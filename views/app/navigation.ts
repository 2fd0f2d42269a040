/** What the shell is told about where people can go. An item that a role or an edition forbids is not in the list. */
import type { ReactNode } from 'react'

export type NavItem = {
  id: string
  label: string
  icon: ReactNode
  href: string
  /** How many are under way now. */
  count?: number
  /** `end` stands below a line: settings. */
  group?: 'main' | 'end'
}

export type ProjectLink = { key: string; name: string; href: string }

/** The item whose address the location lies under; the longest wins, so that '/projects' does not take '/projects/SHOP/launches'. */
export function currentItem(items: readonly NavItem[], location: string): NavItem | undefined {
  const path = location.split(/[?#]/)[0] ?? ''
  return items
    .filter((item) => path === item.href || path.startsWith(`${item.href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0]
}
