import { clean } from '../../../../contract/launches/clean.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { cut } from '../../../db/storable.ts'
import type { OutputFact } from './facts.ts'
import type { ReportedTest } from './reported.ts'

/** The one cleaning of every text of every report; null for a blank one. */
export const textOf = (text: string | null | undefined, limit: number): string | null =>
  text === null || text === undefined || text.trim() === '' ? null : cut(clean(text).trim(), limit)

/** Cleans the text of a failure and shortens it, which its end then mentions. */
export const reasonText = (text: string | null | undefined, limit: number = LIMITS.reason): string | null => {
  const whole = clean(text ?? '').trim()
  if (whole.length <= limit) return whole === '' ? null : whole
  return `${cut(whole, limit)}\n… ${whole.length - limit} more characters were not imported`
}

/** Joins a failure's message with its stack trace without duplicating the message. Null when both are empty. */
export const reasonOf = (message: string | null | undefined, trace: string | null | undefined): string | null => {
  const [first, stack] = [(message ?? '').trim(), (trace ?? '').trim()]
  return (stack.includes(first) ? stack : [first, stack].filter(Boolean).join('\n')) || null
}

/** Joins the texts of several failures of one test. */
export const joinReasons = (reasons: readonly (string | null | undefined)[]): string | null =>
  [...new Set(reasons.map((reason) => reason?.trim()).filter(Boolean))].join('\n\n') || null

/** Returns the name of a test that ends with its arguments, as those of parametrized tests do; null for another one. */
export const nameWithArguments = (name: string | null | undefined): string | null =>
  name != null && /^[^([]+[([][\s\S]+[)\]]$/.test(name) ? name : null

/** Returns the last part of a path, which is the same on every machine. */
export const baseName = (path: string | null | undefined): string | null => path?.split(/[\\/]/).at(-1) || null

/** Returns the output of one stream as one log entry, shortened to the limit of lines. */
export const outputOf = ({ level, text }: OutputFact): ReportedTest['output'] => {
  const lines: string[] = []
  let start = 0
  while (start < text.length && lines.length < LIMITS.outputLines) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '')
    if (lines.length > 0 || line.trim() !== '') lines.push(shortLine(line))
    start = end < 0 ? text.length : end + 1
  }
  const rest = text.slice(start).trimEnd()
  const message = clean(lines.join('\n')).trimEnd()
  if (rest === '') return message === '' ? [] : [{ level, message }]
  return [{ level, message: `${message}\n… ${countLines(rest)} more lines were not imported` }]
}

const shortLine = (line: string): string =>
  line.length <= LIMITS.outputLine ? line : `${cut(line, LIMITS.outputLine)}…`

const countLines = (text: string): number => {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
