import { CONSOLE_PAGE, type ConsoleLine } from '../../contract/launchers/engine.ts'

/**
 * Lines of a console by their numbers, as far as they are loaded. They are kept in pages, of which there are 101 at most: to add lines
 * copies their own page and the list of pages, however many lines there are.
 */
export interface ConsoleText {
  /** By place; within a page by number, with holes for lines that are not loaded. */
  pages: Readonly<Record<number, readonly (ConsoleLine | undefined)[]>>
  /** Pages that were loaded as a whole: a hole in one of them stays one. */
  whole: Readonly<Record<number, true>>
  /** Number of the last line that is known. */
  count: number
}

export const NO_TEXT: ConsoleText = { pages: {}, whole: {}, count: 0 }

const pageOf = (line: number): number => Math.floor((line - 1) / CONSOLE_PAGE)
const placeOf = (line: number): number => (line - 1) % CONSOLE_PAGE

export const lineAt = ({ pages }: ConsoleText, line: number): ConsoleLine | undefined =>
  pages[pageOf(line)]?.[placeOf(line)]

/** Returns those of the lines that the text does not have yet. */
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

/** Returns the first page that a range needs and that is not loaded; null where there is none. */
export const missingPage = (text: ConsoleText, { from, to }: LineRange): number | null => {
  for (let line = Math.max(1, from); line <= Math.min(to, text.count); line += 1) {
    const page = pageOf(line)
    if (lineAt(text, line) === undefined && text.whole[page] !== true) return page
  }
  return null
}

/** Token that a page is asked for by. */
export const tokenOfPage = (page: number): string => `after-${page * CONSOLE_PAGE}`
