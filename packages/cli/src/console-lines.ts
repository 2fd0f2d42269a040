import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import type { ReportedLine } from '../../../contract/launchers/reported-console.ts'
import { CONSOLE_LIMITS } from '../../../contract/launchers/worker-protocol.ts'
import { clean } from '../../../contract/launches/clean.ts'
import type { StreamName } from './child.ts'

/** Characters after which an unfinished line is cut; the rest of the line is dropped. */
const MAX_UNFINISHED = 64 * 1024
const CALL_CHARACTERS = 1_000_000
/** Last lines that a failure shows. */
const TAIL = 20

export interface ConsoleLines {
  add: (stream: StreamName, chunk: Buffer) => void
  /** Adds the last line if it has no line break. */
  close: () => void
  /** The oldest lines that have not been removed, at most as many as one call takes. */
  pending: () => readonly ReportedLine[]
  count: () => number
  isEmpty: () => boolean
  /** Removes the oldest lines. */
  remove: (count: number) => void
  /** Text of the last lines. */
  tail: () => string
}

/**
 * Splits output into lines without the codes of terminals. Ignores what exceeds the limits of a console, so that any amount of output takes
 * limited memory.
 */
export const createConsoleLines = (): ConsoleLines => {
  const streams = { stdout: createSplitter(), stderr: createSplitter() }
  let pending: ReportedLine[] = []
  let tail: string[] = []
  let place = 0
  let characters = 0
  let isFull = false

  const push = (line: string): void => {
    place += 1
    pending.push({ place, at: new Date().toISOString(), line })
  }
  const addLine = (text: string): void => {
    const line = clean(shownPart(text).slice(0, CONSOLE_LIMITS.line))
    tail = [...tail.slice(1 - TAIL), line]
    if (isFull) return
    characters += line.length + 1
    if (place < CONSOLE_LIMITS.lines - 1 && characters < CONSOLE_LIMITS.characters - CONSOLE_LIMITS.line)
      return push(line)
    isFull = true
    push('The output is longer than what is stored of it. The rest is left out.')
  }
  return {
    add: (stream, chunk) => streams[stream].split(chunk).forEach(addLine),
    close: () => Object.values(streams).forEach((splitter) => splitter.rest().forEach(addLine)),
    pending: () => firstOf(pending),
    count: () => pending.length,
    isEmpty: () => pending.length === 0,
    remove: (count) => {
      pending = pending.slice(count)
    },
    tail: () => tail.join('\n').trim(),
  }
}

/** Returns what one call takes: its number of lines, and a limit of characters, each of which can be six bytes in JSON. */
const firstOf = (lines: readonly ReportedLine[]): readonly ReportedLine[] => {
  let count = 0
  for (let characters = 0; count < Math.min(lines.length, CONSOLE_LIMITS.atOnce); count += 1) {
    characters += lines[count]?.line.length ?? 0
    if (count > 0 && characters > CALL_CHARACTERS) break
  }
  return lines.slice(0, count)
}

/** A carriage return begins the line again, as progress bars do. */
const shownPart = (text: string): string => {
  const plain = stripVTControlCharacters(text)
  const line = plain.endsWith('\r') ? plain.slice(0, -1) : plain
  return line.slice(line.lastIndexOf('\r') + 1)
}

const createSplitter = () => {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isSkipping = false
  const split = (text: string): string[] => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    const complete = isSkipping ? lines.slice(1) : lines
    if (lines.length > 0) isSkipping = false
    if (rest.length <= MAX_UNFINISHED) return complete
    const cut = isSkipping ? [] : [rest]
    isSkipping = true
    rest = ''
    return [...complete, ...cut]
  }
  return {
    split: (chunk: Buffer) => split(decoder.write(chunk)),
    rest: () => {
      const lines = split(decoder.end())
      return rest === '' || isSkipping ? lines : [...lines, rest]
    },
  }
}
