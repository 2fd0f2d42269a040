import type { FailureParts } from './failure-parts.ts'
import type { Frame } from './stack-frames.ts'

/**
 * Returns the fingerprint of a failure: message, locator, expected, received and the frame of the team's code, each without numbers, ids,
 * dates and durations. Failures with the same fingerprint have the same cause. The text may be long: store its hash.
 */
export const fingerprintOf = ({ message, locator, expected, received, frame }: FailureParts): string =>
  JSON.stringify(
    [message, locator, expected, received, frame === null ? null : frameText(frame)].map((part) =>
      part === null ? null : withoutVariables(part),
    ),
  )

/** Returns the location in the team's code, without machine-specific folders and without line numbers, which change with every edit. */
export const frameText = ({ name, file }: Frame): string => {
  const folders = file.replaceAll('\\', '/').split(/[?#]/, 1)[0]?.split('/') ?? []
  // The names of Java and .NET frames already contain the location.
  const place = name.includes('.') && folders.length === 1 ? '' : folders.slice(-2).join('/')
  return [name, place].filter(Boolean).join(', ')
}

/** The order matters: dates and ids contain numbers. */
const VARIABLES: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '#'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?/g, '#'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? (?=\d|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/g, ''],
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2}\b/g, '#'],
  [/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\b/g, '#'],
  [/\d ?[AP]M\b/g, '#'],
  [/@[0-9a-f]{5,40}\b/g, '@#'],
]
const DURATION =
  /\d{1,15}(?:[.,]\d{1,9})?\s?(?:ns|us|µs|ms|millis|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?)\b/gi

/** Replaces text that differs between runs. */
const withoutVariables = (text: string): string => {
  let plain = text
  for (const [variable, sign] of VARIABLES) plain = plain.replace(variable, sign)
  return plain
    .replace(/[A-Za-z0-9]{5,}/g, (word) => (isId(word) ? '#' : word))
    .replace(DURATION, '#')
    .replace(/\d+/g, '#')
    .replace(/#(?:[\s.,:/+-]{0,3}#)+/g, '#')
    .replace(/([\s([<:=]|^)-#/g, '$1#')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns whether the word looks like a hash or id: hexadecimal with digits, or long with many digits among the letters. */
const isId = (word: string): boolean => {
  const digits = word.replace(/[^0-9]/g, '').length
  if (digits === 0 || digits === word.length) return false
  return /^(?:0x)?[0-9a-f]+$/i.test(word) || (word.length >= 16 && digits >= 4)
}
