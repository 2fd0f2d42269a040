import type { LogEntry, LogLevel } from '../../contract/launches/test-details.ts'
import { entryKey } from '../../machines/launches/test-page.machine.ts'
import { withoutAnsi } from './ansi.ts'

/** An entry of a test's timeline: a line, or pictures taken between two lines. */
export type LogLine =
  /** `isRepeated`: contained in the failure's text. */
  | { kind: 'line'; key: string; entry: LogEntry; isFailure: boolean; isRepeated: boolean }
  | { kind: 'shots'; key: string; entries: readonly LogEntry[] }

export const LOG_FILTERS = ['all', 'info', 'warn', 'error'] as const
export type LogFilter = (typeof LOG_FILTERS)[number]

const ranks: Record<LogLevel, number> = { TRACE: 0, DEBUG: 1, INFO: 2, WARN: 3, ERROR: 4, FATAL: 5 }
const min: Record<LogFilter, number> = { all: 0, info: ranks.INFO, warn: ranks.WARN, error: ranks.ERROR }

/** Lines without a level count as information. */
const rankOf = ({ level }: LogEntry) => ranks[level ?? 'INFO']

export const countFrom = (entries: readonly LogEntry[], filter: 'warn' | 'error'): number =>
  entries.filter(
    (entry) =>
      entry.kind === 'line' && (filter === 'error' ? rankOf(entry) >= ranks.ERROR : rankOf(entry) === ranks.WARN),
  ).length

/**
 * Returns the filtered timeline. Pictures show at levels all and information, and not in search results. The failure has a line of its own
 * unless the agent logged one.
 */
export function logLines(
  entries: readonly LogEntry[],
  { filter, words, failure }: { filter: LogFilter; words: string; failure: string | null },
): LogLine[] {
  const wanted = words.trim().toLowerCase()
  const hasShots = min[filter] <= ranks.INFO && wanted === ''
  const failed = failure === null ? undefined : lineOfFailure(entries, failure)
  const lines: LogLine[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    if (entry.kind === 'screenshot') {
      if (!hasShots) continue
      if (last?.kind === 'shots') lines[lines.length - 1] = { ...last, entries: [...last.entries, entry] }
      else lines.push({ kind: 'shots', key: entryKey(entry), entries: [entry] })
    } else if (
      rankOf(entry) >= min[filter] &&
      withoutAnsi(entry.message ?? '')
        .toLowerCase()
        .includes(wanted)
    )
      lines.push({
        kind: 'line',
        key: entryKey(entry),
        entry,
        isFailure: entry === failed,
        isRepeated: entry === failed && failure !== null && saysNoMore(entry, failure),
      })
  }
  return lines
}

const lineOfFailure = (entries: readonly LogEntry[], failure: string): LogEntry | undefined => {
  const first = firstLine(failure)
  return first === ''
    ? undefined
    : entries.findLast(
        (entry) =>
          rankOf(entry) >= ranks.ERROR && entry.kind === 'line' && withoutAnsi(entry.message ?? '').includes(first),
      )
}

const saysNoMore = ({ message }: LogEntry, failure: string): boolean =>
  withoutAnsi(failure).includes(withoutAnsi(message ?? '').trim())

/** Returns the last step before the first error. */
export const lastStepOf = (entries: readonly LogEntry[]): LogEntry | undefined => {
  const lines = entries.filter(({ kind }) => kind === 'line')
  const wrong = lines.findIndex((entry) => rankOf(entry) >= ranks.ERROR)
  return lines.slice(0, wrong < 0 ? undefined : wrong).findLast((entry) => rankOf(entry) === ranks.INFO)
}

export const firstLine = (text: string): string => withoutAnsi(text).trim().split('\n', 1)[0] ?? ''

/** '00:04.004' since the test's start; negative before it, because clocks differ. */
export const sinceText = (ms: number): string => {
  const span = Math.abs(Math.round(ms))
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(span / 60_000)
  const words = `${two(minutes)}:${two(Math.floor(span / 1000) % 60)}.${String(span % 1000).padStart(3, '0')}`
  return ms < 0 ? `−${words}` : words
}
