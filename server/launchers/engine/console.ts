import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import { CONSOLE_MASK } from '../../../contract/launchers/engine.ts'
import { CONSOLE_LIMITS } from '../../../contract/launchers/worker-protocol.ts'
import { cut } from '../../db/storable.ts'
import { LeaseLost, type OutputLine } from '../workers/dispatch.ts'
import { sleep } from './sleep.ts'

const WRITTEN_EVERY_MS = 250
const AGAIN_AFTER_MS = 1000
/** Characters after which an unfinished line is truncated; the rest of the line is dropped. */
const LONGEST = 64 * 1024
/** Shorter secrets are not masked: masking them would blank ordinary words. */
const SHORTEST_SECRET = 4

/** Console output of one run: splits lines, masks secrets, limits the size, and stores lines continuously. */
export interface Console {
  /** Appends a line of the engine itself. */
  addLine: (line: string) => void
  addOutput: (chunk: Buffer) => void
  /** Number of lines so far, with those of earlier workers. */
  count: () => number
  /** Stores the remaining lines. */
  close: () => Promise<void>
}

interface Parts {
  /** Stores lines. Retried when it throws, except for `LeaseLost`. */
  write: (lines: OutputLine[]) => Promise<void>
  secrets: readonly string[]
  /** Number of lines that are stored already. */
  linesBefore: number
  onFailure: (error: unknown) => void
  /** Aborted when the output is no longer wanted. */
  lost: AbortSignal
}

export const openConsole = ({ write: store, secrets, linesBefore, onFailure, lost }: Parts): Console => {
  const mask = masking(secrets)
  const decoder = new StringDecoder('utf8')
  let pending: OutputLine[] = []
  let place = linesBefore
  let characters = 0
  let isFull = false
  let rest = ''
  let isSkipping = false
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  /** Removes lines from the buffer only after they are stored. */
  const write = async (): Promise<void> => {
    while (pending.length > 0 && !lost.aborted) {
      const lines = pending.slice(0, CONSOLE_LIMITS.atOnce)
      try {
        await store(lines)
        pending = pending.slice(lines.length)
      } catch (error) {
        if (error instanceof LeaseLost) return void (pending = [])
        onFailure(error)
        await sleep(AGAIN_AFTER_MS, lost)
      }
    }
  }
  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(write)
    return writing
  }
  const keep = (line: string): void => {
    place += 1
    pending.push({ place, at: new Date(), line })
    timer ??= setTimeout(() => void flush(), WRITTEN_EVERY_MS)
  }
  const add = (text: string): void => {
    if (isFull) return
    // PostgreSQL text cannot contain NUL.
    const line = cut(mask(stripVTControlCharacters(text)).replaceAll('\0', ''), CONSOLE_LIMITS.line)
    characters += line.length + 1
    if (place < CONSOLE_LIMITS.lines && characters < CONSOLE_LIMITS.characters) return keep(line)
    isFull = true
    keep('The output is longer than what is kept of it. The rest is left out.')
  }
  const addText = (text: string): void => {
    if (isFull) return
    rest += text
    const lines = rest.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isSkipping) isSkipping = false
      else add(line)
    }
    if (rest.length <= LONGEST) return
    if (!isSkipping) add(rest)
    isSkipping = true
    rest = ''
  }

  return {
    addLine: (line) => {
      if (!isFull) return add(line)
      place += 1
      pending.push({ place, at: new Date(), line: cut(mask(line), CONSOLE_LIMITS.line) })
    },
    addOutput: (chunk) => addText(decoder.write(chunk)),
    count: () => place,
    close: () => {
      addText(decoder.end())
      if (rest !== '' && !isSkipping) add(rest)
      rest = ''
      return flush()
    },
  }
}

/** Masks each line of a multi-line secret separately. */
const masking = (secrets: readonly string[]): ((text: string) => string) => {
  const hidden = [...new Set(secrets.flatMap((secret) => secret.split(/\r?\n/)))]
    .map((part) => part.trim())
    .filter((part) => part.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
  return (text) => hidden.reduce((masked, part) => masked.replaceAll(part, CONSOLE_MASK), text)
}
