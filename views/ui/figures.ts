/**
 * '1,872': a whole number with thousands separators. By hand: the first number or date that `Intl` formats loads its tables,
 * which takes longer than drawing a list's first rows.
 */
export const inFigures = (count: number): string => {
  const digits = String(Math.abs(count))
  let shown = ''
  for (let end = digits.length; end > 0; end -= 3)
    shown = `${digits.slice(Math.max(0, end - 3), end)}${shown === '' ? '' : `,${shown}`}`
  return count < 0 ? `-${shown}` : shown
}
