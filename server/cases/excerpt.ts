import { foldText } from '../../contract/cases/search-text.ts'

/** Characters of an excerpt before its first match, and in all. */
const BEFORE = 60
const LENGTH = 200

/** Returns the part of a text around its first match, with each match between `[[` and `]]`; null without a match. */
export const excerptOf = (text: string, foldedTerms: readonly string[]): string | null => {
  // Folding can change the number of characters: `places` has the original place of each folded one.
  const places: number[] = []
  let folded = ''
  let at = 0
  for (const letter of text) {
    const one = foldText(letter)
    for (let i = 0; i < one.length; i += 1) places.push(at)
    folded += one
    at += letter.length
  }
  places.push(text.length)
  const matches = foldedTerms
    .flatMap((word) => placesOf(folded, word).map((from) => [from, from + word.length] as const))
    .map(([from, to]): [number, number] => [places[from] ?? 0, places[to] ?? text.length])
    .sort((a, b) => a[0] - b[0])
  const [first] = matches
  if (first === undefined) return null
  const start = first[0] <= BEFORE ? 0 : text.lastIndexOf(' ', first[0] - BEFORE) + 1
  const end = Math.max(first[1], Math.min(text.length, start + LENGTH))
  let marked = ''
  let shown = start
  for (const [from, to] of matches) {
    if (from < shown || to > end) continue
    marked += `${text.slice(shown, from)}[[${text.slice(from, to)}]]`
    shown = to
  }
  return marked + text.slice(shown, end)
}

const placesOf = (text: string, word: string): number[] => {
  const found: number[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) found.push(at)
  return found
}
