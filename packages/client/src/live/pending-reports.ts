import { clean } from '../../../../contract/launches/clean.ts'
import { MAX_TEST_REPORTS, type FinishTest } from '../../../../contract/launches/reporting.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import type { Label } from '../../../../contract/launches/launches.ts'
import type { TestStep } from '../../../../contract/launches/test-details.ts'
import type { TestNames } from '../../../../contract/launches/test-names.ts'
import { now } from '../original-globals.ts'

/** Begin of an attempt at a test. `key`: unique in the launch, and the same for each attempt. */
export interface TestStart extends TestNames {
  key: string
  /** Milliseconds since 1970. */
  startedAt: number
  labels?: readonly Label[]
  groups?: readonly string[]
}

/** File of an attempt, with a path or a body. */
export interface Attachment {
  name?: string | undefined
  contentType?: string | undefined
  path?: string | undefined
  body?: Uint8Array | undefined
  /** Index of the step that it belongs to. */
  step?: number | undefined
}

export interface TestEnd {
  /** Milliseconds since 1970. */
  endedAt: number
  result: FinishTest['result']
  reason?: string | null
  /** Added to those of the start. */
  labels?: readonly Label[]
  /** Depth first. */
  steps?: readonly TestStep[]
  /** Number of steps that were left out. */
  omittedSteps?: number
  attachments?: readonly Attachment[]
}

export interface LogLine {
  level: 'INFO' | 'WARN' | 'ERROR'
  /** Milliseconds since 1970. */
  timestamp: number
  message: string
}

/** Entry of the call that reports tests, without the id, which is known when it is sent. */
export interface Entry {
  key: string
  start?: object
  labels?: readonly Label[]
  logs?: LogLine[]
  steps?: { items: readonly TestStep[]; omitted: number }
  finish?: object
}

/** Attachment of a test that the server knows once its batch is acknowledged. */
export interface PendingFile extends Attachment {
  /** Idempotency key of its upload. */
  id: string
  key: string
  attempt: number
  /** End of its step, or of the attempt, in milliseconds since 1970. */
  at: number
}

export interface Batch {
  /** Idempotency key of the call. */
  id: string
  entries: Entry[]
  files: PendingFile[]
}

/** Characters of entries that wait for the server; of later ones, logs and steps are dropped. */
const WAITING_CHARACTERS = 64 * 1024 * 1024
const BATCH_CHARACTERS = 4 * 1024 * 1024

/** Collects what happens until it is sent. Results are never dropped. */
export const createPendingReports = () => {
  const attempts = new Map<string, { number: number; startedAt: number }>()
  /** Entry of each test that further reports of its attempt are added to. */
  const open = new Map<string, Waiting>()
  let waiting: Waiting[] = []
  let characters = 0
  let dropped = 0

  const entryOf = (key: string): Waiting => {
    const known = open.get(key)
    if (known) return known
    const created = { entry: { key }, files: [], characters: 0 }
    open.set(key, created)
    waiting.push(created)
    return created
  }
  const add = (to: Waiting, more: number): void => {
    to.characters += more
    characters += more
  }
  const hasRoom = (more: number): boolean => characters + more <= WAITING_CHARACTERS

  return {
    start: ({ key, ...start }: TestStart): void => {
      attempts.set(key, { number: (attempts.get(key)?.number ?? 0) + 1, startedAt: start.startedAt })
      open.delete(key)
      const to = entryOf(key)
      to.entry.start = {
        name: start.name,
        className: start.className,
        methodName: start.methodName,
        startedAt: isoTime(start.startedAt),
        labels: boundedLabels(start.labels ?? []),
        testGroups: (start.groups ?? []).slice(0, MAX_LABELS).map((group) => cut(group, 255)),
      }
      add(to, 500)
    },
    /** Output of a test that has not started belongs to none. */
    log: (key: string, line: LogLine): void => {
      if (!attempts.has(key)) return
      const size = line.message.length + 100
      if (!hasRoom(size)) {
        dropped += 1
        return
      }
      const to = entryOf(key)
      ;(to.entry.logs ??= []).push(line)
      add(to, size)
    },
    end: (key: string, { endedAt, result, reason, labels = [], ...end }: TestEnd): void => {
      const { steps = [], omittedSteps = 0, attachments = [] } = end
      const to = entryOf(key)
      to.entry.finish = { endedAt: isoTime(endedAt), result, reason }
      to.entry.labels = boundedLabels(labels)
      add(to, 200 + (reason?.length ?? 0))
      if (steps.length + omittedSteps > 0) {
        const size = JSON.stringify(steps).length
        if (hasRoom(size)) {
          to.entry.steps = { items: steps, omitted: omittedSteps }
          add(to, size)
        } else dropped += steps.length
      }
      const { number: attempt, startedAt } = attempts.get(key) ?? { number: 1, startedAt: endedAt }
      for (const attachment of attachments) {
        const { startMs, durationMs = 0 } = steps[attachment.step ?? -1] ?? {}
        const at = startMs === undefined ? endedAt : startedAt + startMs + durationMs
        to.files.push({ ...attachment, id: crypto.randomUUID(), key, attempt, at })
      }
      open.delete(key)
    },
    /** Returns the oldest entries as a batch; null without any. */
    take: (): Batch | null => {
      let size = 0
      let count = 0
      while (count < Math.min(waiting.length, MAX_TEST_REPORTS) && size < BATCH_CHARACTERS)
        size += waiting[count++]?.characters ?? 0
      if (count === 0) return null
      const taken = waiting.slice(0, count)
      waiting = waiting.slice(count)
      characters -= size
      for (const one of taken) if (open.get(one.entry.key) === one) open.delete(one.entry.key)
      return {
        id: crypto.randomUUID(),
        entries: taken.map(({ entry }) => entry),
        files: taken.flatMap(({ files }) => files),
      }
    },
    isEmpty: (): boolean => waiting.length === 0,
    /** Number of log lines and steps that were dropped. */
    dropped: (): number => dropped,
  }
}

/** Frameworks do not know each duration: a time that is not valid becomes the current one. */
const isoTime = (at: number): string => new Date(Number.isFinite(at) ? at : now()).toISOString()

const MAX_LABELS = 100
/** Half of what the server accepts for a test, because its start and its end have labels. */
const MAX_LABEL_CHARACTERS = LIMITS.reportedCharacters / 2
const cut = (text: string, max: number): string => clean(text.slice(0, max))
const boundedLabels = (labels: readonly Label[]): Label[] => {
  let characters = 0
  return (
    labels
      .slice(0, MAX_LABELS)
      .map(({ key, value }) => ({ key: cut(key, 255), value: cut(value, 4000) }))
      // The server rejects a test with a blank key.
      .filter(
        ({ key, value }) => key.trim() !== '' && (characters += key.length + value.length) <= MAX_LABEL_CHARACTERS,
      )
  )
}

interface Waiting {
  entry: Entry
  files: PendingFile[]
  characters: number
}
