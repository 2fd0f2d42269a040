import type { CaseStep } from '../../../contract/cases/steps.ts'
import {
  createTestCase,
  getTestCase,
  listTestCases,
  updateTestCase,
  type CaseChanges,
  type NewCase,
} from '../../../contract/cases/cases.ts'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import {
  cloneTestCases,
  deleteTestCases,
  editTestCases,
  moveTestCases,
  undoOperation,
  type BulkChanges,
  type Placement,
} from '../../../contract/cases/operations.ts'
import {
  countTestCases,
  createSuite,
  deleteSuite,
  getRepositoryRevision,
  listSuites,
  moveSuite,
  type SuitePlace,
} from '../../../contract/cases/suites.ts'
import {
  listTestCaseFields,
  saveTestCaseFields,
  systemFieldOf,
  type SystemField,
} from '../../../contract/settings/test-case-fields.ts'
import { ask, type TestApp } from '../support/app.ts'
import { aProject, type TestUser } from '../support/people.ts'

let projects = 0

/** A new project with the calls of its repository, made by `user`. */
export const aRepository = async (app: TestApp, user: TestUser) => {
  projects += 1
  const projectKey = `R${projects}`
  const projectId = await aProject(app, user, projectKey)
  return { projectId, ...repositoryOf(app, user, projectKey) }
}

/** The calls of a repository, made by `user`. */
export const repositoryOf = (app: TestApp, { token }: TestUser, projectKey: string) => {
  const params = { projectKey }
  const at = { token, params }
  const operationId = () => crypto.randomUUID()
  return {
    projectKey,
    params,
    suite: async (title: string, parentSuiteId: number | null = null) =>
      (await ask(app, createSuite, { ...at, body: { title, description: '', parentSuiteId } })).id,
    revision: async () => (await ask(app, getRepositoryRevision, at)).revision,
    suites: async () => (await ask(app, listSuites, at)).items,
    case: async (testSuiteId: number, title: string, more: Partial<NewCase> = {}) =>
      (await ask(app, createTestCase, { ...at, body: { testSuiteId, title, ...more } })).data,
    get: async (caseId: number) => (await ask(app, getTestCase, { token, params: { projectKey, caseId } })).data,
    update: async (caseId: number, version: number, changes: CaseChanges) =>
      (await ask(app, updateTestCase, { token, params: { projectKey, caseId }, body: { version, changes } })).data,
    list: async (
      suite: readonly number[],
      query: { q?: string; filter?: CaseFilter; offset?: number; limit?: number } = {},
    ) => {
      const { filter, ...rest } = query
      const { items } = await ask(app, listTestCases, {
        ...at,
        query: { ...rest, suite, ...(filter ? { filter: JSON.stringify(filter) } : {}) },
      })
      return items
    },
    titles: async (...suite: number[]) => {
      const { items } = await ask(app, listTestCases, { ...at, query: { suite } })
      return items.map(({ title }) => title)
    },
    count: (query: { q?: string; filter?: CaseFilter } = {}) =>
      ask(app, countTestCases, {
        ...at,
        query: {
          ...(query.q ? { q: query.q } : {}),
          ...(query.filter ? { filter: JSON.stringify(query.filter) } : {}),
        },
      }),
    moveSuite: (suiteId: number, body: SuitePlace) =>
      ask(app, moveSuite, { token, params: { projectKey, suiteId }, body }),
    deleteSuite: (suiteId: number) => ask(app, deleteSuite, { token, params: { projectKey, suiteId } }),
    move: async (ids: number[], targetTestSuiteId: number, placement: Placement, operation = operationId()) => ({
      ...(
        await ask(app, moveTestCases, { ...at, body: { operationId: operation, ids, targetTestSuiteId, ...placement } })
      ).data,
      operationId: operation,
    }),
    clone: async (ids: number[], targetTestSuiteId: number, placement: Placement, operation = operationId()) => ({
      ...(
        await ask(app, cloneTestCases, {
          ...at,
          body: { operationId: operation, ids, targetTestSuiteId, ...placement },
        })
      ).data,
      operationId: operation,
    }),
    delete: async (ids: number[], operation = operationId()) => ({
      ...(await ask(app, deleteTestCases, { ...at, body: { operationId: operation, ids } })).data,
      operationId: operation,
    }),
    edit: async (ids: number[], changes: BulkChanges, operation = operationId()) => ({
      ...(await ask(app, editTestCases, { ...at, body: { operationId: operation, ids, changes } })).data,
      operationId: operation,
    }),
    undo: async (operation: string) =>
      (await ask(app, undoOperation, { token, params: { projectKey, operationId: operation } })).data,
  }
}
export type TestRepository = Awaited<ReturnType<typeof aRepository>>

export const AT_END: Placement = { placementMode: 'AT_TEST_SUITE_END' }
export const after = (id: number): Placement => ({ placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: id })
export const before = (id: number): Placement => ({ placementMode: 'BEFORE_TEST_CASE', testCaseIdToPlaceBefore: id })

/** These are disabled in the project from now on, and all others enabled. */
export const switchFieldsOff = async (
  app: TestApp,
  { token }: TestUser,
  params: { projectKey: string },
  off: readonly SystemField[],
) => {
  const { version, data } = await ask(app, listTestCaseFields, { token, params })
  const fields = data.fields.map(({ id, type, tabId, relativePosition, systemName }) => {
    const field = systemFieldOf(systemName)
    return { id, type, tabId, relativePosition, enabled: field === undefined || !off.includes(field) }
  })
  return ask(app, saveTestCaseFields, { token, params, body: { version, fields } })
}

export const aStep = (id: string, action: string, expectedResult = ''): CaseStep => ({
  kind: 'step',
  id,
  action,
  expectedResult,
  attachments: [],
})

export const priorityOf = async (app: TestApp, { projectId }: TestRepository, name: string): Promise<number> => {
  const row = await app.db
    .selectFrom('priority')
    .select('id')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.id
}

export const tabOf = async (app: TestApp, { projectId }: TestRepository): Promise<number> => {
  const tabs = app.db.selectFrom('test_case_field_tab').select('id').where('project_id', '=', projectId)
  return (await tabs.executeTakeFirstOrThrow()).id
}
