import path from 'node:path'

const MAX_WORDS = 4
const MAX_CHARACTERS = 100
/** A word without anything that may be a secret: no flag, value, address or quoted text. */
const PLAIN = /^[\w.@/:-]{1,60}$/

/** Returns a name of a command without the arguments that may contain secrets: `npx playwright test`. */
export const commandName = ([program = '', ...args]: readonly string[]): string => {
  const end = args.findIndex((word) => !PLAIN.test(word) || word.startsWith('-') || word.includes('://'))
  const words = args.slice(0, end < 0 ? args.length : end).slice(0, MAX_WORDS - 1)
  return [path.basename(program), ...words].join(' ').slice(0, MAX_CHARACTERS)
}
