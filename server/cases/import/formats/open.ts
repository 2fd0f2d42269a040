import type { ImportFormat } from '../../../../contract/cases/import.ts'
import { openCsv } from './csv.ts'
import { openMarkdown } from './markdown.ts'
import { withSuitePaths } from './qase.ts'
import { sourceOf } from '../guess.ts'
import { withoutHtml } from './html.ts'
import type { SourceRow, SourceTable } from './table.ts'
import { headOf, Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { openTestRailXml } from './testrail-xml.ts'
import { openXlsx } from './xlsx.ts'

const OPENERS: Record<ImportFormat, (file: SourceFile, sheet: string | null) => Promise<SourceTable>> = {
  csv: (file) => withSuitePaths(() => openCsv(file)),
  xlsx: openXlsx,
  markdown: openMarkdown,
  'testrail-xml': openTestRailXml,
}

/** Detects a file's format from its content; the file name only decides between similar formats. */
export const formatOf = async (file: SourceFile): Promise<ImportFormat> => {
  const head = await headOf(file)
  if (head.startsWith('PK')) return 'xlsx'
  if (/\.xlsx?$/i.test(file.name)) throw new Unreadable('The file is not a workbook of the format XLSX')
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart()
  if (text.startsWith('<')) return 'testrail-xml'
  const isMarkdown =
    /\.(?:md|markdown)$/i.test(file.name) || /^\|.*\|[ \t]*\r?\n\|[ \t:|-]+\|[ \t]*(?:\r?\n|$)/.test(text)
  return isMarkdown ? 'markdown' : 'csv'
}

/** HTML of other tools' editors is read as Markdown. */
export const openTable = async (file: SourceFile, format: ImportFormat, sheet: string | null): Promise<SourceTable> => {
  const table = await OPENERS[format](file, sheet)
  return sourceOf(table.columns) === 'assay' ? table : { ...table, rows: withoutTags(table.rows) }
}

async function* withoutTags(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  for await (const { row, cells } of rows) yield { row, cells: cells.map(withoutHtml) }
}
