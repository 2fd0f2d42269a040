import { IMPORT_LIMITS } from '../../../../contract/cases/import-limits.ts'
import { Unreadable } from '../../../reading/source-file.ts'

/** A row of cells. `row` is its number as a spreadsheet shows it, empty rows counted; its line in a file that is no table. */
export interface SourceRow {
  row: number
  cells: string[]
}

/** What every format becomes: named columns, and rows that are read as they are asked for. */
export interface SourceTable {
  columns: string[]
  rows: AsyncIterable<SourceRow>
  /** Those of a workbook. */
  sheets: string[]
  sheet: string | null
  notes: string[]
}

/** Line ends of any system, as the product writes them. */
export const withPlainLines = (text: string): string => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text)

/** Names of columns, each of its own: what is empty or there twice is told apart by its place. */
export const namesOf = (head: readonly string[]): string[] => {
  const names = head.map((name) => withPlainLines(name).trim())
  while (names.at(-1) === '') names.pop()
  if (names.length > IMPORT_LIMITS.columns)
    throw new Unreadable(`The file has more than ${IMPORT_LIMITS.columns} columns`)
  return names.map((name, i) => {
    if (name === '') return `Column ${i + 1}`
    return names.indexOf(name) === i ? name : `${name} (${i + 1})`
  })
}
