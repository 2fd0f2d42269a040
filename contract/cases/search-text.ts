import { foldCase, storable } from '../text-matching.ts'

/** Ranges of letters: Latin, Greek and Cyrillic ones beyond ASCII. */
const LETTERS = [
  [0x00c0, 0x024f],
  [0x0370, 0x03ff],
  [0x0400, 0x052f],
  [0x1e00, 0x1eff],
] as const
const CYRILLIC = /[\u0400-\u052f]/
const WITHOUT_DECOMPOSITION: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ', ё: 'е' }

const foldedLetter = (letter: string): string => {
  const lower = letter.toLowerCase()
  // A mark makes another letter in Cyrillic.
  const bare = CYRILLIC.test(letter) ? lower : (Array.from(lower.normalize('NFD'))[0] ?? lower)
  return WITHOUT_DECOMPOSITION[bare] ?? bare
}

/** Letters that searches of test cases do not distinguish from others, with those others: É and é from e, Ж from ж. */
export const FOLDED_LETTERS: ReadonlyMap<string, string> = new Map(
  LETTERS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
  )
    .map((letter): [string, string] => [letter, foldedLetter(letter)])
    .filter(([letter, folded]) => folded !== letter && folded.length === 1),
)

/** Folds case, accents and compatibility forms, as the database's `fold_text` does for searches of test cases. */
export const foldText = (text: string): string =>
  foldCase(storable(text).normalize('NFKC')).replaceAll(/[^\0-\x7f]/g, (letter) => FOLDED_LETTERS.get(letter) ?? letter)

/** Returns the terms of a search, twenty at most. A text matches when its `foldText` contains each of them. */
export const searchTerms = (text: string): string[] =>
  [...new Set(foldText(text).split(/\s+/).filter(Boolean))].slice(0, 20)
