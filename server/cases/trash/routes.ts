import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { CaseUser } from '../../../contract/cases/cases.ts'
import {
  listTrash,
  purgeAllTestCases,
  purgeTestCases,
  restoreAllTestCases,
  restoreTestCases,
} from '../../../contract/cases/trash.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { ProjectScope } from '../../access/principals.ts'
import type { Tx } from '../../db/database.ts'
import type { Db } from '../../db/open.ts'
import { pageMeta } from '../../http/page-meta.ts'
import type { Routes } from '../../http/routes.ts'
import { userBy } from '../content/read.ts'
import { rowColumns, rowOf, type StoredRow } from '../list.ts'
import { beginOperation } from '../operations/operation.ts'
import { changeRepository, reserve, whereOf, type Touched, type Where } from '../repository.ts'
import { matching } from '../search.ts'
import { readSuite } from '../suites/tree.ts'

export const trashRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listTrash, ({ project, query }) => findTrash(db, project, query))

  routes.inProject(restoreTestCases, async (given) => ({
    data: await changeRepository(db, whereOf(given), 'cases/restored', async (tx, touched) => {
      const { items, operationId } = given.body
      await reserve(tx, given.project.id)
      for (const suiteId of new Set(items.map(({ newTestSuiteId }) => newTestSuiteId)))
        await readSuite(tx, given.project.id, suiteId)
      const restored = await restore(tx, whereOf(given), touched, { items, operationId })
      return doneOf(items, restored)
    }),
  }))

  routes.inProject(restoreAllTestCases, (given) =>
    changeRepository(db, whereOf(given), 'cases/restored', async (tx, touched) => {
      const { newTestSuiteId, operationId } = given.body
      await reserve(tx, given.project.id)
      await readSuite(tx, given.project.id, newTestSuiteId)
      const trashed = await lockTrash(tx, given.project.id)
      const items = trashed.map((id) => ({ id, newTestSuiteId }))
      const restored = await restore(tx, whereOf(given), touched, { items, operationId })
      return { restored: restored.length }
    }),
  )

  routes.inProject(purgeTestCases, async (given) => ({
    data: await changeRepository(db, whereOf(given), 'cases/purged', async (tx, touched) => {
      const ids = given.body.items.map(({ id }) => id)
      return doneOf(given.body.items, await purge(tx, given.project.id, touched, ids))
    }),
  }))

  routes.inProject(purgeAllTestCases, (given) =>
    changeRepository(db, whereOf(given), 'cases/purged', async (tx, touched) => {
      const purged = await purge(tx, given.project.id, touched, await lockTrash(tx, given.project.id))
      return { purged: purged.length }
    }),
  )
}

const findTrash = async (
  db: Db,
  project: ProjectScope,
  { page, pageSize, ...search }: z.infer<typeof listTrash.query>,
): Promise<z.infer<typeof listTrash.answer>> => {
  const trashed = sql`
    from test_case c
   where c.project_id = ${project.id} and c.deleted_at is not null and c.moved_to is null ${matching(search, project.key)}`
  const [{ rows }, counted] = await Promise.all([
    sql<StoredRow & { suite: number | null; deleted_at: Date; remover: CaseUser }>`
      select ${rowColumns}, c.deleted_at, ${userBy('c.deleted_by')} as remover,
             (select s.id from suite s where s.id = c.suite_id and s.deleted_at is null) as suite
             ${trashed}
       order by c.deleted_at desc, c.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${trashed}`.execute(db),
  ])
  return {
    items: rows.map((row) => ({
      ...rowOf(project.key, row),
      testSuiteId: row.suite,
      deletedAt: row.deleted_at.toISOString(),
      deletedBy: row.remover,
    })),
    _meta: pageMeta(counted.rows[0]?.total ?? 0, page, pageSize),
  }
}

/** Locks the cases in the trash bin, oldest deletion first. */
const lockTrash = async (tx: Tx, projectId: number): Promise<number[]> => {
  const rows = await tx
    .selectFrom('test_case')
    .select('id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is not', null)
    .where('moved_to', 'is', null)
    .orderBy('deleted_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

interface Restoring {
  items: readonly { id: number; newTestSuiteId: number }[]
  operationId: string | undefined
}

/** Appends restored cases to their suites, in the given order. Returns those that were in the trash bin. */
const restore = async (
  tx: Tx,
  where: Where,
  touched: Touched,
  { items, operationId }: Restoring,
): Promise<number[]> => {
  const { projectId } = where
  if (operationId !== undefined) await noteRestored(tx, where, operationId, items)
  const { position } = await reserve(tx, projectId, { positions: items.length })
  const given = items.map((item, i) => ({ ...item, position: position + i }))
  const { rows } = await sql<{ id: number }>`
    update test_case c
       set deleted_at = null, deleted_by = null, suite_id = g."newTestSuiteId", position = g.position
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id bigint, "newTestSuiteId" bigint, position double precision)
     where c.id = g.id and c.project_id = ${projectId} and c.deleted_at is not null and c.moved_to is null
    returning c.id`.execute(tx)
  const restored = rows.map(({ id }) => id)
  touched.cases(...restored)
  touched.suiteCases(...items.map(({ newTestSuiteId }) => newTestSuiteId))
  return restored
}

/** Records restored cases as an operation: undo moves them back to the trash bin. */
const noteRestored = async (tx: Tx, where: Where, operationId: string, items: Restoring['items']): Promise<void> => {
  await beginOperation(tx, where, { id: operationId, kind: 'move' })
  await sql`
    insert into case_operation_item (operation_id, case_id, before, version_after)
    select ${operationId}, c.id,
           jsonb_build_object('suiteId', c.suite_id, 'position', c.position, 'deletedAt', c.deleted_at, 'deletedBy', c.deleted_by),
           c.version
      from test_case c
     where c.id = any(${items.map(({ id }) => id)}::bigint[]) and c.project_id = ${where.projectId}
       and c.deleted_at is not null and c.moved_to is null
    on conflict (operation_id, case_id) do nothing`.execute(tx)
}

/** Deletes cases permanently with their versions and unshared files. Returns those that were in the trash bin. */
const purge = async (tx: Tx, projectId: number, touched: Touched, ids: readonly number[]): Promise<number[]> => {
  const { rows: held } = await sql<{ attachment_id: string }>`
    select distinct u.attachment_id from attachment_use u join test_case c on c.id = u.case_id
     where c.id = any(${[...ids]}::bigint[]) and c.project_id = ${projectId} and c.deleted_at is not null
       and c.moved_to is null`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    delete from test_case
     where id = any(${[...ids]}::bigint[]) and project_id = ${projectId} and deleted_at is not null and moved_to is null
    returning id`.execute(tx)
  await sql`
    delete from attachment a
     where id = any(${held.map(({ attachment_id }) => attachment_id)}::uuid[])
       and not exists (select from attachment_use u where u.attachment_id = a.id)
       and not exists (select from case_snapshot_attachment u where u.attachment_id = a.id)`.execute(tx)
  const purged = rows.map(({ id }) => id)
  touched.cases(...purged)
  return purged
}

const doneOf = (items: readonly { id: number }[], done: readonly number[]) => {
  const known = new Set(done)
  return {
    successfullyProcessed: [...done],
    failed: items.flatMap(({ id }) => (known.has(id) ? [] : [{ id, message: TEXTS.caseNotFound }])),
  }
}
