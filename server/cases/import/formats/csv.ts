import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { IMPORT_LIMITS } from '../../../../contract/cases/import-limits.ts'
import { isPartName } from '../guess.ts'
import { withHead, withPlainLines, type SourceRow, type SourceTable } from './table.ts'
import { Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { beginningOf, encodingOf, notesOn, textOf } from './text.ts'

/** First line by which Excel learns the delimiter. */
const SEPARATOR_LINE = /^\ufeff?(?:sep=(.)\1{0,1000}|"sep=(.)"[,;\t]{0,1000})[\r\n]/i
const DELIMITERS = [',', ';', '\t', '|']
/** Maximum characters of one record; a longer one has an unclosed quote. */
const MAX_RECORD = 8 * 1024 * 1024

/** Opens CSV with any common delimiter, including TSV. */
export const openCsv = async (file: SourceFile): Promise<SourceTable> => {
  const encoding = await encodingOf(file)
  const beginning = await beginningOf(file, encoding)
  const [, bare, quoted] = SEPARATOR_LINE.exec(beginning) ?? []
  const named = bare ?? quoted
  const rows = recordsOf(textOf(file, encoding), named ?? delimiterOf(beginning))
  if (named !== undefined) await rows.next()
  const table = await withHead(rows)
  if (table === null) throw new Unreadable('The file is empty')
  return { ...table, sheets: [], sheet: null, notes: [...notesOn(encoding), ...table.notes] }
}

interface Parsed {
  record: string[]
  info: { records: number; empty_lines: number }
}

async function* recordsOf(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<SourceRow, undefined> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
  })
  const source = Readable.from(text, { objectMode: true })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let row = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (record.length > IMPORT_LIMITS.columns)
        throw new Unreadable(`Row ${row} has more than ${IMPORT_LIMITS.columns} columns`)
      yield { row: info.records + info.empty_lines, cells: record.map(withPlainLines) }
      row = info.records + info.empty_lines + 1
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Unreadable(
      error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
        ? `A quote that opens in row ${row} is never closed`
        : `Row ${row} cannot be read`,
      { cause: error },
    )
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** Number of the first lines of which one may have the names of the columns. */
const HEAD_LINES = 20

/** Returns the most frequent delimiter, outside quotes, of the line with the names of the columns, or else of the first line. */
export const delimiterOf = (text: string): string => {
  const bare = text
    .replace(/^\u{feff}/u, '')
    .replaceAll(/"((?:[^"]|"")*)"/g, (_, cell: string) => cell.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const lines = bare.trimStart().split(/\r?\n/, HEAD_LINES)
  const namesIn = (line: string): number =>
    Math.max(...DELIMITERS.map((delimiter) => line.split(delimiter).filter(isPartName).length))
  const line = lines.find((one) => namesIn(one) > 1) ?? lines[0] ?? ''
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
