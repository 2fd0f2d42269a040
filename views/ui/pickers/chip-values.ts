/** Default separators: comma, semicolon, white space and line breaks. */
export const CHIP_SEPARATORS = ',; \t\r\n'

/** Splits text at separators, without empty parts. */
export const splitChips = (text: string, separators = CHIP_SEPARATORS): string[] => {
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (separators.includes(character)) {
      words.push(word)
      word = ''
    } else word += character
  }
  return [...words, word].map((one) => one.trim()).filter((one) => one !== '')
}

/** Returns the addresses of a pasted list, such as a mail's recipients: `Ada Lovelace <ada@x.io>, b@x.io`. */
export const emailsIn = (text: string): string[] =>
  // A quoted name may contain separators.
  (text.match(/"[^"]*"|[^",;\r\n]+|[,;\r\n]+/g) ?? [])
    .filter((part) => !part.startsWith('"'))
    .flatMap((part) => {
      const addresses = [...part.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address.trim())
      return addresses.length > 0 ? addresses : splitChips(part)
    })
    .filter((address) => address !== '')

/** Returns the text after the last separator, which is still being typed. */
export const unfinishedOf = (text: string, separators = CHIP_SEPARATORS): string => {
  const end = Math.max(...Array.from(separators, (one) => text.lastIndexOf(one)))
  return text.slice(end + 1)
}

export type ChipsAdded = {
  values: string[]
  added: string[]
  /** Duplicates of existing chips. */
  repeated: string[]
  /** Values beyond `most`. */
  rest: string[]
}

/** Adds values as chips, in order, up to `most`. Values with the same key are duplicates. */
export const withChips = (
  values: readonly string[],
  words: readonly string[],
  max: number,
  keyOf: (value: string) => string = String,
): ChipsAdded => {
  const known = new Set(values.map(keyOf))
  const result: ChipsAdded = { values: [...values], added: [], repeated: [], rest: [] }
  for (const word of words) {
    if (known.has(keyOf(word))) result.repeated.push(word)
    else if (result.values.length >= max) result.rest.push(word)
    else {
      known.add(keyOf(word))
      result.values.push(word)
      result.added.push(word)
    }
  }
  return result
}

const NAMED = 5

/** Lists validation errors, one line per kind of error with its values. */
export const chipFaults = (values: readonly string[], validate: (value: string) => string | null): string[] => {
  const faults = new Map<string, string[]>()
  for (const value of values) {
    const fault = validate(value)
    if (fault !== null) faults.set(fault, [...(faults.get(fault) ?? []), value])
  }
  return [...faults].map(([fault, wrong]) => {
    const more = wrong.length - NAMED
    return `${fault}: ${wrong.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  })
}
