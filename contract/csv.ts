const BYTE_ORDER_MARK = '\u{feff}'

/**
 * Also matches behind apostrophes, so that removing one apostrophe restores the original text. The full-width characters start formulas in
 * East Asian spreadsheets.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Returns a cell of a CSV file that no spreadsheet runs as a formula. */
const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const linesOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')

/** Returns the header line, with a byte order mark: spreadsheets need it to detect UTF-8. */
export const headOf = (columns: readonly string[]): string => BYTE_ORDER_MARK + linesOf([columns])
