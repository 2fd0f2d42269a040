/** Makes texts storable: removes NUL characters and replaces lone surrogates. */
export const storable = <T>(value: T): T => {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed() as T
  if (Array.isArray(value)) return (value as unknown[]).map(storable) as T
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storable<unknown>(inner)])) as T
  return value
}

/** Truncates a text. Also drops half a surrogate pair at the end: the database rejects it, and it breaks URLs. */
export const cut = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
