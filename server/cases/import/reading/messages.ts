import type { ImportFormat, ImportMapping, ImportSource } from '../../../../contract/cases/import.ts'
import type { UnreadableAnswer } from '../../../reading/ask-process.ts'
import type { ImportedCase } from '../cases.ts'
import type { Inspected, InspectedColumns } from '../inspect.ts'

/** Passed to the process at start. `format` is null if the process has to detect it. */
export interface ReadingSettings {
  bytes: Uint8Array
  name: string
  format: ImportFormat | null
  sheet: string | null
}

/** Properties of an opened file. */
export interface OpenedFile {
  format: ImportFormat
  columns: string[]
  sheets: string[]
  sheet: string | null
  notes: string[]
}

/** How to group rows into cases. */
export interface CasesRequest {
  mapping: Pick<ImportMapping, 'columns' | 'steps'>
  source: ImportSource
}

/** A batch of a file's cases. `rows`: number of rows read so far. */
export interface CasePart {
  cases: ImportedCase[]
  rows: number
}

/** Each message gets one response. A process reads its rows once: for one `inspect`, or for cases until there are none left. */
export type ToReader = ({ kind: 'inspect' } & InspectedColumns) | ({ kind: 'cases' } & CasesRequest) | { kind: 'more' }

export type FromReader =
  | { kind: 'opened'; file: OpenedFile }
  | { kind: 'inspected'; found: Inspected }
  | { kind: 'part'; part: CasePart }
  | { kind: 'end' }
  | UnreadableAnswer
