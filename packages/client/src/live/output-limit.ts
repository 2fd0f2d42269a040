import { MAX_LOG_MESSAGE } from '../../../../contract/launches/reporting.ts'

const NOTE = '… further output was not reported'
/** Maximum number of lines of an attempt. */
const MAX_LINES = 5000
/** Maximum number of characters of an attempt. One log message has room for them and the note. */
const MAX_CHARACTERS = MAX_LOG_MESSAGE - NOTE.length - 1

/** Limits what an attempt prints. */
export const createOutputLimit = () => {
  const taken = new Map<string, { lines: number; characters: number }>()
  return {
    /** Begins another attempt. */
    reset: (key: string): void => void taken.delete(key),
    /** Returns the part of an output that is within the limits; null if there is none. The first one beyond the limits becomes a note. */
    take: (key: string, text: string): string | null => {
      if (text === '') return null
      const used = taken.get(key) ?? { lines: 0, characters: 0 }
      taken.set(key, used)
      if (used.lines > MAX_LINES || used.characters > MAX_CHARACTERS) return null
      used.lines += 1
      const room = MAX_CHARACTERS - used.characters
      used.characters += text.length
      if (text.length > room) return `${text.slice(0, room).toWellFormed()}\n${NOTE}`
      return used.lines > MAX_LINES ? NOTE : text
    },
  }
}
