import type { ColumnType, Generated } from 'kysely'
import type { ImportedLaunch } from '../../contract/launches/result-import.ts'
import type { ReadSummary } from '../launches/import/reading/messages.ts'

interface ResultImportTable {
  id: Generated<string>
  project_id: number
  person_id: number
  summary: ColumnType<ReadSummary, string, never>
  /** The launch that is or was made; it may be gone. */
  launch_id: number | null
  outcome: ColumnType<ImportedLaunch | null, string | undefined, string>
  created_at: Generated<Date>
}

interface ResultImportFileTable {
  import_id: string
  place: number
  file_hash: string
  name: string
  size_bytes: number
}

/** Tables of reports that become launches. */
export interface ResultImportTables {
  result_import: ResultImportTable
  result_import_file: ResultImportFileTable
}
