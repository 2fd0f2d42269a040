import { sql } from 'kysely'
import {
  createTestCase,
  getTestCase,
  listCaseAuthors,
  listTestCases,
  searchTestCases,
  updateTestCase,
} from '../../contract/cases/cases.ts'
import { listCaseExecutions } from '../../contract/cases/executions.ts'
import { exportTestCases } from '../../contract/cases/export.ts'
import { exportTestRepository } from '../../contract/cases/report.ts'
import { listCaseVersions, restoreCaseVersion } from '../../contract/cases/history.ts'
import {
  cloneTestCases,
  deleteTestCases,
  editTestCases,
  moveTestCases,
  selectTestCases,
  undoOperation,
} from '../../contract/cases/operations.ts'
import type { Principals } from '../access/principals.ts'
import type { Config } from '../config.ts'
import type { Db, FromReplica } from '../db/open.ts'
import type { Routes } from '../http/routes.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { createCaseCreator } from './content/create.ts'
import { readCase } from './content/read.ts'
import { updateCase } from './content/update.ts'
import { findExecutions } from './executions.ts'
import { exportCases } from './export/export.ts'
import { reportOf } from './export/report.ts'
import { findVersions, restoreVersion } from './history.ts'
import { findCases, rankCases, selectCases } from './list.ts'
import { deleteCases } from './operations/delete.ts'
import { editCases } from './operations/edit.ts'
import { transfer } from './operations/transfer.ts'
import { changeRepository, whereOf } from './repository.ts'
import { suggestionRoutes } from './suggestions/routes.ts'
import { suiteRoutes } from './suites/routes.ts'
import { trashRoutes } from './trash/routes.ts'
import { displayName } from '../access/users.ts'

/** Routes of the test case repository. */
export const caseRoutes = (
  routes: Routes,
  parts: {
    db: Db
    fromReplica: FromReplica
    principals: Principals
    config: Config
    secrets: Secrets
    outgoing: Outgoing
  },
): void => {
  const { db, fromReplica, principals } = parts
  suiteRoutes(routes, db)
  trashRoutes(routes, db)
  suggestionRoutes(routes, parts)

  routes.inProject(listTestCases, async ({ project, query }) => ({ items: await findCases(db, project, query) }))
  routes.inProject(listCaseAuthors, async ({ project }) => ({ items: await listAuthors(db, project.id) }))
  routes.inProject(searchTestCases, async ({ project, query }) => ({ items: await rankCases(db, project, query) }))
  routes.inProject(selectTestCases, async ({ project, query }) => ({ ids: await selectCases(db, project, query) }))
  routes.inProject(getTestCase, async ({ project, params }) => ({ data: await readCase(db, project, params.caseId) }))

  const creator = createCaseCreator(db)
  routes.inProject(createTestCase, async ({ project, caller, body: { operationId, ...body } }) => ({
    data: await creator.create(project, { userId: caller.userId, body, operationId }),
  }))

  routes.inProject(updateTestCase, async (given) => ({
    data: await updateCase(db, given, given.params.caseId, given.body),
  }))

  routes.inProject(listCaseVersions, ({ project, params, query }) =>
    findVersions(db, project, params.caseId, query.before),
  )
  routes.inProject(restoreCaseVersion, async (given) => ({
    data: await restoreVersion(db, given, given.params.caseId, { ...given.params, ...given.body }),
  }))
  routes.inProject(listCaseExecutions, ({ project, params, query }) =>
    findExecutions(db, project, params.caseId, query),
  )

  const transfers = transfer(db, principals)
  routes.inProject(moveTestCases, async (given) => ({ data: await transfers.move(given, given.body) }))
  routes.inProject(cloneTestCases, async (given) => ({ data: await transfers.clone(given, given.body) }))

  routes.inProject(deleteTestCases, async (given) => ({
    data: await changeRepository(db, whereOf(given), 'cases/deleted', (tx, touched) =>
      deleteCases(tx, whereOf(given), touched, given.body),
    ),
  }))
  routes.inProject(editTestCases, async (given) => ({
    data: await changeRepository(db, whereOf(given), 'cases/edited', (tx, touched) =>
      editCases(tx, whereOf(given), touched, given.body),
    ),
  }))
  routes.inProject(exportTestCases, async ({ project, body }) => ({
    data: await fromReplica((copy) => exportCases(copy, project, body)),
  }))
  routes.inProject(exportTestRepository, async ({ project, body }) => ({
    data: await fromReplica((copy) => reportOf(copy, project, body.testCaseIds)),
  }))
  routes.inProject(undoOperation, async (given) => ({ data: await transfers.undo(given, given.params.operationId) }))
}

interface CaseAuthor {
  id: number
  username: string
  displayName: string
}

const MAX = 1000

/** Returns everyone who created a case of the project, by name. */
const listAuthors = async (db: Db, projectId: number): Promise<CaseAuthor[]> => {
  const { rows } = await sql<CaseAuthor>`
    select p.id, p.username, ${displayName('p')} as "displayName"
      from workspace_user p
     where exists (select from test_case c where c.project_id = ${projectId} and c.created_by = p.id)
     order by lower(${displayName('p')}), p.id
     limit ${MAX}`.execute(db)
  return rows
}
