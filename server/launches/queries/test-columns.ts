import { sql } from 'kysely'
import { isQuarantined } from '../quarantine/active.ts'

/**
 * Columns of a test for lists: all except the whole failure text and the agent's correlation data, which can be megabytes each. They are
 * selected as null, so that the row keeps its shape.
 */
export const listedColumns = sql`t.id, t.launch_id, t.project_id, t.name, t.class_name, t.method_name, t.arguments_index,
  t.identity, t.owner, t.maintainer_id, t.status, t.passed_manually, t.headless, t.message, t.failure_key, t.failure_label,
  t.failure_tag_id, t.failure_tag_feedback,
  t.issue_id, t.labels, t.refs, t.test_cases, t.test_groups, t.attempt, t.sessions_count, t.artifacts_count, t.has_trace,
  t.started_at, t.ended_at, null::text as reason, null::text as correlation_data,
  ${isQuarantined} as quarantined`
