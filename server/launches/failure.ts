import { createHash } from 'node:crypto'
import { cut } from './cut.ts'

// Colours and cursor moves that test frameworks write for terminals.
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]/g

/** What lists and messages show of a failure's text. */
export interface Failure {
  reason: string | null
  message: string | null
  failure_key: string | null
  failure_label: string | null
}

export const NO_FAILURE: Failure = { reason: null, message: null, failure_key: null, failure_label: null }

/** A failure's text as it came, its beginning (live-topics: 255 characters and ` ...`), and what groups it with its like. */
export const failureOf = (reason: string | null | undefined): Failure => {
  const plain = (reason ?? '').replace(ANSI, '').replaceAll('\0', '').trim()
  if (plain === '') return NO_FAILURE
  const label = firstLineOf(plain)
  return {
    reason: plain,
    message: plain.length > 255 ? `${cut(plain, 255)} ...` : plain,
    failure_key: createHash('md5').update(withoutVariables(label)).digest('hex'),
    failure_label: label,
  }
}

const firstLineOf = (text: string): string => {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? ''
  return cut(line.trim(), 500)
}

/** Two failures are alike when they differ only in numbers, ids, times and addresses in memory. */
const withoutVariables = (line: string): string =>
  line
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '#')
    .replace(/\b0x[0-9a-f]+\b/gi, '#')
    .replace(/@[0-9a-f]{6,}\b/gi, '#')
    .replace(/\d+([.,:]\d+)*/g, '#')
