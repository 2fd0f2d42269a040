import { IMPORT_LIMITS } from '../../../../contract/cases/import-limits.ts'
import { Unreadable } from '../../../reading/source-file.ts'
import { isPartName, isTitleName } from '../guess.ts'

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

const HEAD_ROWS = 20
const partNames = ({ cells }: SourceRow): number => cells.filter(isPartName).length
/** A heading may contain the name of a column, like `Module: Quay`, but not several of them. */
const isHead = (row: SourceRow): boolean => partNames(row) > 1 || (filled(row) > 1 && row.cells.some(isTitleName))
const filled = ({ cells }: SourceRow): number => cells.filter((cell) => cell.trim() !== '').length

/**
 * Splits rows into column names and the rows below. Rows above the names, such as the title of a sheet, are skipped, which a note says. Null for
 * no rows.
 */
export const withHead = async (
  rows: AsyncGenerator<SourceRow>,
): Promise<Pick<SourceTable, 'columns' | 'rows' | 'notes'> | null> => {
  const first: SourceRow[] = []
  while (first.length < HEAD_ROWS) {
    const next = await rows.next()
    if (next.done) break
    first.push(next.value)
    if (first.length === 1 && isHead(next.value)) break
  }
  const [top] = first
  if (top === undefined) return null
  const isTable = first.some((row) => filled(row) > 1)
  const head =
    [top].find(isHead) ??
    first.find((row) => isHead(row) && row.cells.some(isTitleName)) ??
    [top].find((row) => partNames(row) > 0 && (filled(row) > 1 || !isTable)) ??
    first.find((row) => filled(row) > 1) ??
    top
  const at = first.indexOf(head)
  const above = first.slice(0, at).filter((row) => filled(row) > 0)
  const text = above.flatMap(({ cells }) => cells.filter((cell) => cell.trim() !== '')).join(', ')
  const skipped =
    above.length === 1 ? 'A row above the column names was' : `${above.length} rows above the column names were`
  return {
    columns: namesOf(head.cells),
    rows: chained(first.slice(at + 1), rows),
    notes: above.length === 0 ? [] : [`${skipped} skipped: ${text.slice(0, 200)}`],
  }
}

async function* chained(first: readonly SourceRow[], rest: AsyncGenerator<SourceRow>): AsyncGenerator<SourceRow> {
  try {
    yield* first
    yield* rest
  } finally {
    // Closes the file when only the first rows were wanted.
    await rest.return(undefined)
  }
}

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
