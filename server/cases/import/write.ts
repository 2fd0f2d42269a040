import { sql } from 'kysely'
import type { ProjectScope } from '../../access/principals.ts'
import type { Tx } from '../../db/database.ts'
import { insertCases } from '../content/insert.ts'
import { keepVersions } from '../content/snapshot.ts'
import { lockCases, noteItems } from '../operations/operation.ts'
import { reserve, type Touched, type Where } from '../repository.ts'
import type { Plan, PlannedChange, Planning } from './plan.ts'
import type { SuiteNode } from './suites.ts'

/** Creates and changes the planned cases with a constant number of statements. Suites exist already. */
export const writePlan = async (
  tx: Tx,
  where: Where,
  touched: Touched,
  { created, updated }: Plan,
  { suites, vocabulary, project }: Pick<Planning, 'suites' | 'vocabulary' | 'project'>,
  operationId: string,
): Promise<void> => {
  await suites.make(tx, where)
  const ids = await insertCases(
    tx,
    where,
    vocabulary.definitions,
    created.map(({ suite, body, importedKey }) => ({ ...body, testSuiteId: idOf(suite), importedKey })),
  )
  const positions = await changeCases(tx, { where, project }, updated)
  await noteItems(tx, operationId, [
    ...ids.map((caseId) => ({ caseId, before: null, versionAfter: 1 })),
    ...updated.map(({ current }) => ({
      caseId: current.id,
      before: { version: current.version, suiteId: current.testSuiteId, position: positions.get(current.id) },
      versionAfter: current.version + 1,
    })),
  ])
  touched.cases(...ids, ...updated.map(({ current }) => current.id))
  touched.suiteCases(
    ...created.map(({ suite }) => suite.id),
    ...updated.flatMap(({ current, suite }) => [current.testSuiteId, suite?.id ?? null]),
  )
}

/** Returns the id of a created suite. */
const idOf = ({ id, title }: SuiteNode): number => {
  if (id === null) throw new Error(`suite ${title} was not made`)
  return id
}

/** Changes cases; each gets a new version. Cases that change their suite become its last. Returns their previous places. */
const changeCases = async (
  tx: Tx,
  { where, project }: { where: Where; project: ProjectScope },
  planned: readonly PlannedChange[],
): Promise<ReadonlyMap<number, number>> => {
  if (planned.length === 0) return new Map()
  const ids = planned.map(({ current }) => current.id)
  const { position } = await reserve(tx, project.id, { positions: planned.length })
  const { found } = await lockCases(tx, project.id, ids)
  await keepVersions(tx, ids)
  const rows = planned.map(({ current, suite, changes }, i) => {
    const after = { ...current, ...changes }
    const values = Object.entries({ ...current.customFields, ...changes.customFields })
    return {
      id: current.id,
      suite: suite === null ? null : idOf(suite),
      place: position + i,
      title: after.title,
      draft: after.draft,
      deprecated: after.deprecated,
      priority: after.priority?.id ?? null,
      state: after.automationState?.id ?? null,
      description: after.description,
      pre: after.preConditions,
      post: after.postConditions,
      steps: after.steps,
      values: Object.fromEntries(values.filter(([, value]) => value !== null)),
    }
  })
  await sql`
    update test_case c
       set title = r.title, suite_id = coalesce(r.suite, c.suite_id),
           position = case when r.suite is null then c.position else r.place end,
           draft = r.draft, deprecated = r.deprecated, priority_id = r.priority, automation_state_id = r.state,
           description = r.description, pre_conditions = r.pre, post_conditions = r.post, steps = r.steps,
           field_values = r.values, version = c.version + 1, updated_at = now(), updated_by = ${where.userId}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
             as r (id bigint, suite bigint, place double precision, title text, draft boolean, deprecated boolean,
                   priority bigint, state bigint, description text, pre text, post text, steps jsonb, values jsonb)
     where c.id = r.id`.execute(tx)
  const withoutShared = planned.flatMap(({ current, changes }) => (changes.steps ? [current.id] : []))
  if (withoutShared.length > 0)
    await sql`delete from test_case_shared_steps where case_id = any(${withoutShared}::bigint[])`.execute(tx)
  return new Map(found.map((one) => [one.id, one.position]))
}
