/** References of texts to variables, such as `{{BASE_URL}}`. */
const REFERENCE = /\{\{\s{0,9}([A-Za-z_][A-Za-z0-9_]*)\s{0,9}\}\}/g

/** Splits a text at its references. `key` is null for the text between them. */
export const textParts = (text: string): { text: string; key: string | null }[] => {
  const parts: { text: string; key: string | null }[] = []
  let end = 0
  for (const { index, 0: reference, 1: key = '' } of text.matchAll(REFERENCE)) {
    if (index > end) parts.push({ text: text.slice(end, index), key: null })
    parts.push({ text: reference, key })
    end = index + reference.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), key: null })
  return parts
}

/** Replaces references by values. Unknown ones stay as typed; values of secrets are masked. */
export const withVariables = (text: string, variables: ReadonlyMap<string, { value: string }>): string =>
  text.replaceAll(REFERENCE, (reference, key: string) => variables.get(key)?.value ?? reference)
