/** Text as the database can store and compare it: without NUL and without halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Folds the letters A to Z alone: the only case folding on which all databases and browsers agree, PostgreSQL's in collation "C". */
export const foldCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Orders text by code points, as PostgreSQL's collation "C" does. `<` differs: it orders by UTF-16 code units. */
export const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one !== other) return rankOf(one) - rankOf(other)
  }
  return a.length - b.length
}

/** Surrogates stand for the highest code points, though not for the highest units. */
const rankOf = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

const ASCII = /^[\0-\x7f]*$/

/**
 * What a search for part of a text compares with the text after `foldCase`. Beyond ASCII each letter matches in both cases: `letters` holds,
 * one after the other, the code points that fit.
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

/** Returns whether a text holds the part anywhere, whatever the case; no text holds none. */
export const holdsPart = (text: string | null | undefined, part: TextPart): boolean => {
  if (text === null || text === undefined) return false
  const folded = foldCase(text)
  if (part.kind === 'literal') return folded.includes(part.text)
  const points = Array.from(folded)
  return points.some((_, at) => part.letters.every((cases, offset) => cases.includes(points[at + offset] ?? '')))
}

/** Returns whether a value is one of those asked for; where none is asked for, every value is, also none. */
export const isAmong = (value: string | null, wanted: readonly string[]): boolean =>
  wanted.length === 0 || (value !== null && wanted.some((one) => storable(one) === value))

/** `key:value` of an address, the key up to the first colon; without a colon it is the key of an empty value. */
export const labelOf = (text: string): { key: string; value: string } => {
  const colon = text.indexOf(':')
  return colon < 0 ? { key: text, value: '' } : { key: text.slice(0, colon), value: text.slice(colon + 1) }
}

/** Returns whether one of the wanted labels is there; where none is asked for, always. */
export const hasLabelAmong = (labels: readonly { key: string; value: string }[], wanted: readonly string[]): boolean =>
  wanted.length === 0 ||
  wanted.some((text) => {
    const { key, value } = labelOf(storable(text))
    return labels.some((label) => label.key === key && label.value === value)
  })

/** Compares sort keys: null stands last in either direction. */
export const compareKeys = <Key extends string | number>(
  a: Key | null,
  b: Key | null,
  order: 'asc' | 'desc',
): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const ascending = typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : Number(a) - Number(b)
  return order === 'asc' ? ascending : -ascending
}
