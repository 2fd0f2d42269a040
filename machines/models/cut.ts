/** Cuts `text` to `most` UTF-16 units without splitting a surrogate pair. */
export const beginningOf = (text: string, max: number): string => {
  const beginning = text.slice(0, max)
  return /[\ud800-\udbff]$/.test(beginning) && beginning.length < text.length ? beginning.slice(0, -1) : beginning
}

/** Returns a short text unchanged, a longer one cut with an ellipsis. */
export const cut = (text: string, max: number): string => (text.length > max ? `${beginningOf(text, max - 1)}…` : text)
