import { IMPORT_LIMITS } from '../../../../contract/cases/import-limits.ts'
import { Unreadable } from '../../../reading/source-file.ts'

/** A row of cells. `row` is its number in a spreadsheet, counting empty rows, or its line number in other files. */
export interface SourceRow {
  row: number
  cells: string[]
}

/** Common form of all formats: named columns, and rows that are read on demand. */
export interface SourceTable {
  columns: string[]
  rows: AsyncIterable<SourceRow>
  /** Names of a workbook's sheets. */
  sheets: string[]
  sheet: string | null
  notes: string[]
}

/** Normalises line endings to `\n`. */
export const withPlainLines = (text: string): string => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text)

/** Makes column names unique: empty and repeated names get their position. */
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
