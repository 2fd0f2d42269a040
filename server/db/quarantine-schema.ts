import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './schema.ts'

export interface QuarantinedTestTable {
  project_id: number
  /** `test.identity`. */
  identity: string
  name: string
  class_name: string | null
  reason: string
  /** `yyyy-mm-dd`. */
  until: ColumnType<string | null>
  version: Generated<number>
  quarantined_by: number | null
  quarantined_at: CreatedAt
  /** The test's newest run at that time. Later runs have higher ids, whatever the agents' clocks say. */
  newest_test_id: number
}

export interface QuarantineTables {
  quarantined_test: QuarantinedTestTable
}
