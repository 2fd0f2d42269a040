import path from 'node:path/posix'
import { IMPORT_LIMITS } from '../../../../contract/cases/import-limits.ts'
import { dayOf, isDateFormat } from './xlsx-dates.ts'
import { withHead, withPlainLines, type SourceRow, type SourceTable } from './table.ts'
import { Unreadable, type SourceFile } from '../../../reading/source-file.ts'
import { parseXml, type XmlHandler } from '../../../reading/xml.ts'
import { openZip, type Zip, type ZipLimits } from '../../../reading/zip.ts'

/** Maximum characters of all shared strings. */
const MAX_SHARED = 50 * 1024 * 1024
/** Maximum characters of one cell; Excel's own limit is 32,767. */
const MAX_CELL = 1024 * 1024

const WORKBOOK: ZipLimits = {
  entries: 2000,
  unpackedBytes: IMPORT_LIMITS.unpackedBytes,
  unpackedRatio: IMPORT_LIMITS.unpackedRatio,
  ratioFreeBytes: IMPORT_LIMITS.ratioFreeBytes,
  // Pictures are not unpacked.
  isWanted: (name) => /\.(?:xml|rels)$/i.test(name),
  words: {
    broken: 'The file is not a workbook of the format XLSX, or is broken',
    tooLarge: 'The workbook is too large once it is unpacked',
    tooTight: 'The workbook unpacks to far more than a workbook holds. Save it as CSV.',
  },
}

/** Opens a sheet of a workbook: the wanted one, otherwise the first visible one. Rows above the names of the columns are skipped. */
export const openXlsx = async (file: SourceFile, requested: string | null): Promise<SourceTable> => {
  const zip = await openZip(file, WORKBOOK)
  try {
    const { sheets, is1904 } = await readBook(zip)
    const sheet = sheets.find(({ name }) => name === requested) ?? sheets[0]
    if (sheet === undefined) throw new Unreadable('The workbook has no sheet')
    const texts = await readTexts(zip)
    const dates = await readDates(zip)
    const part = await zip.text(sheet.part)
    if (part === null) throw new Unreadable('The workbook is broken: a sheet is missing')
    const rows = sheetRows(part, { texts, dates, is1904 }, zip.close)
    const table = await withHead(rows)
    if (table === null) throw new Unreadable(`The sheet ${sheet.name} is empty`)
    const names = sheets.map(({ name }) => name)
    const others = names.filter((name) => name !== sheet.name)
    const notes = others.length === 0 ? [] : [`Only the sheet ${sheet.name} is imported, not ${others.join(', ')}`]
    return { ...table, sheets: names, sheet: sheet.name, notes: [...notes, ...table.notes] }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Parses a whole part of the package; yields nothing. */
const parsePart = async (zip: Zip, name: string, handler: XmlHandler): Promise<boolean> => {
  const part = await zip.text(name)
  if (part === null) return false
  for await (const _ of parseXml(part, handler, () => []));
  return true
}

const plain = (name: string): string => name.slice(name.indexOf(':') + 1)

const readBook = async (zip: Zip): Promise<{ sheets: { name: string; part: string }[]; is1904: boolean }> => {
  const found: { name: string; relation: string; isHidden: boolean }[] = []
  const parts = new Map<string, string>()
  let is1904 = false
  const isThere = await parsePart(zip, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (plain(name) === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (plain(name) !== 'sheet') return
      const relation = Object.entries(attributes).find(([key]) => plain(key) === 'id')?.[1] ?? ''
      found.push({ name: attributes.name ?? '', relation, isHidden: (attributes.state ?? 'visible') !== 'visible' })
    },
  })
  if (!isThere) throw new Unreadable('The file is not a workbook of the format XLSX')
  await parsePart(zip, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id = '', Target = '' }) => {
      if (plain(name) === 'Relationship') parts.set(Id, path.join('xl', Target.replace(/^\/xl\//, '')))
    },
  })
  const visible = found.filter(({ isHidden }) => !isHidden)
  return {
    is1904,
    sheets: (visible.length > 0 ? visible : found).map(({ name, relation }, i) => ({
      name,
      part: parts.get(relation) ?? `xl/worksheets/sheet${i + 1}.xml`,
    })),
  }
}

/** Reads the shared strings, without phonetic hints. */
const readTexts = async (zip: Zip): Promise<string[]> => {
  const texts: string[] = []
  let text = ''
  let total = 0
  let isText = false
  let isPhonetic = false
  await parsePart(zip, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (plain(name) === 'si') text = ''
      if (plain(name) === 'rPh') isPhonetic = true
      isText = plain(name) === 't' && !isPhonetic
    },
    text: (words) => {
      if (isText) text += words
    },
    close: (name) => {
      isText = false
      if (plain(name) === 'rPh') isPhonetic = false
      if (plain(name) !== 'si') return
      total += text.length
      if (total > MAX_SHARED || text.length > MAX_CELL) throw new Unreadable('The workbook holds too much text')
      texts.push(unescaped(text))
    },
  })
  return texts
}

/** Returns for each cell style whether it formats numbers as dates. */
const readDates = async (zip: Zip): Promise<boolean[]> => {
  const formats = new Map<string, string>()
  const dates: boolean[] = []
  let isOfCells = false
  await parsePart(zip, 'xl/styles.xml', {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (plain(name) === 'numFmt') formats.set(numFmtId, formatCode)
      if (plain(name) === 'cellXfs') isOfCells = true
      if (plain(name) === 'xf' && isOfCells) dates.push(isDateFormat(Number(numFmtId), formats.get(numFmtId)))
    },
    close: (name) => {
      if (plain(name) === 'cellXfs') isOfCells = false
    },
  })
  return dates
}

interface Book {
  texts: readonly string[]
  dates: readonly boolean[]
  is1904: boolean
}

/** Yields the non-empty rows. */
async function* sheetRows(part: AsyncIterable<string>, book: Book, close: () => void): AsyncGenerator<SourceRow> {
  let done: SourceRow[] = []
  let row = 0
  let count = 0
  let cells: string[] = []
  let at = -1
  let cell = { type: '', style: -1 }
  let text = ''
  let isText = false
  const handler: XmlHandler = {
    open: (tag, attributes) => {
      const name = plain(tag)
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1)
        cells = []
        at = -1
      } else if (name === 'c') {
        count += 1
        if (count > IMPORT_LIMITS.cells)
          throw new Unreadable(`The sheet has more than ${IMPORT_LIMITS.cells.toLocaleString('en')} cells`)
        at = attributes.r === undefined ? at + 1 : columnOf(attributes.r)
        if (at >= IMPORT_LIMITS.columns)
          throw new Unreadable(`Row ${row} has more than ${IMPORT_LIMITS.columns} columns`)
        cell = { type: attributes.t ?? '', style: Number(attributes.s ?? -1) }
        text = ''
      }
      isText = name === 'v' || (name === 't' && cell.type === 'inlineStr')
    },
    text: (words) => {
      if (isText) text += words
      if (text.length > MAX_CELL) throw new Unreadable(`A cell of row ${row} is too long`)
    },
    close: (tag) => {
      isText = false
      const name = plain(tag)
      if (name === 'c' && at >= 0) {
        while (cells.length < at) cells.push('')
        cells[at] = withPlainLines(textOf(text, cell, book))
      }
      if (name === 'row' && cells.some((one) => one !== '')) done.push({ row, cells })
    },
  }
  try {
    yield* parseXml(part, handler, () => {
      const ready = done
      done = []
      return ready
    })
  } finally {
    close()
  }
}

/** Returns the zero-based column of a cell reference: `C7` is column 2. */
const columnOf = (place: string): number => {
  let column = 0
  for (const letter of place) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    column = column * 26 + value
  }
  return column - 1
}

const textOf = (text: string, { type, style }: { type: string; style: number }, book: Book): string => {
  switch (type) {
    case 's':
      return book.texts[Number(text)] ?? ''
    case 'inlineStr':
    case 'str':
      return unescaped(text)
    case 'b':
      return text === '1' ? 'Yes' : 'No'
    case 'e':
      return ''
    default:
      return book.dates[style] && text !== '' ? dayOf(Number(text), book.is1904) : text
  }
}

/** Decodes `_x000D_`, the escape of characters that XML does not allow. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
