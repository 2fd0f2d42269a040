import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod/mini'
import { mergeSteps } from '../../contract/cases/merge-steps.ts'
import { Step, type CaseStep } from '../../contract/cases/steps.ts'
import { LIMITS } from '../../contract/limits.ts'
import {
  createSharedSteps,
  deleteSharedSteps,
  getSharedSteps,
  listSharedSteps,
  updateSharedSteps,
  type SharedSteps,
  type SharedStepsChange,
  type WrittenSharedSteps,
} from '../../contract/shared-steps/shared-steps.ts'
import { TEXTS } from '../../contract/texts.ts'
import {
  changeRepository,
  holdAttachments,
  requireAttachments,
  whereOf,
  keepVersions,
  type Where,
} from '../cases/cases.ts'
import type { Tx } from '../db/database.ts'
import type { Db } from '../db/open.ts'
import { pageMeta } from '../http/page-meta.ts'
import { collisionsIn, refuseCollisions } from '../http/merge-edit.ts'
import { notFound, wrongField } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'

export const sharedStepsRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listSharedSteps, ({ project, query }) => findSharedSteps(db, project.id, query))

  routes.inProject(getSharedSteps, async ({ project, params }) => ({
    data: await readSharedSteps(db, project.id, params.sharedStepsId),
  }))

  routes.inProject(createSharedSteps, (given) =>
    changeRepository(db, whereOf(given), 'shared-steps/created', async (tx, touched) => {
      const { project, caller, body } = given
      await requireAttachments(tx, project.id, body)
      const { id } = await tx
        .insertInto('shared_steps')
        .values({
          project_id: project.id,
          name: body.name,
          steps: JSON.stringify(body.steps),
          created_by: caller.userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await holdAttachments(tx, { sharedStepsId: id }, body)
      touched.sharedSteps()
      return { data: await readSharedSteps(tx, project.id, id) }
    }),
  )

  routes.inProject(updateSharedSteps, (given) =>
    changeRepository(db, whereOf(given), 'shared-steps/updated', async (tx, touched) => {
      const { project, body } = given
      const { sharedStepsId } = given.params
      await lock(tx, project.id, sharedStepsId)
      const current = await readSharedSteps(tx, project.id, sharedStepsId)
      const after = merged(current, body)
      if (isDeepStrictEqual(after, { name: current.name, steps: stepsOf(current) })) return { data: current }
      await requireAttachments(tx, project.id, after, { sent: body })
      await tx
        .updateTable('shared_steps')
        .set({
          name: after.name,
          steps: JSON.stringify(after.steps),
          version: current.version + 1,
          updated_at: new Date(),
        })
        .where('id', '=', sharedStepsId)
        .execute()
      await holdAttachments(tx, { sharedStepsId }, after)
      touched.sharedSteps()
      touched.cases(...(await usersOf(tx, sharedStepsId)))
      return { data: await readSharedSteps(tx, project.id, sharedStepsId) }
    }),
  )

  routes.inProject(deleteSharedSteps, (given) =>
    changeRepository(db, whereOf(given), 'shared-steps/deleted', async (tx, touched) => {
      const { project, query } = given
      const { sharedStepsId } = given.params
      await lock(tx, project.id, sharedStepsId)
      const { steps } = await readSharedSteps(tx, project.id, sharedStepsId)
      const caseIds = await usersOf(tx, sharedStepsId)
      const instead = query.keep === 'true' ? stepsOf({ steps }) : []
      await putInPlace(tx, whereOf(given), { sharedStepsId, caseIds, instead })
      await tx.deleteFrom('shared_steps').where('id', '=', sharedStepsId).execute()
      touched.sharedSteps()
      touched.cases(...caseIds)
      return { testCases: caseIds.length }
    }),
  )
}

/** Merges the edit with the stored values. Throws 409 with the colliding steps, individually if the expected steps are given. */
const merged = (current: SharedSteps, { expected = {}, version, ...wanted }: SharedStepsChange): WrittenSharedSteps => {
  const stored = { name: current.name, steps: stepsOf(current) }
  const isBased = expected.name !== undefined || expected.steps !== undefined
  if (!isBased && version !== undefined && version !== current.version)
    throw refuseCollisions(['name', 'steps'], { data: current }, TEXTS.sharedStepsStale)
  const base = z.array(Step).safeParse(expected.steps)
  const steps = wanted.steps && base.success ? mergeSteps(base.data, wanted.steps, stored.steps) : null
  const collisions = collisionsIn(stored, { ...wanted, expected }).flatMap((field) =>
    field === 'steps' && steps !== null ? steps.collisions.map((id) => `step:${id}`) : [field],
  )
  if (collisions.length > 0) throw refuseCollisions(collisions, { data: current }, TEXTS.sharedStepsStale)
  const { name = stored.name } = wanted
  const after = { name, steps: steps?.steps ?? wanted.steps ?? stored.steps }
  if (after.steps.length === 0) throw wrongField('steps', TEXTS.stepsMissing)
  if (after.steps.length > LIMITS.maxSteps) throw wrongField('steps', `At most ${LIMITS.maxSteps} steps`)
  return after
}

const stepsOf = ({ steps }: Pick<SharedSteps, 'steps'>): Step[] => steps.map(({ relativePosition: _, ...step }) => step)

const findSharedSteps = async (
  db: Db,
  projectId: number,
  { q, page, pageSize }: z.infer<typeof listSharedSteps.query>,
): Promise<z.infer<typeof listSharedSteps.answer>> => {
  const pattern = `%${q.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
  const found = sql`
    from shared_steps s where s.project_id = ${projectId} ${q === '' ? sql`` : sql`and (s.name ilike ${pattern} or ${saying(pattern)})`}`
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: number; name: string; numberOfSteps: number; numberOfAttachedTestCases: number }>`
      select s.id, s.name, jsonb_array_length(s.steps) as "numberOfSteps", ${attachedCases} as "numberOfAttachedTestCases" ${found}
       order by lower(s.name), s.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${found}`.execute(db),
  ])
  return { items: rows, _meta: pageMeta(counted.rows[0]?.total ?? 0, page, pageSize) }
}

const saying = (pattern: string) => sql`exists (
  select from jsonb_array_elements(s.steps) e where e->>'action' ilike ${pattern} or e->>'expectedResult' ilike ${pattern})`

/** Number of cases that use `shared_steps s`, without those in the trash bin. */
const attachedCases = sql`
  (select count(*) from test_case_shared_steps u join test_case c on c.id = u.case_id
    where u.shared_steps_id = s.id and c.deleted_at is null)`

const readSharedSteps = async (db: Db | Tx, projectId: number, id: number): Promise<SharedSteps> => {
  const { rows } = await sql<{ name: string; version: number; steps: Step[]; cases: number }>`
    select s.name, s.version, s.steps, ${attachedCases} as cases
      from shared_steps s where s.id = ${id} and s.project_id = ${projectId}`.execute(db)
  const row = rows[0]
  if (!row) throw notFound('The shared steps do not exist')
  return {
    id,
    name: row.name,
    version: row.version,
    numberOfSteps: row.steps.length,
    numberOfAttachedTestCases: row.cases,
    steps: row.steps.map((step, i) => ({ ...step, relativePosition: i + 1 })),
  }
}

/** Locks the shared steps until the transaction ends, so that no case starts to use them during a change. */
const lock = async (tx: Tx, projectId: number, id: number): Promise<void> => {
  const row = await tx
    .selectFrom('shared_steps')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('The shared steps do not exist')
}

/** Returns every case that refers to them, including those in the trash bin. */
const usersOf = async (tx: Tx, id: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('test_case_shared_steps')
    .select('case_id')
    .where('shared_steps_id', '=', id)
    .orderBy('case_id')
    .execute()
  return rows.map(({ case_id }) => case_id)
}

/** Replaces references to shared steps by steps, with a new version of each case. The shared steps are locked. */
const putInPlace = async (
  tx: Tx,
  { userId }: Where,
  { sharedStepsId, caseIds, instead }: { sharedStepsId: number; caseIds: readonly number[]; instead: readonly Step[] },
): Promise<void> => {
  if (caseIds.length === 0) return
  const rows = await tx
    .selectFrom('test_case')
    .select(['id', 'steps'])
    .where('id', 'in', caseIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  await keepVersions(tx, caseIds)
  const changed = rows.map(({ id, steps }) => ({ id, steps: withSteps(steps, sharedStepsId, instead) }))
  await sql`
    update test_case c set steps = g.steps, version = c.version + 1, updated_at = now(), updated_by = ${userId}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as g (id bigint, steps jsonb)
     where c.id = g.id`.execute(tx)
  for (const { id } of rows) await holdAttachments(tx, { caseId: id }, { steps: instead })
}

/** Returns the steps with all references replaced; repeated steps get ids of their own. */
const withSteps = (steps: readonly CaseStep[], sharedStepsId: number, instead: readonly Step[]): CaseStep[] =>
  steps.flatMap((step) =>
    step.kind === 'shared' && step.sharedStepsId === sharedStepsId
      ? instead.map((one, i) => ({ ...one, id: `${step.id.slice(0, 34)}-${i + 1}` }))
      : [step],
  )
