/** Maximum length of an unclosed object: a model that never closes a brace must not fill the memory. */
const MAX_CHARACTERS = 200_000

/**
 * Extracts complete JSON objects from streamed text: one per line as requested, but also in an array, in `{"cases": […]}`, pretty-printed,
 * or between other text, since models deviate. Text between objects is ignored. Throws `RangeError` for an object that does not end.
 */
export const jsonObjects = () => {
  let text = ''
  let at = 0
  let start = -1
  let depth = 0
  let isInString = false
  let isEscaped = false
  return {
    /** Returns the text of each object that ends in this chunk. */
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
      // Keeps only the unclosed object.
      text = start < 0 ? '' : text.slice(start)
      at = text.length
      if (start >= 0) start = 0
      if (text.length > MAX_CHARACTERS) throw new RangeError('an object does not end')
      return found
    },
  }
}

/** Returns whether the text is a wrapper such as `{"cases": [`, whose elements are the objects. */
const isWrapper = (before: string): boolean => /^\{\s*"[^"\\]{0,40}"\s*:\s*\[\s*$/.test(before)
