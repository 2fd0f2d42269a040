import type { Combination } from './combinations.ts'

/** Names a combination of options, in whatever order they are given. */
export const keyOf = (combination: Combination): string => combination.toSorted((a, b) => a - b).join(' ')
