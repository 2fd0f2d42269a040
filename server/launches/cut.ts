/** Truncates a text. Also drops half a surrogate pair at the end: the database rejects it, and it breaks URLs. */
export const cut = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
