import { CONSOLE_PAGE, type ConsoleLine } from '../../contract/launchers/engine.ts'

/** Loaded lines of a console by number. Stored in at most 101 pages: adding lines copies only their page and the list of pages. */
export interface ConsoleText {
  /** By index; within a page by number, with holes for lines that are not loaded. */
  pages: Readonly<Record<number, readonly (ConsoleLine | undefined)[]>>
  /** Pages that were loaded completely: a hole in one of them is final. */
  whole: Readonly<Record<number, true>>
  /** Number of the last known line. */
  count: number
}

export const NO_TEXT: ConsoleText = { pages: {}, whole: {}, count: 0 }

const pageOf = (line: number): number => Math.floor((line - 1) / CONSOLE_PAGE)
const placeOf = (line: number): number => (line - 1) % CONSOLE_PAGE

export const lineAt = ({ pages }: ConsoleText, line: number): ConsoleLine | undefined =>
  pages[pageOf(line)]?.[placeOf(line)]

/** Returns the lines that the text does not contain yet. */
export const newLines = (text: ConsoleText, items: readonly ConsoleLine[]): ConsoleLine[] =>
  items.filter(({ key }) => lineAt(text, key) === undefined)

export const withLines = (text: ConsoleText, items: readonly ConsoleLine[]): ConsoleText => {
  if (items.length === 0) return text
  const changed: Record<number, (ConsoleLine | undefined)[]> = {}
  for (const item of items) {
    const page = pageOf(item.key)
    changed[page] ??= [...(text.pages[page] ?? [])]
    changed[page][placeOf(item.key)] = item
  }
  return {
    ...text,
    pages: { ...text.pages, ...changed },
    count: Math.max(text.count, items.at(-1)?.key ?? 0),
  }
}

export const withWholePage = (text: ConsoleText, page: number, items: readonly ConsoleLine[]): ConsoleText => ({
  ...withLines(text, items),
  whole: { ...text.whole, [page]: true },
})

/** Lines that are in sight, the first and the last of them. */
export interface LineRange {
  from: number
  to: number
}

/** Returns the first missing page of these ranges; null when all are loaded. */
export const missingPage = (text: ConsoleText, ranges: readonly LineRange[]): number | null => {
  for (const { from, to } of ranges)
    for (let line = Math.max(1, from); line <= Math.min(to, text.count); line += 1) {
      const page = pageOf(line)
      if (lineAt(text, line) === undefined && text.whole[page] !== true) return page
    }
  return null
}

/** Page token of the call. */
export const tokenOfPage = (page: number): string => `after-${page * CONSOLE_PAGE}`
