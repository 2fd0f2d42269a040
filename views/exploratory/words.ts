import { hoursWords } from '../ui/text/clock-words.ts'

const HUNDRED_HOURS_MS = 100 * 3_600_000

/** ESVW-19 to ESVW-21. */
export const elapsedWords = (ms: number): string => `${ms > HUNDRED_HOURS_MS ? '100h' : hoursWords(ms)} elapsed time`

export const countWords = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

export const observationsWords = (count: number): string => countWords(count, 'observation', 'observations')
