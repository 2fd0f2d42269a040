/**
 * '1,872': a whole number with thousands separators. By hand: the first number or date that `Intl` formats loads its tables,
 * which takes longer than drawing a list's first rows.
 */
export const inFigures = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
