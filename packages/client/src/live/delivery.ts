import { once, EventEmitter } from 'node:events'
import { constants, openAsBlob } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { z } from 'zod/mini'
import { attachmentName } from '../../../../contract/launches/attachment-name.ts'
import { ReportedTests, StartedLaunch } from '../../../../contract/launches/reporting.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import { call, type Sent, type Watch } from '../calls.ts'
import { Rejected, UnreadableFile } from '../failures.ts'
import type { Connection } from '../settings.ts'
import { createDirectUpload, MIN_DIRECT_BYTES } from './direct-upload.ts'
import type { Batch, PendingFile } from './pending-reports.ts'

/** A launch, and which of its reports the server has acknowledged. Another process can continue from it. */
export interface Delivered {
  /** Body of the call that starts the launch; its uuid is also the idempotency key. */
  start: { uuid: string; name: string; shard?: { index: number; total: number } | undefined; [field: string]: unknown }
  launchId: number | null
  /** Ids of tests by their keys. */
  ids: Map<string, number>
  /** Taken from the source and not acknowledged, oldest first. */
  batches: Batch[]
  /** Files of acknowledged tests. */
  files: PendingFile[]
  /** Entries and files that the server or this process left out, with the first reason. */
  omitted: { count: number; reason: string | null }
}

export const newDelivery = (start: Delivered['start']): Delivered => ({
  start,
  launchId: null,
  ids: new Map(),
  batches: [],
  files: [],
  omitted: { count: 0, reason: null },
})

/** Where batches come from. */
export interface Source {
  /** Resolves with the next batch; null after the last one. */
  next: (signal: AbortSignal) => Promise<Batch | null>
  endedAt: () => Date
}

const CALL_MS = 60_000
const UPLOAD_MS = 10 * 60_000
const REPORTING = '/api/reporting/v1/test-runs'

/**
 * Sends a launch in the order of its batches, and its files beside them. Each call has an idempotency key, so that nothing is reported twice
 * however often this is repeated with the same state. Throws `Rejected` if the launch as a whole is, and the reason of `signal`.
 */
export const deliver = async (
  connection: Connection,
  delivered: Delivered,
  source: Source,
  { signal, warn, ...events }: Watch & { signal: AbortSignal; warn: (message: string) => void },
): Promise<void> => {
  const stop = new AbortController()
  const watch = { ...events, signal: AbortSignal.any([signal, stop.signal]) }
  const send = <Answer>(sent: Sent, answer: z.ZodMiniType<Answer>, retryMs = connection.retryMs) =>
    call({ ...connection, retryMs }, sent, answer, watch)
  const uploadDirectly = createDirectUpload({ send, signal: watch.signal, warn })
  delivered.launchId ??= (await send(starting(connection.projectKey, delivered.start), StartedLaunch)).id
  const run = `${REPORTING}/${delivered.launchId}`
  const more = new EventEmitter()
  let isOver = false

  const sendBatches = async (): Promise<void> => {
    for (;;) {
      const batch = delivered.batches[0] ?? (await source.next(watch.signal))
      if (batch === null) break
      delivered.batches[0] = batch
      const { id, entries, files } = batch
      const tests = entries.map((entry) => ({ ...entry, id: delivered.ids.get(entry.key) }))
      let smaller: Batch[] = []
      try {
        const answer = await send(
          {
            path: `${run}/test-reports`,
            headers: { 'idempotency-key': id },
            body: () => JSON.stringify({ tests }),
            timeoutMs: CALL_MS,
          },
          ReportedTests,
        )
        for (const test of answer.tests) delivered.ids.set(test.key, test.id)
        for (const { message } of answer.problems) omit(delivered, 1, message)
      } catch (error) {
        if (!isOfContent(error)) throw error
        if (error.status === 413) smaller = smallerBatches(batch)
        // Without smaller ones, all entries are left out; of a single entry, its output and steps.
        if (smaller.length < 2) omit(delivered, entries.length, error.message)
      }
      delivered.batches.splice(0, 1, ...smaller)
      if (smaller.length > 0) continue
      delivered.files.push(...files)
      more.emit('more')
    }
    isOver = true
    more.emit('more')
  }
  const sendFiles = async (): Promise<void> => {
    for (;;) {
      const [file] = delivered.files
      if (file !== undefined) {
        await upload(run, delivered, file, { send, uploadDirectly }).catch((error: unknown) => {
          if (!isOfContent(error) && !(error instanceof UnreadableFile)) throw error
          omit(delivered, 1, error.message)
        })
        delivered.files.shift()
      } else if (isOver) return
      else await once(more, 'more', { signal: watch.signal })
    }
  }
  const both = [sendBatches(), sendFiles()]
  try {
    await Promise.all(both)
  } catch (error) {
    stop.abort()
    await Promise.allSettled(both)
    throw error
  }
  const { shard } = delivered.start
  const ended = { endedAt: source.endedAt().toISOString(), ...(shard ? { shard: { index: shard.index } } : {}) }
  await send({ method: 'PUT', path: run, body: () => JSON.stringify(ended), timeoutMs: CALL_MS }, z.unknown())
}

const starting = (projectKey: string, start: Delivered['start']): Sent => ({
  path: REPORTING,
  query: { projectKey },
  headers: { 'idempotency-key': start.uuid },
  body: () => JSON.stringify(start),
  timeoutMs: CALL_MS,
})

const omit = ({ omitted }: Delivered, count: number, reason: string): void => {
  omitted.count += count
  omitted.reason ??= reason
}

/** Of calls that are rejected for their content, what they have is left out. A launch or a right that is gone ends the delivery. */
const isOfContent = (error: unknown): error is Rejected =>
  error instanceof Rejected && [400, 409, 413].includes(error.status)

/**
 * Returns batches instead of one that is too large for a server or a proxy before it: its halves, or its only entry without output and steps.
 * Empty if there is nothing to omit.
 */
const smallerBatches = ({ entries, files }: Batch): Batch[] => {
  const middle = Math.ceil(entries.length / 2)
  if (entries.length > 1)
    return [
      { id: crypto.randomUUID(), entries: entries.slice(0, middle), files: [] },
      { id: crypto.randomUUID(), entries: entries.slice(middle), files },
    ]
  const short = entries.map(({ logs: _logs, steps: _steps, ...entry }) => entry)
  return entries.some(({ logs, steps }) => logs || steps) ? [{ id: crypto.randomUUID(), entries: short, files }] : []
}

const upload = async (
  run: string,
  delivered: Delivered,
  file: PendingFile,
  {
    send,
    uploadDirectly,
  }: {
    send: (sent: Sent, answer: z.ZodMiniType) => Promise<unknown>
    uploadDirectly: ReturnType<typeof createDirectUpload>
  },
): Promise<void> => {
  const { id, key, attempt, step, at, path, body } = file
  const testId = delivered.ids.get(key)
  if (testId === undefined) return omit(delivered, 1, 'The test of a file does not exist')
  const sizeBytes = body?.length ?? (await sizeOf(path))
  if (sizeBytes === null) return omit(delivered, 1, `${attachmentName(file)} is not a file`)
  if (sizeBytes > LIMITS.attachmentBytes)
    return omit(delivered, 1, `${attachmentName(file)} is larger than ${LIMITS.attachmentBytes / 1024 / 1024} MB`)
  const [test, name] = [`${run}/tests/${testId}`, attachmentName(file)]
  // A test may delete its file, or make it unreadable, while the calls before are repeated.
  const content = async () => {
    if (body) return new Blob([new Uint8Array(body)])
    try {
      await access(path ?? '', constants.R_OK)
      return await openAsBlob(path ?? '')
    } catch (error) {
      throw new UnreadableFile(`${name} cannot be read: ${(error as Error).message}`)
    }
  }
  const attachment = {
    query: { attempt: String(attempt), at: String(at), ...(step === undefined ? {} : { step: String(step) }) },
    headers: { 'idempotency-key': id },
  }
  if (sizeBytes >= MIN_DIRECT_BYTES && (await uploadDirectly({ ...attachment, test, name, content: await content() })))
    return
  const sent: Sent = {
    ...attachment,
    path: `${test}/attachments`,
    body: async () => {
      const form = new FormData()
      form.append('file', await content(), name)
      return form
    },
    timeoutMs: UPLOAD_MS,
  }
  await send(sent, z.unknown()).catch((error: unknown) => {
    // A test that was deleted meanwhile; of a launch that was, the next call of tests ends the delivery.
    if (!(error instanceof Rejected) || error.status !== 404) throw error
    omit(delivered, 1, error.message)
  })
}

const sizeOf = async (path: string | undefined): Promise<number | null> => {
  const entry = await stat(path ?? '').catch(() => null)
  return entry?.isFile() ? entry.size : null
}
