/** Writes an XLSX workbook with one sheet. All cells are text, so that nothing is evaluated as a formula. */
import { strToU8, Zip, ZipDeflate } from 'fflate'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const partsOf = (sheetName: string): Record<string, string> => ({
  '[Content_Types].xml':
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
    `<sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  // Number format 49 is text. Style 1 is the header, style 2 all other cells.
  'xl/styles.xml':
    `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
    '<cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>' +
    '<xf xfId="0" numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' +
    '</cellXfs></styleSheet>',
})

const SHEET = 'xl/worksheets/sheet1.xml'

/** The first row is the header. Yields to the page between parts. */
export const workbookOf = async (
  parts: readonly (readonly (readonly string[])[])[],
  sheetName: 'Test cases' | 'Results' = 'Test cases',
): Promise<Uint8Array<ArrayBuffer>[]> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else chunks.push(new Uint8Array(chunk))
  })
  const add = (name: string): ZipDeflate => {
    const entry = new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    return entry
  }
  for (const [name, content] of Object.entries(partsOf(sheetName))) add(name).push(strToU8(XML + content), true)
  const sheet = add(SHEET)
  const columns = parts[0]?.[0]?.length ?? 1
  sheet.push(
    strToU8(
      `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
        `<cols><col min="1" max="${columns}" width="24" customWidth="1"/></cols><sheetData>`,
    ),
  )
  let row = 0
  for (const part of parts) {
    let text = ''
    for (const cells of part) {
      row += 1
      text += `<row r="${row}">${cells.map((cell, i) => cellOf(cell, `${lettersOf(i)}${row}`, row === 1 ? 1 : 2)).join('')}</row>`
    }
    sheet.push(strToU8(text))
    await new Promise((resolve) => setTimeout(resolve))
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  if (failure !== null) throw failure
  return chunks
}

const cellOf = (text: string, place: string, style: number): string =>
  text === ''
    ? ''
    : `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes characters that XML cannot hold as `_x0007_`, and the underscore of texts that look escaped. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>]/g, (sign) => NAMED[sign] ?? sign)
    .replaceAll(
      /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )

/** Returns the letters of a column, counting from 0: 27 is `AB`. */
const lettersOf = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : lettersOf(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26))
