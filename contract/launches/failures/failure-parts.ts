/** Parses the text of a failure: message, locator, expected and received values, and the frame of the team's code. */
import { frameOf, type Frame } from './stack-frames.ts'

export interface FailureParts {
  /** The error message, without stack trace, call log and environment. */
  message: string
  /** Locator of the searched element, if the message does not contain it. */
  locator: string | null
  expected: string | null
  received: string | null
  /** Lines from which `expected` and `received` are taken, trimmed. */
  valueLines: ReadonlySet<string>
  /** Innermost frame of the team's code. */
  frame: Frame | null
}

/** Maximum number of parsed characters. Of a longer text, the beginning and the end are parsed: Python prints the error last. */
const MAX_CHARACTERS = 20_000
const CHARACTERS_AT_END = 8000
const MESSAGE_LINES = 8
const LINE_CHARACTERS = 500
const VALUE_LINES = 40

/** Parses a bounded part of `text` in linear time. Remove terminal escape sequences first. */
export const failurePartsOf = (text: string): FailureParts => {
  const lines = bounded(text).split(/\r\n?|\n/)
  const pytest = lines.filter((line) => /^E {2,}\S/.test(line)).map((line) => line.slice(1))
  const frames = lines.map(frameOf)
  const isPython = pytest.length > 0 || lines.some((line) => line.startsWith('Traceback (most recent call last)'))
  const teams = frames.filter((frame) => frame?.isTeams === true)
  const failureLines = pytest.length > 0 ? pytest : isPython ? afterLastFrame(lines, frames) : lines
  return {
    message: messageIn(failureLines),
    ...valuesIn(failureLines, pytest.length > 0),
    frame: (isPython ? teams.at(-1) : teams[0]) ?? null,
  }
}

const bounded = (text: string): string =>
  text.length <= MAX_CHARACTERS
    ? text
    : `${text.slice(0, MAX_CHARACTERS - CHARACTERS_AT_END)}\n${text.slice(-CHARACTERS_AT_END)}`

/**
 * Returns the lines after the last frame, from the first one without indentation: a Python traceback ends with the unindented error, after
 * the indented code of its last frame.
 */
const afterLastFrame = (lines: readonly string[], frames: readonly (Frame | null)[]): readonly string[] => {
  const last = frames.findLastIndex((frame) => frame !== null)
  const after = lines.slice(last + 1)
  const start = after.findIndex((line) => /^\S/.test(line))
  return last < 0 || start < 0 ? lines : after.slice(start)
}

const messageIn = (lines: readonly string[]): string => {
  const message: string[] = []
  for (const line of lines) {
    const words = line.trim()
    if (words === '') {
      if (message.length > 0) break
      continue
    }
    if (message.length > 0 && (endsMessage(words) || frameOf(words) !== null)) break
    message.push(words.slice(0, LINE_CHARACTERS))
    if (message.length === MESSAGE_LINES) break
  }
  const cause = lines.findLast((line) => line.startsWith('Caused by: '))
  if (cause !== undefined) message.push(cause.slice(0, LINE_CHARACTERS))
  return message.join('\n')
}

const ENDS = [
  'Call log:',
  '====',
  'Build info:',
  'System info:',
  'Driver info:',
  'Capabilities ',
  'Session ID:',
  '(Session info',
  'For documentation on this error',
  'Command duration or timeout',
  'Stacktrace:',
  'Caused by:',
  'From ',
  'Error Context:',
  'attachment #',
  '***',
  '+ expected',
  '- Expected',
  'Timeout:',
]

const endsMessage = (words: string): boolean =>
  ENDS.some((end) => words.startsWith(end)) || isCodeLine(words) || labelled(words) !== null

/** Matches `> 12 | code`. */
const isCodeLine = (words: string): boolean => /^(?:> {0,4})?\d{1,6} {0,4}\|/.test(words)

type Values = Pick<FailureParts, 'locator' | 'expected' | 'received'>
type Named = keyof Values
type Found = Values & Pick<FailureParts, 'valueLines'>

const NAMES = new Map<string, Named>([
  ['locator', 'locator'],
  ['*** element info', 'locator'],
  ['expected', 'expected'],
  ['received', 'received'],
  ['actual', 'received'],
  ['but', 'received'],
  ['but was', 'received'],
  ['but got', 'received'],
])

/** Matches `Expected string: "a"`, `but was: "b"`, `Locator: …`. */
const labelled = (words: string): { name: Named; value: string } | null => {
  const colon = words.slice(0, 40).indexOf(':')
  if (colon < 0) return null
  const label = words.slice(0, colon).trimEnd().toLowerCase()
  const name = NAMES.get(label) ?? NAMES.get(/^(expected|received) [a-z]{1,12}$/.exec(label)?.[1] ?? '')
  const value = words.slice(colon + 1).trim()
  return name === undefined || value === '' ? null : { name, value: value.replace(/^was (?=[<"'])/, '') }
}

const valuesIn = (lines: readonly string[], isPytest: boolean): Found => {
  const values: Values = { locator: null, expected: null, received: null }
  const valueLines = new Set<string>()
  const diff = { '-': [] as string[], '+': [] as string[] }
  // Whether `-` means expected or received; null until a legend line is found.
  let legend: { '-': Named; '+': Named } | null = isPytest ? JEST : null
  for (const line of lines) {
    const words = line.trim().slice(0, LINE_CHARACTERS * 4)
    const found = labelled(words)
    if (found !== null) {
      values[found.name] ??= found.value
      if (found.name !== 'locator') valueLines.add(words)
    } else if (/^[-–] waiting for /.test(words)) values.locator ??= words.slice('- waiting for '.length)
    else if (words.startsWith('- Expected')) legend = JEST
    else if (/^\+ expected {1,4}- actual/.test(words)) legend = MOCHA
    else if (legend !== null && isDiffLine(words)) {
      const side = words.startsWith('-') ? '-' : '+'
      valueLines.add(words)
      if (diff[side].length < VALUE_LINES) diff[side].push(words.slice(1).trim())
    }
  }
  if (legend !== null)
    for (const side of ['-', '+'] as const) if (diff[side].length > 0) values[legend[side]] ??= diff[side].join('\n')
  const inLine = values.expected === null && values.received === null ? inOneLine(lines) : {}
  return { ...values, ...inLine, valueLines }
}

const JEST = { '-': 'expected', '+': 'received' } as const
const MOCHA = { '-': 'received', '+': 'expected' } as const

const isDiffLine = (words: string): boolean => /^[-+]/.test(words) && !words.startsWith('+ Received')

const ONE_LINE: readonly { from: string; between: string; to: string; isReceivedFirst?: boolean }[] = [
  { from: 'expected: <', between: '> but was: <', to: '>' },
  { from: 'expected:<', between: '> but was:<', to: '>' },
  { from: 'expected [', between: '] but found [', to: ']' },
  { from: "expected '", between: "' to equal '", to: "'", isReceivedFirst: true },
  { from: "expected '", between: "' to deeply equal '", to: "'", isReceivedFirst: true },
  { from: "expected '", between: "' to be '", to: "'", isReceivedFirst: true },
  { from: "assert '", between: "' == '", to: "'", isReceivedFirst: true },
  { from: 'expected "', between: '" but got: "', to: '"' },
]

/** Parses both values from one sentence: `expected: <a> but was: <b>`. */
const inOneLine = (lines: readonly string[]): Partial<Values> => {
  const line = lines.find((one) => one.trim() !== '')?.slice(0, LINE_CHARACTERS * 4) ?? ''
  for (const { from, between, to, isReceivedFirst } of ONE_LINE) {
    const start = line.indexOf(from)
    const middle = start < 0 ? -1 : line.indexOf(between, start + from.length)
    const end = middle < 0 ? -1 : line.lastIndexOf(to)
    if (end < middle + between.length) continue
    const first = line.slice(start + from.length, middle)
    const second = line.slice(middle + between.length, end)
    return isReceivedFirst === true ? { expected: second, received: first } : { expected: first, received: second }
  }
  return {}
}
