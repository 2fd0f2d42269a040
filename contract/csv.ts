const BYTE_ORDER_MARK = '\u{feff}'

/** Also behind apostrophes: whoever takes one away has to find what was written. The wide forms are formulas in East Asian spreadsheets. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A cell of a CSV file that no spreadsheet runs as a formula. */
const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const linesOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

/** Spreadsheets take a file for UTF-8 only with the mark. */
export const headOf = (columns: readonly string[]): string => BYTE_ORDER_MARK + linesOf([columns])
