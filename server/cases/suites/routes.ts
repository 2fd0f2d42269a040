import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  cloneSuite,
  countTestCases,
  createSuite,
  deleteSuite,
  getRepositoryRevision,
  listSuites,
  moveSuite,
  updateSuite,
  type Suite,
} from '../../../contract/cases/suites.ts'
import { repositoryStream } from '../../../contract/live.ts'
import type { Tx } from '../../db/database.ts'
import { streamSequence } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import type { Routes } from '../../http/routes.ts'
import { countCases } from '../list.ts'
import { beginOperation, noteItems } from '../operations/operation.ts'
import { changeRepository, reserve, whereOf } from '../repository.ts'
import { cloneWithin } from './clone.ts'
import { insertSuite, requireRoom } from './insert.ts'
import { positionOf } from './placing.ts'
import { lockedSuite, readSuite, readSuites, withSubSuites } from './tree.ts'

export const suiteRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(listSuites, async ({ project }) => {
    // Read first: a concurrent change is then delivered again rather than missed.
    const revision = await streamSequence(db, repositoryStream(project.id))
    return { revision, items: await readSuites(db, project.id) }
  })

  routes.inProject(getRepositoryRevision, async ({ project }) => ({
    revision: await streamSequence(db, repositoryStream(project.id)),
  }))

  routes.inProject(countTestCases, ({ project, query }) => countCases(db, project, query))

  routes.inProject(createSuite, (given) =>
    changeRepository(db, whereOf(given), 'suites/created', async (tx, touched) => {
      const { operationId, ...suite } = given.body
      const created = await insertSuite(tx, whereOf(given), touched, suite)
      const undo = { suiteIds: [created.id] }
      if (operationId !== undefined) await beginOperation(tx, whereOf(given), { id: operationId, kind: 'create', undo })
      return created
    }),
  )

  routes.inProject(updateSuite, (given) =>
    changeRepository(db, whereOf(given), 'suites/updated', async (tx, touched) => {
      const { position: _, ...before } = await lockedSuite(tx, given.project.id, given.params.suiteId)
      const edit = await mergeEdit<Suite>(before, given.body, () => before)
      const { title = before.title, description = before.description } = edit
      if (title === before.title && description === before.description) return before
      await tx
        .updateTable('suite')
        .set({ title, description, updated_at: new Date() })
        .where('id', '=', before.id)
        .execute()
      touched.suites()
      return { ...before, title, description }
    }),
  )

  routes.inProject(deleteSuite, (given) =>
    changeRepository(db, whereOf(given), 'suites/deleted', async (tx, touched) => {
      const where = whereOf(given)
      await reserve(tx, where.projectId)
      const { id } = await readSuite(tx, where.projectId, given.params.suiteId)
      const suiteIds = await withSubSuites(tx, id)
      const operationId = randomUUID()
      await beginOperation(tx, where, { id: operationId, kind: 'delete-suite', undo: { suiteIds } })
      const { rows: cases } = await sql<{ id: number; version: number }>`
        update test_case set deleted_at = now(), deleted_by = ${where.userId}
         where suite_id = any(${suiteIds}::bigint[]) and deleted_at is null
        returning id, version`.execute(tx)
      await noteItems(
        tx,
        operationId,
        cases.map((one) => ({ caseId: one.id, before: null, versionAfter: one.version })),
      )
      await tx.updateTable('suite').set({ deleted_at: new Date() }).where('id', 'in', suiteIds).execute()
      touched.suites()
      touched.suiteCases(...suiteIds)
      touched.cases(...cases.map((one) => one.id))
      return { suites: suiteIds.length, testCases: cases.length, operationId }
    }),
  )

  routes.inProject(moveSuite, (given) =>
    changeRepository(db, whereOf(given), 'suites/moved', async (tx, touched) => {
      const where = whereOf(given)
      await reserve(tx, where.projectId)
      const { id, parentSuiteId, position: before } = await readSuite(tx, where.projectId, given.params.suiteId)
      const height = await heightOf(tx, id)
      const position = await positionOf(tx, where.projectId, given.body, { id, height })
      const operationId = randomUUID()
      const moved = { suiteId: id, parentId: parentSuiteId, position: before }
      await beginOperation(tx, where, { id: operationId, kind: 'move-suite', undo: { moved } })
      await tx
        .updateTable('suite')
        .set({ parent_id: given.body.newParentTestSuiteId, position })
        .where('id', '=', id)
        .execute()
      touched.suites()
      return { operationId }
    }),
  )

  routes.inProject(cloneSuite, (given) =>
    changeRepository(db, whereOf(given), 'suites/cloned', async (tx, touched) => {
      const where = whereOf(given)
      await reserve(tx, where.projectId)
      const root = await readSuite(tx, where.projectId, given.params.suiteId)
      const originals = await withSubSuites(tx, root.id)
      await requireRoom(tx, where.projectId, originals.length)
      const position = await positionOf(tx, where.projectId, given.body, null)
      return cloneWithin(tx, where, touched, originals, { parentId: given.body.newParentTestSuiteId, position })
    }),
  )
}

/** Returns the number of levels below this suite. */
const heightOf = async (tx: Tx, suiteId: number): Promise<number> => {
  const { rows } = await sql<{ height: number }>`
    with recursive below as (
      select id, 0 as depth from suite where id = ${suiteId}
      union all
      select s.id, b.depth + 1 from suite s join below b on s.parent_id = b.id where s.deleted_at is null)
    select max(depth) as height from below`.execute(tx)
  return rows[0]?.height ?? 0
}
