/** Longest text that may stand open: a language model that never closes a brace must not fill the memory. */
const MOST_CHARACTERS = 200_000

/**
 * Cuts whole JSON objects out of text that arrives in pieces: one per line as it was asked for, but also in an array, within `{"cases": […]}`,
 * pretty-printed or between words, for models do as they like. What is between objects is passed over. Throws `RangeError` for an object
 * that does not end.
 */
export const jsonObjects = () => {
  let text = ''
  let at = 0
  let start = -1
  let depth = 0
  let isInString = false
  let isEscaped = false
  return {
    /** The text of each object that ends in this piece. */
    take: (piece: string): string[] => {
      text += piece
      const found: string[] = []
      for (; at < text.length; at += 1) {
        const character = text[at]
        if (isEscaped) isEscaped = false
        else if (isInString) {
          if (character === '\\') isEscaped = true
          else if (character === '"') isInString = false
        } else if (character === '{') {
          if (depth === 0 || (depth === 1 && at - start < 80 && isWrapper(text.slice(start, at)))) {
            start = at
            depth = 0
          }
          depth += 1
        } else if (character === '"') isInString = depth > 0
        else if (character === '}' && depth > 0) {
          depth -= 1
          if (depth > 0) continue
          found.push(text.slice(start, at + 1))
          start = -1
        }
      }
      // Only what is still open is kept.
      text = start < 0 ? '' : text.slice(start)
      at = text.length
      if (start >= 0) start = 0
      if (text.length > MOST_CHARACTERS) throw new RangeError('an object does not end')
      return found
    },
  }
}

/** `{"cases": [` and the like: the objects are those inside. */
const isWrapper = (before: string): boolean => /^\{\s*"[^"\\]{0,40}"\s*:\s*\[\s*$/.test(before)
