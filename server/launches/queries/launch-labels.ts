import { sql } from 'kysely'
import { labelOf, storable } from '../../../contract/text-matching.ts'
import type { Tx } from '../../db/open.ts'
import { anyOf, hasOneLabel, noneOf, type Condition } from '../../db/matching.ts'

/** The table `launch_label` stores values up to this length; values of exactly this length may be truncated. */
export const LABEL_VALUE_KEPT = 400

/**
 * Whether the launch `l` has a label that fulfils the condition on `x`. The project id lets PostgreSQL join with the label index instead of
 * looking up each launch.
 */
const hasLabel = (projectId: number, condition: Condition): Condition => sql`exists (
  select from launch_label x where x.launch_id = l.id and x.project_id = ${projectId} and ${condition})`

/** Whether the launch `l` has a label of one of these keys. */
export const hasLabelKeyAmong = (projectId: number, keys: readonly string[]): Condition[] =>
  keys.length === 0 ? [] : [hasLabel(projectId, sql`x.key = any(${keys.map(storable)}::text[])`)]

/**
 * Counts the launches that have a label of this key with the label index alone: joining as many launches would take several times as long.
 */
export const countWithLabelKey = async (tx: Tx, projectId: number, key: string): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(distinct x.launch_id)::int as total from launch_label x
     where x.project_id = ${projectId} and x.key = ${storable(key)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Whether the launch `l` has none of these labels. */
export const hasNoLabelOf = (projectId: number, labels: readonly string[]): Condition[] => {
  const isKept = (label: string) => labelOf(label).value.length < LABEL_VALUE_KEPT
  const remaining = labels.map(storable).filter(isKept)
  const pairs = remaining.map(labelOf).map(({ key, value }) => sql<boolean>`(x.key = ${key} and x.value = ${value})`)
  return [
    ...noneOf(anyOf(pairs).map((any) => hasLabel(projectId, any))),
    ...noneOf(
      hasOneLabel(
        sql`l.labels`,
        labels.filter((label) => !isKept(storable(label))),
      ),
    ),
  ]
}
