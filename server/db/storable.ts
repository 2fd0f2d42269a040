/** Makes texts storable: removes NUL characters and replaces lone surrogates. */
export const storable = <T>(value: T): T => {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed() as T
  if (Array.isArray(value)) return (value as unknown[]).map(storable) as T
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storable<unknown>(inner)])) as T
  return value
}
