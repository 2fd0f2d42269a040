import type { ExploratorySessionSummary } from '../../contract/exploratory/sessions.ts'
import { hoursWords } from '../ui/clock-words.ts'

const HUNDRED_HOURS_MS = 100 * 3_600_000

/** ESVW-19 to ESVW-21. */
export const elapsedWords = (ms: number): string => `${ms > HUNDRED_HOURS_MS ? '100h' : hoursWords(ms)} elapsed time`

/** "Explore the checkout with a keyboard to discover traps"; null where nobody wrote one. */
export const charterWords = ({
  explore,
  with: means,
  toDiscover,
}: ExploratorySessionSummary['charter']): string | null => {
  const parts = [
    ['Explore', explore],
    ['with', means],
    ['to discover', toDiscover],
  ].flatMap(([word = '', text = '']) => (text.trim() === '' ? [] : [`${word} ${text.trim()}`]))
  return parts.length === 0 ? null : parts.join(' ')
}

export const countWords = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

export const observationsWords = (count: number): string => countWords(count, 'observation', 'observations')
