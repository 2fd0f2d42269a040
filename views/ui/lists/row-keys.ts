/** J and K, and arrow keys once a row is focused, move between rows of a page's list. A row is one that contains a link. */
import { useShortcut } from '../controls/shortcuts.ts'

const ROWS = '[role=row], tbody tr, li'

/** Returns the first link of each row, top to bottom. */
const linksOfRows = (): HTMLElement[] => {
  const scroll = document.querySelector('main [data-page-content]')
  const rows = [...(scroll?.querySelectorAll(ROWS) ?? [])]
  const links = rows.flatMap((row) => row.querySelector<HTMLElement>('a[href]') ?? [])
  return [...new Set(links)]
}

/** Lists that handle their own keys while focused. */
const gridOf = (): HTMLElement | null =>
  document.querySelector('main [data-page-content] [role=treegrid][tabindex="0"]')

const at = (links: readonly HTMLElement[]): number => {
  const { activeElement } = document
  const row = activeElement?.closest(ROWS) ?? null
  return links.findIndex((link) => link === activeElement || (row !== null && row.contains(link)))
}

/** Without a focused row: the first or the last. */
export const nextIndex = (from: number, by: 1 | -1, count: number): number =>
  from < 0 ? (by === 1 ? 0 : count - 1) : Math.min(count - 1, Math.max(0, from + by))

const go = (by: 1 | -1) => {
  const grid = gridOf()
  if (grid !== null) {
    grid.focus()
    return
  }
  const links = linksOfRows()
  links[nextIndex(at(links), by, links.length)]?.focus()
}

const hasRows = () => gridOf() !== null || linksOfRows().length > 0
/** Arrow keys scroll the page until a row is focused. */
const isOnRow = () => {
  const { activeElement } = document
  return activeElement instanceof HTMLAnchorElement && linksOfRows().includes(activeElement)
}

export function useRowKeys(): void {
  const group = 'This page'
  useShortcut({ keys: 'J', label: 'Next row', group, isHere: hasRows, run: () => go(1) })
  useShortcut({ keys: 'K', label: 'Previous row', group, isHere: hasRows, run: () => go(-1) })
  useShortcut({ keys: 'ArrowDown', label: 'Next row, from a row', group, isHere: isOnRow, run: () => go(1) })
  useShortcut({ keys: 'ArrowUp', label: 'Previous row, from a row', group, isHere: isOnRow, run: () => go(-1) })
}
