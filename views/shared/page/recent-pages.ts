/** Recently opened pages on this device, for the command palette. Cleared on sign-out. */
const MAX = 12

export interface RecentPage {
  href: string
  label: string
  /** Project of the page. */
  detail: string
}

const nameOf = (userId: number) => `assay:recent:${userId}`

const isRecentPage = (value: unknown): value is RecentPage => {
  const page = value as Partial<RecentPage> | null
  return typeof page?.href === 'string' && typeof page.label === 'string' && typeof page.detail === 'string'
}

/** Newest first. */
export const recallRecentPages = (userId: number): RecentPage[] => {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? '[]')
    return Array.isArray(known) ? known.filter(isRecentPage) : []
  } catch {
    return []
  }
}

export const rememberRecentPage = (userId: number, page: RecentPage): void => {
  const others = recallRecentPages(userId).filter(({ href }) => href !== page.href)
  try {
    localStorage.setItem(nameOf(userId), JSON.stringify([page, ...others].slice(0, MAX)))
  } catch {
    // Full or forbidden storage only loses the shortcut.
  }
}

export const forgetRecentPages = (userId: number): void => {
  try {
    localStorage.removeItem(nameOf(userId))
  } catch {
    // Forbidden storage has nothing to clear.
  }
}
