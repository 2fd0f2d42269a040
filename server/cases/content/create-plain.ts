/** Creates cases that refer to no files or shared steps, as most cases that are created through the API. */
import { sql } from 'kysely'
import type { NewCase, TestCase } from '../../../contract/cases/cases.ts'
import { repositoryStream } from '../../../contract/live.ts'
import type { ProjectScope } from '../../access/principals.ts'
import { appendingEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { attachmentIdsOf } from '../attachments/known.ts'
import type { Where } from '../repository.ts'
import { settled, type Definitions } from './definitions.ts'
import { inserting, reserving, rowsOf } from './insert.ts'
import { caseOf, userBy, storedColumns, type StoredCase } from './read.ts'
import { sharedStepsOf } from './shared-steps-usage.ts'

/** Returns whether the case has neither files nor shared steps, which would have to be looked up and recorded. */
export const isPlain = (body: NewCase): boolean =>
  attachmentIdsOf(body).length === 0 && sharedStepsOf(body.steps ?? []).length === 0

interface Row extends StoredCase {
  held: boolean
  suites: number[] | null
}

/**
 * Creates cases and appends the event in one statement without an explicit transaction, to save round trips. Values were validated with
 * `definitions`. Returns null in place of a case whose suite does not exist, and null instead of the list if `definitions` are stale:
 * nothing was written then.
 */
export const createPlain = async (
  db: Db,
  project: ProjectScope,
  where: Where,
  definitions: Definitions,
  bodies: readonly NewCase[],
): Promise<(TestCase | null)[] | null> => {
  const { projectId, userId } = where
  const suiteIds = [...new Set(bodies.map(({ testSuiteId }) => testSuiteId))]
  const event = { stream: repositoryStream(projectId), type: 'cases/created', payload: null, projectId, userId }
  const payload = sql`(select jsonb_build_object('suites', false, 'suiteIds', jsonb_agg(distinct suite_id),
                                                 'caseIds', jsonb_agg(id order by id), 'sharedSteps', false) from made)`
  const { rows } = await sql<Row>`
    with now as (
           select ${settled(projectId)} = ${definitions.settled}::bigint as held, ${userBy('w.id')} as user
             from (values (${userId}::bigint)) as w (id)),
         known as (
           -- Locked, so that a suite that is deleted meanwhile does not keep a case that nobody would find.
           select id from suite
            where project_id = ${projectId} and id = any(${suiteIds}::bigint[]) and deleted_at is null
              for share),
         given as (
           select r.title, r.suite, r.draft, r.deprecated, r.priority, r.state, r.description, r.pre, r.post, r.steps, r.attachments,
                  r.values, r.key, row_number() over (order by r.place) as place
             from ${rowsOf(where, definitions, bodies)}
            where r.suite in (select id from known) and (select held from now)),
         reserved as (${reserving(where, sql`select count(*)::int as more from given`)}),
         made as (
           ${inserting(where)}
           returning *),
         ${appendingEvents([event], { when: sql` where exists (select from made)`, payload })}
    select now.held, (select array_agg(id) from known) as suites,
           ${storedColumns},
           now.user as creator, now.user as editor
      from now left join made c on true
     order by c.number`.execute(db)
  const [first] = rows
  if (first?.held !== true) return null
  const suites = new Set(first.suites)
  const made = rows.values()
  return bodies.map(({ testSuiteId }) => {
    if (!suites.has(testSuiteId)) return null
    const row = made.next().value as Row
    return caseOf(project.key, { ...row, remover: null, shared: [] })
  })
}
