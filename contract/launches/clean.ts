/** Removes NUL and lone surrogates, which the database cannot store. */
export const clean = (value: string): string => value.replaceAll('\0', '').toWellFormed()

/** Applies `clean` to every text in a JSON value, including property names. */
export const cleanJson = (value: unknown): unknown => {
  if (typeof value === 'string') return clean(value)
  if (Array.isArray(value)) return value.map(cleanJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [clean(key), cleanJson(one)]))
}
