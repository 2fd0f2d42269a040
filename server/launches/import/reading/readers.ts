import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { LimitFunction } from 'p-limit'
import { RESULT_IMPORT_LIMITS as LIMITS } from '../../../../contract/launches/result-import-limits.ts'
import type { FileStore } from '../../../files/store.ts'
import { tooMany } from '../../../http/refusal.ts'
import { moduleUrl } from '../../../installation.ts'
import { startAskedProcess, type AskedProcess } from '../../../reading/ask-process.ts'
import type { ProjectCases } from '../formats/case-links.ts'
import type { ContentRange } from '../attachments/attachments.ts'
import type { ReportedAttachment, ReportedTest } from '../formats/reported.ts'
import type { FromReader, ReadingSettings, ReadSummary, ToReader } from './messages.ts'

/** Uploaded report and the hash of its stored bytes. */
export interface SentFile {
  name: string
  hash: string
  sizeBytes: number
}

/** Open reports. `inspect` and `tests` read them from the beginning in a process of their own. All throw `Unreadable`. */
export interface ResultReading {
  inspect: () => Promise<ReadSummary>
  /** Yields tests in parts; returns the summary, and the output and the attachments of the launch. */
  tests: () => AsyncGenerator<
    ReportedTest[],
    { summary: ReadSummary; output: string; attachments: ReportedAttachment[] }
  >
  /** Call it after `tests`. Resolves with the contents of attachments by their ids, and the summary with those that could not be read. */
  contents: () => Promise<{ summary: ReadSummary; contents: ReadonlyMap<number, ContentRange> }>
  openContent: (range: ContentRange) => Readable
}

export interface ResultReaders {
  /** Opens reports for `act` and closes them afterwards. Waits for a free slot; throws 429 when too many are waiting. */
  read: <T>(files: readonly SentFile[], cases: ProjectCases, act: (reading: ResultReading) => Promise<T>) => Promise<T>
}

const MESSAGES = {
  tooLong: 'The reports took too long to read. Send them in several imports.',
  tooLarge: 'Reading the reports takes too much memory. Send them in several imports.',
}

export const createResultReaders = (withWorkspaceLocked: LimitFunction, store: FileStore): ResultReaders => {
  return {
    read: async (files, cases, act) => {
      if (withWorkspaceLocked.pendingCount >= LIMITS.readsWaiting)
        throw tooMany('Too many reports are being imported. Try again in a minute.')
      return withWorkspaceLocked(() =>
        withCopies(store, files, async (copies, contents) => {
          const limits = { timeMs: LIMITS.readMs, memoryMb: LIMITS.readMemoryMb }
          const url = moduleUrl('./worker', import.meta.url)
          const processes: AskedProcess<ToReader, FromReader>[] = []
          const startProcess = (settings: ReadingSettings) => {
            const requested = startAskedProcess<ToReader, FromReader>(url, settings, limits, MESSAGES)
            processes.push(requested)
            return requested
          }
          try {
            return await act({
              inspect: async () => {
                const requested = startProcess({ files: copies, cases, contents: null })
                const answer = await requested.ask({ kind: 'inspect' })
                // Frees its memory before the tests are read.
                await requested.close()
                if (answer.kind !== 'read') throw unexpected(answer.kind)
                return answer.summary
              },
              async *tests() {
                const requested = startProcess({ files: copies, cases, contents })
                for (
                  let answer = await requested.ask({ kind: 'tests' });
                  ;
                  answer = await requested.ask({ kind: 'more' })
                ) {
                  if (answer.kind === 'read') return answer
                  if (answer.kind !== 'part') throw unexpected(answer.kind)
                  yield answer.tests
                }
              },
              contents: async () => {
                const answer = await processes.at(-1)?.ask({ kind: 'attachments' })
                if (answer?.kind !== 'saved') throw unexpected(answer?.kind)
                return answer
              },
              openContent: ({ at, sizeBytes }) =>
                sizeBytes === 0
                  ? Readable.from([])
                  : createReadStream(contents, { start: at, end: at + sizeBytes - 1 }),
            })
          } finally {
            await Promise.all(processes.map((requested) => requested.close()))
          }
        }),
      )
    },
  }
}

const unexpected = (kind: string | undefined): Error => new Error(`the reader of results answered with ${kind}`)

/** `contents`: path of a file that the process may write. Archives need random access, and the file store may be remote: the process gets local copies. */
const withCopies = async <T>(
  store: FileStore,
  files: readonly SentFile[],
  act: (copies: ReadingSettings['files'], contents: string) => Promise<T>,
): Promise<T> => {
  const { incoming } = store.blobs
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const copies = files.map(({ name, hash, sizeBytes }) => ({
    name,
    hash,
    sizeBytes,
    path: path.join(incoming, randomUUID()),
  }))
  const contents = path.join(incoming, randomUUID())
  try {
    for (const copy of copies)
      await pipeline(store.read(copy.hash), createWriteStream(copy.path, { flags: 'wx', mode: 0o600 }))
    return await act(
      copies.map(({ name, path: place, sizeBytes }) => ({ name, path: place, sizeBytes })),
      contents,
    )
  } finally {
    await Promise.all([contents, ...copies.map(({ path: place }) => place)].map((place) => rm(place, { force: true })))
  }
}
