/**
 * Formats a whole number with thousands separators: '1,872'. Without `Intl`, whose first use loads its tables and takes longer than
 * rendering a list's first rows.
 */
export const inFigures = (count: number): string => {
  const digits = String(Math.abs(count))
  let shown = ''
  for (let end = digits.length; end > 0; end -= 3)
    shown = `${digits.slice(Math.max(0, end - 3), end)}${shown === '' ? '' : `,${shown}`}`
  return count < 0 ? `-${shown}` : shown
}

/** '1 test', '1,872 tests'. `many`: the plural, where it does not end in -s. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${inFigures(count)} ${count === 1 ? one : many}`
