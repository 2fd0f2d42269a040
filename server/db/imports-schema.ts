import type { ColumnType, Generated } from 'kysely'
import type { ImportedLaunch } from '../../contract/launches/result-import.ts'
import type { ReadSummary } from '../launches/import/reading/messages.ts'

interface ResultImportTable {
  id: Generated<string>
  project_id: number
  person_id: number
  summary: ColumnType<ReadSummary, string, never>
  /** Launch that the import created; it may have been deleted. Its uuid is the id of the import. */
  launch_id: number | null
  /** Idempotency key of an import by one call. */
  key: ColumnType<string | null, string | null | undefined, never>
  /** End of the lease of the server that works on the import, which it renews; null when none does. */
  working_until: ColumnType<Date | null, undefined, Date | null>
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
