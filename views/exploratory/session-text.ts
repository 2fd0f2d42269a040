import { formatCount } from '../ui/text/figures.ts'
import { formatHours } from '../ui/text/format-clock.ts'

const HUNDRED_HOURS_MS = 100 * 3_600_000

/** ESVW-19 to ESVW-21. */
export const elapsedText = (ms: number): string => `${ms > HUNDRED_HOURS_MS ? '100h' : formatHours(ms)} elapsed time`

export const observationCount = (count: number): string => formatCount(count, 'observation', 'observations')
