import type { ColumnType, Generated } from 'kysely'
import type { ImportedLaunch } from '../../contract/launches/result-import.ts'
import type { ReadSummary } from '../launches/import/reading/messages.ts'

interface ResultImportTable {
  id: Generated<string>
  project_id: number
  person_id: number
  summary: ColumnType<ReadSummary, string, never>
  /** Launch that the import creates or created; it may have been deleted. */
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

/** Tables of result imports. */
export interface ResultImportTables {
  result_import: ResultImportTable
  result_import_file: ResultImportFileTable
}
