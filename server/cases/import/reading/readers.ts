import type { LimitFunction } from 'p-limit'
import type { ImportFormat } from '../../../../contract/cases/import.ts'
import { IMPORT_LIMITS } from '../../../../contract/cases/import-limits.ts'
import { tooMany } from '../../../http/refusal.ts'
import { moduleUrl } from '../../../installation.ts'
import { startAskedProcess, type AskedProcess, type ProcessLimits } from '../../../reading/ask-process.ts'
import type { SourceFile } from '../../../reading/source-file.ts'
import type { Inspected, InspectedColumns } from '../inspect.ts'
import type { CasePart, CasesRequest, FromReader, OpenedFile, ReadingSettings, ToReader } from './messages.ts'

export interface ReadingLimits extends ProcessLimits {
  waiting: number
}

const LIMITS: ReadingLimits = {
  timeMs: IMPORT_LIMITS.readMs,
  memoryMb: IMPORT_LIMITS.readMemoryMb,
  waiting: IMPORT_LIMITS.readsWaiting,
}

/** An open file. Its rows can be read once: call either `inspect` or `cases`. All methods throw `Unreadable`. */
export interface Reading {
  file: OpenedFile
  inspect: (columns: InspectedColumns) => Promise<Inspected>
  cases: (requested: CasesRequest) => AsyncGenerator<CasePart>
}

/** Reads uploaded files in processes of their own. */
export interface Readers {
  /**
   * Opens a file and closes it after `act`. Waits for a free slot, since a server reads few files concurrently. Throws 429 if too many are
   * waiting, and `Unreadable`.
   */
  read: <T>(
    file: SourceFile,
    requested: { format: ImportFormat | null; sheet: string | null },
    act: (reading: Reading) => Promise<T>,
  ) => Promise<T>
}

const TOO_LONG = 'The file took too long to read. Split it into smaller files, or save it as CSV.'
const TOO_LARGE = 'Reading the file takes too much memory. Split it into smaller files, or save it as CSV.'

export const createReaders = (withWorkspaceLocked: LimitFunction, limits: Partial<ReadingLimits> = {}): Readers => {
  const { timeMs, memoryMb, waiting } = { ...LIMITS, ...limits }
  return {
    read: async (file, requested, act) => {
      if (withWorkspaceLocked.pendingCount >= waiting)
        throw tooMany('Too many files are being imported. Try again in a minute.')
      return withWorkspaceLocked(async () => {
        const bytes = await bytesOf(file)
        const settings: ReadingSettings = { bytes, name: file.name, ...requested }
        const query: Asked = startAskedProcess(
          moduleUrl('./worker', import.meta.url),
          settings,
          { timeMs, memoryMb },
          { tooLong: TOO_LONG, tooLarge: TOO_LARGE },
        )
        try {
          return await act(await openedIn(query))
        } finally {
          await query.close()
        }
      })
    },
  }
}

const bytesOf = async (file: SourceFile): Promise<Uint8Array> => {
  const bytes = new Uint8Array(file.sizeBytes)
  let at = 0
  for await (const part of file.open() as AsyncIterable<Buffer>) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

type Asked = AskedProcess<ToReader, FromReader>

const openedIn = async ({ ask }: Asked): Promise<Reading> => {
  const opened = await ask(null)
  if (opened.kind !== 'opened') throw unexpected(opened)
  return {
    file: opened.file,
    inspect: async (columns) => {
      const answer = await ask({ kind: 'inspect', ...columns })
      if (answer.kind !== 'inspected') throw unexpected(answer)
      return answer.found
    },
    async *cases(requested) {
      for (let answer = await ask({ kind: 'cases', ...requested }); ; answer = await ask({ kind: 'more' })) {
        if (answer.kind === 'end') return
        if (answer.kind !== 'part') throw unexpected(answer)
        yield answer.part
      }
    },
  }
}

const unexpected = ({ kind }: { kind: string }): Error => new Error(`the import worker answered with ${kind}`)
