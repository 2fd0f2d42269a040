/** Removes NUL and lone surrogates, which the database cannot store and compare. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Lowercases the letters A to Z only, the only case folding that all databases (PostgreSQL with collation "C") and browsers share. */
export const foldCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Compares text by code points, as PostgreSQL's collation "C" does. `<` compares UTF-16 code units and gives another order. */
export const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one !== other) return rankOf(one) - rankOf(other)
  }
  return a.length - b.length
}

/** Orders surrogates after all other units: they encode the highest code points, but are not the highest units. */
const rankOf = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

const ASCII = /^[\0-\x7f]*$/

/**
 * Search pattern for a part of a text, to be compared with the text after `foldCase`. Non-ASCII letters match in both cases: `letters`
 * contains the matching code points for each letter.
 */
export type TextPart = { kind: 'literal'; text: string } | { kind: 'letters'; letters: readonly (readonly string[])[] }

export const textPart = (words: string): TextPart => {
  const text = foldCase(storable(words))
  return ASCII.test(text) ? { kind: 'literal', text } : { kind: 'letters', letters: Array.from(text, casesOf) }
}

const casesOf = (letter: string): string[] =>
  ASCII.test(letter)
    ? [letter]
    : [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()].filter((one) => Array.from(one).length === 1))]

/** Returns whether a text contains the part, ignoring case; false for null. */
export const holdsPart = (text: string | null | undefined, part: TextPart): boolean => {
  if (text === null || text === undefined) return false
  const folded = foldCase(text)
  if (part.kind === 'literal') return folded.includes(part.text)
  const points = Array.from(folded)
  return points.some((_, at) => part.letters.every((cases, offset) => cases.includes(points[at + offset] ?? '')))
}

/** Returns whether a value is one of the wanted values; without wanted values, every value matches, null included. */
export const isAmong = (value: string | null, requested: readonly string[]): boolean =>
  requested.length === 0 || (value !== null && requested.some((one) => storable(one) === value))

/** Parses `key:value`, split at the first colon. Without a colon, the text is the key and the value is empty. */
export const labelOf = (text: string): { key: string; value: string } => {
  const colon = text.indexOf(':')
  return colon < 0 ? { key: text, value: '' } : { key: text.slice(0, colon), value: text.slice(colon + 1) }
}

/** Returns whether one of the wanted labels is present; true without wanted labels. */
export const hasLabelAmong = (
  labels: readonly { key: string; value: string }[],
  requested: readonly string[],
): boolean =>
  requested.length === 0 ||
  requested.some((text) => {
    const { key, value } = labelOf(storable(text))
    return labels.some((label) => label.key === key && label.value === value)
  })

/** Compares sort keys. Null comes last in either direction. */
export const compareKeys = <Key extends string | number>(
  a: Key | null,
  b: Key | null,
  order: 'asc' | 'desc',
): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const ascending = typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : Number(a) - Number(b)
  return order === 'asc' ? ascending : -ascending
}
