import type { ImportMapping } from '../../../contract/cases/import.ts'

/** A step as a file tells it. */
export interface StepText {
  /** Of the file. */
  row: number
  action: string
  expectedResult: string
}

/** What the cells of one row say about steps. */
export interface StepCells {
  row: number
  steps: string
  stepData: string
  expectedResults: string
}

const ITEM = /^(\d+)[.)](?:[ \t](.*)|)$/

/**
 * The items of a numbered list, `1. …`; what goes on may be indented by three spaces. Only the number that comes next begins an item, so
 * that others are part of the text. A text that does not begin with 1 is one item.
 */
export const itemsOf = (text: string): string[] => {
  const lines = text.split('\n')
  const items: string[][] = []
  for (const line of lines) {
    const [, number, rest = ''] = ITEM.exec(line) ?? []
    if (Number(number) === items.length + 1) items.push([rest])
    else if (items.length > 0) items.at(-1)?.push(line.replace(/^ {3}/, ''))
    else if (line.trim() !== '') return [text]
  }
  return items.map((parts) => parts.join('\n'))
}

/** Whether a text is the first item of a numbered list, or the whole of it. */
const isItem = (text: string): boolean => /^\s*1[.)](?:\s|$)/.test(text)

/** At least two items. */
export const isNumbered = (text: string): boolean => itemsOf(text.trim()).length > 1

/** Qase may put each item of a list in quotes of its own. */
const unquoted = (item: string): string => {
  const text = item.trim()
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : item
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const partsOf = (form: ImportMapping['steps'], text: string): string[] => {
  if (text.trim() === '') return []
  if (form === 'rows') return [text.trim()]
  return form === 'lines' ? linesOf(text) : itemsOf(text)
}

/** The steps of a case from all its rows. `isQuoted`: quotes around a whole item are not part of it. */
export const stepsOf = (
  rows: readonly StepCells[],
  asked: ImportMapping['steps'],
  { isQuoted = false } = {},
): StepText[] => {
  const told = rows.filter((cells) =>
    [cells.steps, cells.stepData, cells.expectedResults].some((text) => text.trim() !== ''),
  )
  // One row alone that holds a list is no row of many.
  const form = asked === 'rows' && told.length === 1 && isNumbered(told[0]?.steps ?? '') ? 'numbered' : asked
  return told.flatMap((cells) => {
    const items = (text: string) => partsOf(form, text).map((item) => (isQuoted ? unquoted(item) : item))
    const [actions, data, results] = [items(cells.steps), items(cells.stepData), items(cells.expectedResults)]
    // One result that is no item of a list is seen once all steps are done.
    if (results.length === 1 && actions.length > 1 && !isItem(cells.expectedResults))
      results.unshift(...actions.slice(1).map(() => ''))
    return Array.from({ length: Math.max(actions.length, data.length, results.length) }, (_, i) => ({
      row: cells.row,
      action: withData(actions[i] ?? '', data[i] ?? ''),
      expectedResult: results[i] ?? '',
    }))
  })
}

/** A case has no place of its own for the data of a step. */
const withData = (action: string, data: string): string =>
  data.trim() === '' ? action : [action, `Test data: ${data}`].filter((text) => text !== '').join('\n\n')
