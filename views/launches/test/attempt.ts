/** Returns the attempt in a test's address; null for the last one. */
export const attemptOf = (search: string): number | null => Number(new URLSearchParams(search).get('attempt')) || null
