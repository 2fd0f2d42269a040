import type { Generated } from 'kysely'
import type { IntegrationKey, FieldValues } from '../../contract/workspace/integration-kinds.ts'
import type { CreatedAt, Json, MaybeTime } from './schema.ts'

export interface IntegrationTable {
  key: IntegrationKey
  enabled: boolean
  /** Fields that are no secrets. */
  field_values: Json<FieldValues>
  /** All secrets as one sealed object of JSON. */
  secrets: Buffer
  /** ISO times by field: which secrets there are, and since when. */
  secrets_entered: Json<FieldValues>
  /** Counts saves: the result of a check belongs to one of them. */
  revision: Generated<number>
  /** The newest check of what is stored; null: there was none since the last change. */
  checked_at: MaybeTime
  /** Null: the check succeeded. */
  check_problem: string | null
  check_account: string | null
  created_at: CreatedAt
}

export interface IntegrationTables {
  integration: IntegrationTable
}
