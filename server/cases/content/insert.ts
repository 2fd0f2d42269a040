/** SQL that inserts new cases. */
import { sql, type RawBuilder } from 'kysely'
import type { NewCase } from '../../../contract/cases/cases.ts'
import type { Tx } from '../../db/database.ts'
import type { Where } from '../repository.ts'
import { defaultValues, type Definitions } from './definitions.ts'

/** `importedKey`: key in the imported file. */
export type CaseToInsert = NewCase & { importedKey?: string | null }

/** Appends cases to their suites, in the given order. Values were validated. Returns the ids. */
export const insertCases = async (
  tx: Tx,
  where: Where,
  definitions: Definitions,
  bodies: readonly CaseToInsert[],
): Promise<number[]> => {
  if (bodies.length === 0) return []
  const made = await sql<{ id: number }>`
    with given as (select * from ${rowsOf(where, definitions, bodies)}),
         reserved as (${reserving(where, sql`select ${bodies.length}::int as more`)})
    ${inserting(where)}
    returning id`.execute(tx)
  return made.rows.map(({ id }) => id)
}

/** Returns a row source with one row per case; `place` starts at 1. */
export const rowsOf = (
  { userId }: Where,
  definitions: Definitions,
  bodies: readonly CaseToInsert[],
): RawBuilder<unknown> => {
  const defaults = defaultValues(definitions.fields, userId, new Date())
  const rows = bodies.map((body) => ({
    suite: body.testSuiteId,
    title: body.title,
    draft: body.draft ?? false,
    deprecated: body.deprecated ?? false,
    priority: body.priority === undefined ? definitions.defaultPriority : (body.priority?.id ?? null),
    state: body.automationState === undefined ? definitions.defaultAutomationState : (body.automationState?.id ?? null),
    description: body.description ?? '',
    pre: body.preConditions ?? '',
    post: body.postConditions ?? '',
    steps: body.steps ?? [],
    attachments: body.attachments ?? [],
    values: withoutNulls({ ...defaults, ...body.customFields }),
    key: body.importedKey ?? null,
  }))
  return sql`rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (title text, suite bigint, draft boolean, deprecated boolean, priority bigint, state bigint,
          description text, pre text, post text, steps jsonb, attachments jsonb, values jsonb, key text))
    with ordinality as r (title, suite, draft, deprecated, priority, state, description, pre, post, steps, attachments, values, key, place)`
}

/** Like `reserve`, as a common table expression `reserved` for the number of cases that `counted` selects as `more`. */
export const reserving = ({ projectId }: Where, counted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update repository set next_number = next_number + n.more, next_position = next_position + n.more
    from (${counted}) n
   where project_id = ${projectId} and n.more > 0
  returning next_number - n.more as number, next_position - n.more as position`

/** Returns the insert of the statement's `given` rows with the numbers and positions of `reserved`. */
export const inserting = ({ projectId, userId }: Where): RawBuilder<unknown> => sql`
  insert into test_case (project_id, number, title, suite_id, position, draft, deprecated, priority_id, automation_state_id,
                         description, pre_conditions, post_conditions, steps, attachments, field_values, imported_key, created_by, updated_by)
  select ${projectId}, reserved.number + r.place - 1, r.title, r.suite, reserved.position + r.place - 1, r.draft, r.deprecated,
         r.priority, r.state, r.description, r.pre, r.post, r.steps, r.attachments, r.values, r.key, ${userId}, ${userId}
    from reserved cross join given r
   order by r.place`

const withoutNulls = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
