import type { Combination } from './combinations.ts'

/** Key of a combination, independent of the order of options. */
export const keyOf = (combination: Combination): string => combination.toSorted((a, b) => a - b).join(' ')
