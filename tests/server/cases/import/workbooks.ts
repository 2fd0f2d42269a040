import { strToU8, zipSync } from 'fflate'

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** A workbook as Excel writes it: texts are shared, dates are numbers with a style. `sheets`: the rows of each as XML. */
export const aWorkbook = (
  sheets: Record<string, string>,
  { texts = [], more = {} }: { texts?: readonly string[]; more?: Record<string, Uint8Array> } = {},
): Uint8Array<ArrayBuffer> => {
  const names = Object.keys(sheets)
  const parts: Record<string, Uint8Array> = {
    'xl/workbook.xml': strToU8(
      `<workbook ${NS} xmlns:r="r"><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${names.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
    ),
    'xl/styles.xml': strToU8(`<styleSheet ${NS}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`),
    'xl/sharedStrings.xml': strToU8(`<sst ${NS}>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        strToU8(`<worksheet ${NS}><sheetData>${rows}</sheetData></worksheet>`),
      ]),
    ),
    ...more,
  }
  return new Uint8Array(zipSync(parts))
}

/** The same file, with an entry in its directory that declares another size. */
export const claiming = (zip: Uint8Array<ArrayBuffer>, part: string, sizeBytes: number): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(zip)
  for (let at = bytes.indexOf('PK\u0001\u0002'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 1))
    if (bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)) === part)
      bytes.writeUInt32LE(sizeBytes, at + 24)
  return new Uint8Array(bytes)
}
