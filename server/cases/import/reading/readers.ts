import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { ImportFormat } from '../../../../contract/cases/import.ts'
import { IMPORT_LIMITS } from '../../../../contract/cases/import-limits.ts'
import { ERROR_CODES } from '../../../../contract/errors.ts'
import { Refusal } from '../../../http/refusal.ts'
import { Unreadable, type SourceFile } from '../formats/table.ts'
import type { Inspected } from '../inspect.ts'
import type { CasePart, CasesWanted, FromReader, OpenedFile, ReadingSettings, ToReader } from './messages.ts'

export interface ReadingLimits {
  /** Of the thread alone: what the server does with the cases between two parts does not count. */
  timeMs: number
  memoryMb: number
  atOnce: number
  waiting: number
}

const LIMITS: ReadingLimits = {
  timeMs: IMPORT_LIMITS.readMs,
  memoryMb: IMPORT_LIMITS.readMemoryMb,
  atOnce: IMPORT_LIMITS.readsAtOnce,
  waiting: IMPORT_LIMITS.readsWaiting,
}

/** An open file. Its rows are read once: call `inspect` or `cases`. All throw `Unreadable`. */
export interface Reading {
  file: OpenedFile
  inspect: (columns: Record<'title' | 'steps', number>) => Promise<Inspected>
  cases: (wanted: CasesWanted) => AsyncGenerator<CasePart>
}

/** Reads files that are to be imported. */
export interface Readers {
  /**
   * Opens a file and closes it when `act` has ended. Waits for its turn: a server reads few files at once. Throws 429 where too many
   * wait already, and `Unreadable`.
   */
  read: <T>(
    file: SourceFile,
    wanted: { format: ImportFormat | null; sheet: string | null },
    act: (reading: Reading) => Promise<T>,
  ) => Promise<T>
}

const TOO_LONG = 'The file took too long to read. Split it into smaller files, or save it as CSV.'
const TOO_LARGE = 'Reading the file takes too much memory. Split it into smaller files, or save it as CSV.'

export const createReaders = (workerUrl: URL | undefined, limits: Partial<ReadingLimits> = {}): Readers => {
  const { timeMs, memoryMb, atOnce, waiting } = { ...LIMITS, ...limits }
  const inTurn = pLimit(atOnce)
  return {
    read: async (file, wanted, act) => {
      if (inTurn.pendingCount >= waiting)
        throw new Refusal(429, ERROR_CODES.tooMany, 'Too many files are being imported. Try again in a minute.')
      return inTurn(async () => {
        const bytes = await bytesOf(file)
        const settings: ReadingSettings = { bytes, name: file.name, ...wanted }
        const thread = startThread(workerUrl ?? builtWorker(), settings, { timeMs, memoryMb })
        try {
          return await act(await openedIn(thread))
        } finally {
          await thread.close()
        }
      })
    },
  }
}

const builtWorker = (): URL => {
  const url = new URL('./import-worker.js', import.meta.url)
  if (!existsSync(url)) throw new Error(`the import worker is not built: ${fileURLToPath(url)} is missing`)
  return url
}

const bytesOf = async (file: SourceFile): Promise<ArrayBuffer> => {
  const bytes = new Uint8Array(file.sizeBytes)
  let at = 0
  for await (const part of file.open() as AsyncIterable<Buffer>) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes.buffer
}

interface Thread {
  ask: (message: ToReader | null) => Promise<FromReader>
  close: () => Promise<unknown>
}

const openedIn = async ({ ask }: Thread): Promise<Reading> => {
  const opened = await ask(null)
  if (opened.kind !== 'opened') throw unexpected(opened)
  return {
    file: opened.file,
    inspect: async (columns) => {
      const answer = await ask({ kind: 'inspect', ...columns })
      if (answer.kind !== 'inspected') throw unexpected(answer)
      return answer.found
    },
    async *cases(wanted) {
      for (let answer = await ask({ kind: 'cases', ...wanted }); ; answer = await ask({ kind: 'more' })) {
        if (answer.kind === 'end') return
        if (answer.kind !== 'part') throw unexpected(answer)
        yield answer.part
      }
    },
  }
}

const unexpected = ({ kind }: FromReader): Error => new Error(`the import worker answered with ${kind}`)

/** Starts a thread that reads one file. It is ended when its time is over; `ask` then throws `Unreadable`. */
const startThread = (
  workerUrl: URL,
  settings: ReadingSettings,
  { timeMs, memoryMb }: Pick<ReadingLimits, 'timeMs' | 'memoryMb'>,
): Thread => {
  const worker = new Worker(workerUrl, {
    workerData: settings,
    transferList: [settings.bytes],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  let leftMs = timeMs
  let failure: Error | null = null
  /** The first answer comes by itself. */
  const answers: FromReader[] = []
  let waiting: { resolve: (answer: FromReader) => void; reject: (error: Error) => void } | null = null

  const fail = (error: Error): void => {
    failure ??= error
    waiting?.reject(failure)
    waiting = null
  }
  worker.on('message', (answer: FromReader) => {
    if (answer.kind === 'unreadable') fail(new Unreadable(answer.message))
    else if (waiting === null) answers.push(answer)
    else {
      waiting.resolve(answer)
      waiting = null
    }
  })
  worker.on('error', (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Unreadable(TOO_LARGE, { cause: error }) : error),
  )
  worker.on('exit', () => fail(new Error('the import worker ended')))

  const answered = (): Promise<FromReader> => {
    const ready = answers.shift()
    if (ready !== undefined) return Promise.resolve(ready)
    if (failure !== null) return Promise.reject(failure)
    return new Promise((resolve, reject) => (waiting = { resolve, reject }))
  }
  return {
    ask: async (message) => {
      if (message !== null) worker.postMessage(message)
      const from = performance.now()
      const timer = setTimeout(() => {
        fail(new Unreadable(TOO_LONG))
        void worker.terminate()
      }, leftMs)
      try {
        return await answered()
      } finally {
        clearTimeout(timer)
        leftMs = Math.max(0, leftMs - (performance.now() - from))
      }
    },
    close: () => worker.terminate(),
  }
}
