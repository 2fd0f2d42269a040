import type { ImportFormat, ImportMapping, ImportSource } from '../../../../contract/cases/import.ts'
import type { UnreadableAnswer } from '../../../reading/ask-thread.ts'
import type { ToldCase } from '../cases.ts'
import type { Inspected } from '../inspect.ts'

/** Given to the worker when it starts. `format` is null where the worker has to find it out. */
export interface ReadingSettings {
  bytes: ArrayBuffer
  name: string
  format: ImportFormat | null
  sheet: string | null
}

/** What is known of a file once it is opened. */
export interface OpenedFile {
  format: ImportFormat
  columns: string[]
  sheets: string[]
  sheet: string | null
  notes: string[]
}

/** How the rows of a file become cases. */
export interface CasesWanted {
  mapping: Pick<ImportMapping, 'columns' | 'steps'>
  source: ImportSource
}

/** Some cases of a file. `rows`: how many rows have been read so far. */
export interface CasePart {
  cases: ToldCase[]
  rows: number
}

/** Each message is answered once. A worker reads its rows once: it is asked to inspect, or for cases until there are no more. */
export type ToReader =
  | { kind: 'inspect'; title: number; steps: number }
  | ({ kind: 'cases' } & CasesWanted)
  | { kind: 'more' }

export type FromReader =
  | { kind: 'opened'; file: OpenedFile }
  | { kind: 'inspected'; found: Inspected }
  | { kind: 'part'; part: CasePart }
  | { kind: 'end' }
  | UnreadableAnswer
