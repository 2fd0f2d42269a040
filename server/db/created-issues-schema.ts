import type { TrackerKey } from '../../contract/launches/issues.ts'
import type { CreatedAt } from './schema.ts'

export interface CreatedIssueTable {
  operation_id: string
  project_id: number
  person_id: number | null
  tracker: TrackerKey
  target: string
  type: string
  title: string
  /** Null until the tracker has responded. */
  issue_id: string | null
  started_at: CreatedAt
}

export interface CreatedIssueTables {
  created_issue: CreatedIssueTable
}
