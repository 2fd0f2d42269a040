import { BROWSER_ERROR_LIMITS as LIMITS, type BrowserError } from '../../../contract/launches/test-details.ts'
import type { SourceFile } from '../../reading/source-file.ts'
import { readTraceEvents } from './trace-events.ts'

/** Entries of which the shown ones are selected; further ones are only counted. */
const MAX_GATHERED = 10 * LIMITS.entries

/** Console and network errors of an attempt's traces. */
export interface TraceErrors {
  items: BrowserError[]
  omitted: number
  isComplete: boolean
}

/** Adds the errors of a trace to `found`. `startedAt`: epoch ms of the attempt's start. Skips damaged events and those beyond the limits. */
export const gatherTraceErrors = async (file: SourceFile, startedAt: number, found: TraceErrors): Promise<void> => {
  const events = readTraceEvents(file)
  /** Epoch ms at the zero of the monotonic clock of the current file. */
  let zero: number | null = null
  for (;;) {
    const { done, value } = await events.next()
    if (done === true) {
      found.isComplete &&= value
      return
    }
    const { event, isFirst } = value
    if (isFirst) zero = null
    if (event.type === 'context-options')
      // Versions before 1.43 have no monotonic time.
      zero = event.monotonicTime === undefined ? null : event.wallTime - event.monotonicTime
    else {
      const error = browserErrorOf(event)
      if (error === null) continue
      if (found.items.length >= MAX_GATHERED) found.omitted += 1
      else {
        const at =
          event.type === 'resource-snapshot' ? Date.parse(event.snapshot.startedDateTime) : event.time + (zero ?? NaN)
        found.items.push({ ...error, startMs: wholeOrNull(at - startedAt) })
      }
    }
  }
}

/** Selects errors up to the limit, in chronological order: warnings are omitted first, and then the earliest errors. */
export const selectErrors = ({ items, omitted, isComplete }: TraceErrors): TraceErrors => {
  const requests = new Set(items.flatMap((item) => (item.kind === 'request' ? [item.url] : [])))
  const sorted = items
    .filter((item) => !repeatsRequest(item, requests))
    .toSorted((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0))
  const errors = sorted.filter((item) => !isWarning(item)).slice(-LIMITS.entries)
  const remaining = LIMITS.entries - errors.length
  const shown = new Set([...errors, ...(remaining === 0 ? [] : sorted.filter(isWarning).slice(-remaining))])
  return {
    items: sorted.filter((item) => shown.has(item)),
    omitted: omitted + sorted.length - shown.size,
    isComplete,
  }
}

type Gathered = Awaited<ReturnType<ReturnType<typeof readTraceEvents>['next']>>['value']
type ReadEvent = Exclude<Extract<Gathered, object>['event'], { type: 'context-options' }>

const browserErrorOf = (event: ReadEvent): BrowserError | null => {
  const startMs = null
  switch (event.type) {
    case 'console': {
      const { messageType: level } = event
      if (level !== 'error' && level !== 'warning') return null
      return { kind: 'console', level, text: textOf(event.text), location: locationOf(event.location), startMs }
    }
    case 'event': {
      const { error, value } = event.params.error
      const text = error === undefined ? valueText(value) : [error.name, error.message].filter(Boolean).join(': ')
      return { kind: 'page-error', text: textOf(text), location: locationOf(event.params.location), startMs }
    }
    case 'resource-snapshot': {
      const { request, response } = event.snapshot
      const status =
        Number.isInteger(response.status) && response.status >= 100 && response.status <= 999 ? response.status : null
      const failure = response._failureText ?? null
      // Browsers abort a response whose body the page does not read.
      const isFailed = status === null ? failure !== null : failure !== null && !/abort|cancel/i.test(failure)
      if (!isFailed && (status === null || status < 400)) return null
      return {
        kind: 'request',
        method: request.method.slice(0, LIMITS.method),
        url: urlOf(request.url),
        status,
        failure: isFailed && failure !== null ? textOf(failure) : null,
        startMs,
      }
    }
    default:
      return event satisfies never
  }
}

const isWarning = (item: BrowserError): boolean => item.kind === 'console' && item.level === 'warning'

/** Chromium also writes failed requests to the console. */
const repeatsRequest = (item: BrowserError, requests: ReadonlySet<string>): boolean =>
  item.kind === 'console' &&
  item.text.startsWith('Failed to load resource:') &&
  item.location !== null &&
  requests.has(item.location.replace(/:\d{1,10}$/, ''))

const valueText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const locationOf = (
  location: { url: string; lineNumber?: number | undefined; line?: number | undefined } | undefined,
): string | null => {
  if (location === undefined || location.url === '') return null
  const line = wholeOrNull(location.line ?? location.lineNumber ?? NaN)
  return line === null ? urlOf(location.url) : `${urlOf(location.url)}:${line + 1}`
}

const urlOf = (url: string): string => masked(url.slice(0, 2 * LIMITS.url)).slice(0, LIMITS.url)

const textOf = (text: string): string => masked(text.slice(0, 2 * LIMITS.text)).slice(0, LIMITS.text)

/** Masks what may be secret in addresses: values of queries and fragments, and credentials. */
const masked = (text: string): string =>
  text.replace(/([?&#;][^\s=?&#;"'<>]{1,200}=)[^\s?&#;"'<>)]+/g, '$1***').replace(/(:\/\/)[^\s/@?#]{1,500}@/g, '$1***@')

const wholeOrNull = (value: number): number | null => {
  const whole = Math.round(value)
  return Number.isSafeInteger(whole) ? whole : null
}
