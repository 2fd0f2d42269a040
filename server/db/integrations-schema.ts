import type { Generated } from 'kysely'
import type { IntegrationKey, FieldValues } from '../../contract/workspace/integration-kinds.ts'
import type { CreatedAt, Json, MaybeTime } from './schema.ts'

export interface IntegrationTable {
  key: IntegrationKey
  enabled: boolean
  /** Values of fields that are not secrets. */
  field_values: Json<FieldValues>
  /** All secrets as one encrypted JSON object. */
  secrets: Buffer
  /** For each stored secret, the ISO time when it was entered. */
  secrets_entered: Json<FieldValues>
  /** Incremented by each save; the result of a check applies to one revision. */
  revision: Generated<number>
  /** Last check of the stored values; null if there was none since they changed. */
  checked_at: MaybeTime
  /** Null if the check succeeded. */
  check_problem: string | null
  check_account: string | null
  created_at: CreatedAt
}

export interface IntegrationTables {
  integration: IntegrationTable
}
