/** Recently opened pages on this device, for the command palette. Cleared on sign-out. */
const MAX = 12

export interface RecentPage {
  href: string
  label: string
  /** Project of the page. */
  detail: string
}

const nameOf = (personId: number) => `assay:recent:${personId}`

const isRecentPage = (value: unknown): value is RecentPage => {
  const page = value as Partial<RecentPage> | null
  return typeof page?.href === 'string' && typeof page.label === 'string' && typeof page.detail === 'string'
}

/** Newest first. */
export const recallRecentPages = (personId: number): RecentPage[] => {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(nameOf(personId)) ?? '[]')
    return Array.isArray(known) ? known.filter(isRecentPage) : []
  } catch {
    return []
  }
}

export const rememberRecentPage = (personId: number, page: RecentPage): void => {
  const others = recallRecentPages(personId).filter(({ href }) => href !== page.href)
  try {
    localStorage.setItem(nameOf(personId), JSON.stringify([page, ...others].slice(0, MAX)))
  } catch {
    // Full or forbidden storage only loses the shortcut.
  }
}

export const forgetRecentPages = (personId: number): void => {
  try {
    localStorage.removeItem(nameOf(personId))
  } catch {
    // Forbidden storage has nothing to clear.
  }
}
