import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { ERROR_CODES } from '../../../../contract/errors.ts'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import type { FileStore } from '../../../files/store.ts'
import { Refusal } from '../../../http/refusal.ts'
import { startAskedThread, type AskedThread } from '../../../reading/ask-thread.ts'
import type { ReportedTest } from '../formats/reported.ts'
import type { FromReader, ReadingSettings, ReadSummary, ToReader } from './messages.ts'

/** Uploaded report and the hash of its stored bytes. */
export interface SentFile {
  name: string
  hash: string
  sizeBytes: number
}

/** Open reports. Each call reads them from the beginning in its own thread. Both throw `Unreadable`. */
export interface ResultReading {
  inspect: () => Promise<ReadSummary>
  /** Yields tests in parts; returns the summary. */
  tests: () => AsyncGenerator<ReportedTest[], ReadSummary>
}

export interface ResultReaders {
  /** Opens reports for `act` and closes them afterwards. Waits for a free slot; throws 429 when too many are waiting. */
  read: <T>(files: readonly SentFile[], act: (reading: ResultReading) => Promise<T>) => Promise<T>
}

const WORDS = {
  tooLong: 'The reports took too long to read. Send them in several imports.',
  tooLarge: 'Reading the reports takes too much memory. Send them in several imports.',
}

export const createResultReaders = (store: FileStore, workerUrl: URL | undefined): ResultReaders => {
  const inTurn = pLimit(LIMITS.readsAtOnce)
  return {
    read: async (files, act) => {
      if (inTurn.pendingCount >= LIMITS.readsWaiting)
        throw new Refusal(429, ERROR_CODES.tooMany, 'Too many reports are being imported. Try again in a minute.')
      return inTurn(() =>
        withCopies(store, files, async (settings) => {
          const isXml = files.every(({ name }) => /\.(?:xml|trx)$/i.test(name))
          const limits = { timeMs: LIMITS.readMs, memoryMb: isXml ? LIMITS.readXmlMemoryMb : LIMITS.readMemoryMb }
          const url = workerUrl ?? builtWorker()
          const threads: AskedThread<ToReader, FromReader>[] = []
          const startThread = () => {
            const thread = startAskedThread<ToReader, FromReader>(url, { workerData: settings }, limits, WORDS)
            threads.push(thread)
            return thread
          }
          try {
            return await act({
              inspect: async () => {
                const thread = startThread()
                const answer = await thread.ask({ kind: 'inspect' })
                // Frees the thread's memory before the tests are read.
                await thread.close()
                if (answer.kind !== 'read') throw new Error(`the reader of results answered with ${answer.kind}`)
                return answer.summary
              },
              async *tests() {
                const thread = startThread()
                for (let answer = await thread.ask({ kind: 'tests' }); ; answer = await thread.ask({ kind: 'more' })) {
                  if (answer.kind === 'read') return answer.summary
                  yield answer.tests
                }
              },
            })
          } finally {
            await Promise.all(threads.map((thread) => thread.close()))
          }
        }),
      )
    },
  }
}

/** Archives need random access, and the file store may be remote: the thread gets local copies. */
const withCopies = async <T>(
  store: FileStore,
  files: readonly SentFile[],
  act: (settings: ReadingSettings) => Promise<T>,
): Promise<T> => {
  const { incoming } = store.blobs
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const copies = files.map(({ name, hash, sizeBytes }) => ({
    name,
    hash,
    sizeBytes,
    path: path.join(incoming, randomUUID()),
  }))
  try {
    for (const copy of copies)
      await pipeline(store.read(copy.hash), createWriteStream(copy.path, { flags: 'wx', mode: 0o600 }))
    return await act({ files: copies.map(({ name, path: place, sizeBytes }) => ({ name, path: place, sizeBytes })) })
  } finally {
    await Promise.all(copies.map(({ path: place }) => rm(place, { force: true })))
  }
}

const builtWorker = (): URL => {
  const url = new URL('./results-worker.js', import.meta.url)
  if (!existsSync(url)) throw new Error(`the worker that reads results is not built: ${fileURLToPath(url)} is missing`)
  return url
}
