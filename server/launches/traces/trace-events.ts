import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod/mini'
import { Unreadable, type SourceFile } from '../../reading/source-file.ts'
import { openZip } from '../../reading/zip.ts'

/** Limits of one trace; real ones of long tests are far below, except for the bytes. */
export const TRACE_LIMITS = {
  /** Files in the archive, and files of events of them that are read. */
  entries: 10_000,
  eventFiles: 100,
  /** Unpacked bytes of events that are read, and their lines: a megabyte of an archive may have a billion of empty ones. */
  bytes: 64 * 1024 * 1024,
  lines: 200_000,
  /** Longer lines are skipped. */
  lineBytes: 1024 * 1024,
  /** End of the archive that is read in one piece, because it has the directory. */
  tailBytes: 4 * 1024 * 1024,
}

const Location = z.optional(
  z.object({ url: z.string(), lineNumber: z.optional(z.number()), line: z.optional(z.number()) }),
)

/** An event of a trace of Playwright from 1.38, with the fields that are read. Times are milliseconds of a monotonic clock. */
const TraceEvent = z.discriminatedUnion('type', [
  /** Start of a file of events: the same moment on both clocks. */
  z.object({ type: z.literal('context-options'), wallTime: z.number(), monotonicTime: z.optional(z.number()) }),
  z.object({
    type: z.literal('console'),
    messageType: z.string(),
    text: z.string(),
    location: Location,
    time: z.number(),
  }),
  z.object({
    type: z.literal('event'),
    method: z.literal('pageError'),
    params: z.object({
      error: z.object({
        error: z.optional(z.object({ name: z.optional(z.string()), message: z.string() })),
        value: z.optional(z.unknown()),
      }),
      location: Location,
    }),
    time: z.number(),
  }),
  z.object({
    type: z.literal('resource-snapshot'),
    snapshot: z.object({
      startedDateTime: z.string(),
      request: z.object({ method: z.string(), url: z.string() }),
      response: z.object({ status: z.number(), _failureText: z.optional(z.string()) }),
    }),
  }),
])
type TraceEvent = z.infer<typeof TraceEvent>

/** A file of events, as `0-trace.trace` and `0-trace.network`. */
const EVENTS = /^[^/]{1,200}\.(?:trace|network)$/

/** Snapshots of pages, which are most of a trace, are not parsed. */
const READ_TYPE = /"type":"(?:context-options|console|event|resource-snapshot)"/
const HEAD_BYTES = 100

/**
 * Reads events of a trace: of consoles, pages and requests, in the order of each file. `isFirst` marks the beginning of a file. Returns
 * whether the trace was read completely; does not throw `Unreadable`.
 */
export async function* readTraceEvents(
  file: SourceFile,
): AsyncGenerator<{ event: TraceEvent; isFirst: boolean }, boolean> {
  let isComplete = true
  const budget: Budget = { bytes: TRACE_LIMITS.bytes, lines: TRACE_LIMITS.lines }
  try {
    const zip = await openZip(await withTail(file), {
      entries: TRACE_LIMITS.entries,
      // `linesOf` counts what it reads instead: the beginning of a large trace is better than nothing.
      unpackedBytes: Infinity,
      unpackedRatio: Infinity,
      ratioFreeBytes: 0,
      isWanted: (name) => EVENTS.test(name),
      words: { broken: 'The trace is damaged', tooLarge: 'The trace is too large', tooTight: 'The trace is too large' },
    })
    isComplete = !zip.isCut && zip.entries.length <= TRACE_LIMITS.eventFiles
    try {
      for (const entry of zip.entries.slice(0, TRACE_LIMITS.eventFiles)) {
        let isFirst = true
        for await (const line of linesOf(await entry.bytes(), budget)) {
          const event = line === null ? null : eventIn(line)
          if (event === null) isComplete = false
          else if (event !== 'other') {
            yield { event, isFirst }
            isFirst = false
          }
        }
        if (isUsedUp(budget)) return false
      }
    } finally {
      zip.close()
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return false
  }
  return isComplete
}

/** Returns null for a damaged line. */
const eventIn = (line: string): TraceEvent | 'other' | null => {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    return null
  }
  const event = TraceEvent.safeParse(parsed)
  return event.success ? event.data : 'other'
}

/** What remains of the limits of a trace. */
interface Budget {
  bytes: number
  lines: number
}

const isUsedUp = ({ bytes, lines }: Budget): boolean => bytes < 0 || lines < 0

/** Yields the lines of the read types; null for one that is too long. Ends when the budget is used up. */
async function* linesOf(parts: AsyncIterable<Buffer>, budget: Budget): AsyncGenerator<string | null> {
  let pending: Buffer[] = []
  let pendingBytes = 0
  const add = (part: Buffer): void => {
    // Of a line that is too long, its beginning is saved, which has the type.
    if (pendingBytes <= TRACE_LIMITS.lineBytes) pending.push(part)
    pendingBytes += part.length
  }
  const take = (): { line: string | null } | null => {
    const bytes = Buffer.concat(pending)
    const isTooLong = pendingBytes > TRACE_LIMITS.lineBytes
    pending = []
    pendingBytes = 0
    if (!READ_TYPE.test(bytes.toString('latin1', 0, HEAD_BYTES))) return null
    return { line: isTooLong ? null : bytes.toString() }
  }
  for await (const part of parts) {
    budget.bytes -= part.length
    if (isUsedUp(budget)) return
    let from = 0
    for (let end = part.indexOf(0x0a); end >= 0; end = part.indexOf(0x0a, from)) {
      add(part.subarray(from, end))
      from = end + 1
      budget.lines -= 1
      if (isUsedUp(budget)) return
      const taken = take()
      if (taken !== null) yield taken.line
    }
    add(part.subarray(from))
  }
  const last = take()
  if (last !== null) yield last.line
}

/** Reads the end of a file in one piece: the directory of an archive takes two reads for each of its files, and each may be a request. */
const withTail = async (file: SourceFile): Promise<SourceFile> => {
  const start = Math.max(0, file.sizeBytes - TRACE_LIMITS.tailBytes)
  const parts: Buffer[] = []
  try {
    if (file.sizeBytes > 0)
      for await (const part of file.open({ start, end: file.sizeBytes - 1 }) as AsyncIterable<Buffer>) parts.push(part)
  } catch (cause) {
    throw new Unreadable('The trace is damaged', { cause })
  }
  const tail = Buffer.concat(parts)
  return {
    ...file,
    open: (range) =>
      range !== undefined && range.start >= start
        ? Readable.from(laterOf(tail.subarray(range.start - start, range.end - start + 1)))
        : file.open(range),
  }
}

/** Yields after pending events: many small reads of memory in a row would block the server. */
async function* laterOf(bytes: Buffer): AsyncGenerator<Buffer> {
  await setImmediate()
  yield bytes
}
