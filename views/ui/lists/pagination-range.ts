import { inFigures } from '../text/figures.ts'

/** Page numbers to show: first, last, current and neighbours; a gap stands for at least two pages. Pages count from 1. */
export function pageLinks(current: number, count: number): (number | 'gap')[] {
  const wanted = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count)
  const pages = [...new Set(wanted)].sort((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const missing = page - (pages[index - 1] ?? 0) - 1
    if (missing === 0) return [page]
    return missing === 1 ? [page - 1, page] : ['gap' as const, page]
  })
}

/** Nouns of the counted items: singular, plural, and an optional suffix such as ' in 3 groups'. */
export type Noun = readonly [one: string, many: string, suffix?: string]

/** Returns '26–50 of 1,872 launches', or '1 launch' when everything fits on one page. */
export function pageText(page: number, pageSize: number, total: number, [one, many, suffix = '']: Noun): string {
  if (total <= pageSize) return `${inFigures(total)} ${total === 1 ? one : many}${suffix}`
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return `${inFigures(first)}–${inFigures(last)} of ${inFigures(total)} ${many}${suffix}`
}
