import type { ImportMapping } from '../../../contract/cases/import.ts'

/** A step in a file. */
export interface StepText {
  /** Row number in the file. */
  row: number
  action: string
  expectedResult: string
}

/** Cells of one row that concern steps. */
export interface StepCells {
  row: number
  steps: string
  stepData: string
  expectedResults: string
}

/** `1. Open`, `1) Open`, `(1) Open`, `[1] Open`, `1.Open`, `1: Open`, `1、Open`, `1 - Open`, `1- Open`, `Step 1: Open`; `1.5 bar` is none. */
const ITEM =
  /^ {0,2}(?:step[ \t]{0,3}(\d{1,4})[ \t]{0,3}(?:[:.)\u2013\u2014-]|$)|[([]?(\d{1,4})(?:[.):\]\uff0e\u3001](?!\d)|[ \t]?[\u2013\u2014-](?=[ \t])))[ \t]?(.*)$/i

/**
 * Splits a numbered list (`1. …`) into items; further lines may be indented by three spaces. Only the next number in sequence starts an
 * item, so other numbers are part of the text. Text that does not start with 1 is one item.
 */
export const itemsOf = (text: string): string[] => {
  const lines = text.split('\n')
  const items: string[][] = []
  for (const line of lines) {
    const [, step, number = step, rest = ''] = ITEM.exec(line) ?? []
    if (Number(number) === items.length + 1) items.push([rest])
    else if (items.length > 0) items.at(-1)?.push(line.replace(/^ {3}/, ''))
    else if (line.trim() !== '') return [text]
  }
  return items.map((parts) => parts.join('\n'))
}

const BEGIN = /^1([.)])[ \t]/
const MARKERS = { '.': /(?<=\S)[ \t](\d{1,4})\.[ \t]/g, ')': /(?<=\S)[ \t](\d{1,4})\)[ \t]/g }

/** Case of the first letter; null for a text that begins otherwise, or in a script without cases. */
const letterCase = (text: string): 'upper' | 'lower' | null => {
  const letter = text.slice(0, 1)
  if (letter.toLowerCase() === letter.toUpperCase()) return null
  return letter === letter.toLowerCase() ? 'lower' : 'upper'
}

/**
 * Splits a list that is written on one line, `1. Open the page 2. Close it`. Returns null if it is none: without a second item, with an empty
 * one, as of a date (`1. 2. 2024`), or with an item in lower case after one in upper case, as `1. Press 2. times`.
 */
export const itemsInLine = (text: string): string[] | null => {
  const line = text.trim()
  const mark = BEGIN.exec(line)?.[1]
  if (line.includes('\n') || (mark !== '.' && mark !== ')')) return null
  const items: string[] = []
  let start = 2
  for (const marker of line.matchAll(MARKERS[mark])) {
    if (Number(marker[1]) !== items.length + 2) continue
    items.push(line.slice(start, marker.index).trim())
    start = marker.index + marker[0].length
  }
  items.push(line.slice(start).trim())
  const isSentence = letterCase(items[0] ?? '') === 'upper' && items.some((item) => letterCase(item) === 'lower')
  return items.length > 1 && !isSentence && items.every((item) => /\p{L}/u.test(item)) ? items : null
}

/** Returns whether a text starts with the first item of a numbered list. */
const isItem = (text: string): boolean => {
  const [, step, number = step] = ITEM.exec(text.trimStart()) ?? []
  return Number(number) === 1
}

/** Returns whether a text has at least two items. */
export const isNumbered = (text: string): boolean => itemsOf(text.trim()).length > 1 || itemsInLine(text) !== null

/** Removes quotes around an item, which Qase may add. */
const unquoted = (item: string): string => {
  const text = item.trim()
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : item
}

/** One item per line; lines that are indented deeper than the first one continue the item above. */
const linesOf = (text: string): string[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const indentOf = (line: string): number => line.length - line.trimStart().length
  const depth = indentOf(lines[0] ?? '')
  const items: string[] = []
  for (const line of lines)
    if (items.length > 0 && indentOf(line) > depth) items[items.length - 1] += `\n${line.slice(depth).trimEnd()}`
    else items.push(line.trim())
  return items
}

const partsOf = (form: ImportMapping['steps'], text: string, isTyped: boolean): string[] => {
  if (text.trim() === '') return []
  if (form === 'rows') return [text.trim()]
  return form === 'lines' ? linesOf(text) : ((isTyped ? itemsInLine(text) : null) ?? itemsOf(text))
}

/**
 * Returns the steps of a case from all its rows. `isQuoted`: removes quotes around a whole item. `isTyped`: also splits lists that users typed on
 * one line; a tool writes one item per line, and an item may contain numbers.
 */
export const stepsOf = (
  rows: readonly StepCells[],
  requested: ImportMapping['steps'],
  { isQuoted = false, isTyped = true } = {},
): StepText[] => {
  const described = rows.filter((cells) =>
    [cells.steps, cells.stepData, cells.expectedResults].some((text) => text.trim() !== ''),
  )
  // A single row with a list is not in the format of one step per row.
  const form =
    requested === 'rows' && described.length === 1 && isNumbered(described[0]?.steps ?? '') ? 'numbered' : requested
  return described.flatMap((cells) => {
    const items = (text: string) => partsOf(form, text, isTyped).map((item) => (isQuoted ? unquoted(item) : item))
    const [actions, data, results] = [items(cells.steps), items(cells.stepData), items(cells.expectedResults)]
    // A single result that is not a list item applies after all steps.
    if (results.length === 1 && actions.length > 1 && !isItem(cells.expectedResults))
      results.unshift(...actions.slice(1).map(() => ''))
    return Array.from({ length: Math.max(actions.length, data.length, results.length) }, (_, i) => ({
      row: cells.row,
      action: withData(actions[i] ?? '', data[i] ?? ''),
      expectedResult: results[i] ?? '',
    }))
  })
}

/** Appends step data to the action: cases have no field for it. */
const withData = (action: string, data: string): string =>
  data.trim() === '' ? action : [action, `Test data: ${data}`].filter((text) => text !== '').join('\n\n')
