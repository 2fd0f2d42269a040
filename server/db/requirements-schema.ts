import type { Generated, GeneratedAlways } from 'kysely'
import type { RequirementSource } from '../../contract/requirements/requirements.ts'
import type { CreatedAt, MaybeTime } from './schema.ts'

export interface RequirementTable {
  id: GeneratedAlways<number>
  project_id: number
  key: string
  title: Generated<string>
  source: Generated<RequirementSource>
  status: string | null
  url: string | null
  created_at: CreatedAt
  /** When the issue was last fetched. */
  synced_at: MaybeTime
  words: GeneratedAlways<string>
}

export interface TestCaseRequirementTable {
  requirement_id: number
  case_id: number
}

export interface RequirementTables {
  requirement: RequirementTable
  test_case_requirement: TestCaseRequirementTable
}
