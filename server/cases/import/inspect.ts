import type { ImportColumn } from '../../../contract/cases/import.ts'
import { IMPORT_LIMITS } from '../../../contract/cases/import-limits.ts'
import type { SourceRow, SourceTable } from './formats/table.ts'
import { Unreadable } from '../../reading/source-file.ts'

/** Summary of a table, collected in one pass. */
export interface Inspected {
  columns: ImportColumn[]
  rows: number
  hasStepRows: boolean
}

/** Indexes of the most likely columns, -1 for none. */
export type InspectedColumns = Record<'key' | 'title' | 'suite' | 'steps', number>

/** Reads the whole table. */
export const inspect = async (table: SourceTable, at: InspectedColumns): Promise<Inspected> => {
  if (table.columns.length === 0) throw new Unreadable('The first row has to hold the names of the columns')
  if (table.columns.length > IMPORT_LIMITS.columns)
    throw new Unreadable(`The file has more than ${IMPORT_LIMITS.columns} columns`)
  const columns = table.columns.map((name) => ({ name, samples: [] as string[], values: new Set<string>() as Values }))
  let rows = 0
  let hasStepRows = false
  let before: readonly string[] = []
  for await (const { cells } of limited(table.rows)) {
    rows += 1
    for (const [i, column] of columns.entries()) look(column, (cells[i] ?? '').trim())
    hasStepRows ||= rows > 1 && isStepRow(cells, before, at)
    before = cells
  }
  return {
    columns: columns.map(({ values, ...column }) => ({ ...column, values: values === null ? null : [...values] })),
    rows,
    hasStepRows,
  }
}

/** A step without a title, or one under the title and suite of the row above. */
const isStepRow = (cells: readonly string[], before: readonly string[], at: InspectedColumns): boolean => {
  const [title = '', step = ''] = [cells[at.title]?.trim(), cells[at.steps]?.trim()]
  if (at.title === -1 || step === '') return false
  if (title === '') return true
  const isSame = (column: keyof InspectedColumns) =>
    (cells[at[column]] ?? '').trim() === (before[at[column]] ?? '').trim()
  return (
    isSame('title') &&
    (isSame('suite') || !cells[at.suite]?.trim()) &&
    !cells[at.key]?.trim() &&
    !step.includes('\n') &&
    before[at.steps]?.trim() !== ''
  )
}

type Values = Set<string> | null

const look = (column: { samples: string[]; values: Values }, text: string): void => {
  if (text === '') return
  const { samples } = column
  if (samples.length < IMPORT_LIMITS.samples) {
    const sample = text.length > IMPORT_LIMITS.sampleLength ? `${text.slice(0, IMPORT_LIMITS.sampleLength)}…` : text
    if (!samples.includes(sample)) samples.push(sample)
  }
  if (column.values === null) return
  if (text.length > IMPORT_LIMITS.valueLength) column.values = null
  else if (!column.values.has(text) && column.values.add(text).size > IMPORT_LIMITS.values) column.values = null
}

/** Yields rows up to the limit; `onRow` receives the number of rows so far. */
export async function* limited(
  rows: AsyncIterable<SourceRow>,
  onRow?: (count: number) => void,
): AsyncGenerator<SourceRow> {
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count > IMPORT_LIMITS.rows)
      throw new Unreadable(`The file has more than ${IMPORT_LIMITS.rows.toLocaleString('en')} rows`)
    onRow?.(count)
    yield row
  }
}
