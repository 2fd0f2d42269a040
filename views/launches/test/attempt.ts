/** The attempt that an address of a test means; null for the last one. */
export const attemptOf = (search: string): number | null => Number(new URLSearchParams(search).get('attempt')) || null
