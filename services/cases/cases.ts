import type { z } from 'zod/mini'
import {
  createTestCase,
  getTestCase,
  listCaseAuthors,
  listTestCases,
  updateTestCase,
  type CaseChanges,
  type NewCase,
} from '../../contract/cases/cases.ts'
import type { CaseFilter } from '../../contract/cases/filter.ts'
import {
  cloneTestCases,
  deleteTestCases,
  moveTestCases,
  selectTestCases,
  undoOperation,
  type Done,
  type Placement,
} from '../../contract/cases/operations.ts'
import {
  cloneSuite,
  countTestCases,
  createSuite,
  deleteSuite,
  getRepositoryRevision,
  listSuites,
  moveSuite,
  updateSuite,
  type SuitePlace,
} from '../../contract/cases/suites.ts'
import { listCaseExecutions } from '../../contract/cases/executions.ts'
import { exportTestRepository } from '../../contract/cases/report.ts'
import { listCaseVersions, restoreCaseVersion } from '../../contract/cases/history.ts'
import { LIMITS } from '../../contract/limits.ts'
import { getAutomationStates, getPriorities } from '../../contract/settings/case-attributes.ts'
import { listFieldUsers, listTestCaseFields } from '../../contract/settings/test-case-fields.ts'
import type { Send } from '../http/http.ts'
import { inParts } from './in-parts.ts'

interface Question {
  q: string
  filter: CaseFilter
}

/** Result of an operation's parts, and the id that undoes it. */
export interface Operation extends Done {
  operationId: string
}

/** In parts that are all undone together. */
const operation = async (
  ids: readonly number[],
  send: (part: { operationId: string; ids: number[] }) => Promise<{ data: Done }>,
): Promise<Operation> => {
  const operationId = crypto.randomUUID()
  return { operationId, ...(await inParts(ids, (part) => send({ operationId, ids: part }))) }
}

/** Calls about suites, cases and their vocabulary. */
export const createCasesService = (send: Send) => ({
  suites: (projectKey: string, signal?: AbortSignal) => send(listSuites, { params: { projectKey }, signal }),
  revision: (projectKey: string) => send(getRepositoryRevision, { params: { projectKey } }),
  counts: (projectKey: string, question: Question, signal?: AbortSignal) =>
    send(countTestCases, { params: { projectKey }, query: question, signal }),
  window: (
    projectKey: string,
    question: Question,
    { suites, offset, limit }: { suites: readonly number[]; offset: number; limit: number },
    signal?: AbortSignal,
  ) =>
    send(listTestCases, {
      params: { projectKey },
      query: { ...question, suite: [...suites], offset, limit },
      signal,
    }),
  ids: (projectKey: string, question: Question) => send(selectTestCases, { params: { projectKey }, query: question }),
  get: (projectKey: string, caseId: number, signal?: AbortSignal) =>
    send(getTestCase, { params: { projectKey, caseId }, signal }),
  create: (projectKey: string, body: NewCase & { operationId?: string }) =>
    send(createTestCase, { params: { projectKey }, body }),
  update: (projectKey: string, caseId: number, version: number, changes: CaseChanges) =>
    send(updateTestCase, { params: { projectKey, caseId }, body: { version, changes } }),
  executions: (projectKey: string, caseId: number, page: number, signal?: AbortSignal) =>
    send(listCaseExecutions, { params: { projectKey, caseId }, query: { page }, signal }),
  /** Before a version; the newest ones for none. */
  versions: (projectKey: string, caseId: number, before: number | null) =>
    send(listCaseVersions, { params: { projectKey, caseId }, query: before === null ? {} : { before } }),
  restoreVersion: (projectKey: string, caseId: number, version: number, seenVersion: number) =>
    send(restoreCaseVersion, { params: { projectKey, caseId, version }, body: { seenVersion } }),
  /** Up to one part. */
  report: (projectId: number, testCaseIds: readonly number[], signal?: AbortSignal) =>
    send(exportTestRepository, {
      query: { projectId },
      body: { testCaseIds: [...testCaseIds] },
      signal,
    }),
  authors: (projectKey: string) => send(listCaseAuthors, { params: { projectKey } }),

  createSuite: (projectKey: string, body: z.infer<typeof createSuite.body>) =>
    send(createSuite, { params: { projectKey }, body }),
  updateSuite: (projectKey: string, suiteId: number, body: z.infer<typeof updateSuite.body>) =>
    send(updateSuite, { params: { projectKey, suiteId }, body }),
  deleteSuite: (projectKey: string, suiteId: number) => send(deleteSuite, { params: { projectKey, suiteId } }),
  moveSuite: (projectKey: string, suiteId: number, body: SuitePlace) =>
    send(moveSuite, { params: { projectKey, suiteId }, body }),
  cloneSuite: (projectKey: string, suiteId: number, body: SuitePlace) =>
    send(cloneSuite, { params: { projectKey, suiteId }, body }),

  move: (projectKey: string, ids: readonly number[], targetTestSuiteId: number, place: Placement) =>
    inPlace(ids, place, (part) =>
      send(moveTestCases, { params: { projectKey }, body: { ...part, targetTestSuiteId } }),
    ),
  clone: (projectKey: string, ids: readonly number[], targetTestSuiteId: number, place: Placement) =>
    inPlace(ids, place, (part) =>
      send(cloneTestCases, { params: { projectKey }, body: { ...part, targetTestSuiteId } }),
    ),
  delete: (projectKey: string, ids: readonly number[]) =>
    operation(ids, (part) => send(deleteTestCases, { params: { projectKey }, body: part })),
  undo: (projectKey: string, operationId: string) => send(undoOperation, { params: { projectKey, operationId } }),

  priorities: (projectKey: string) => send(getPriorities, { params: { projectKey } }),
  automationStates: (projectKey: string) => send(getAutomationStates, { params: { projectKey } }),
  fields: (projectKey: string) => send(listTestCaseFields, { params: { projectKey } }),
  /** Possible users of a users field; with `id`, only that user, whether still a member or not. */
  people: (projectKey: string, id?: number) =>
    send(listFieldUsers, {
      params: { projectKey },
      query: id === undefined ? { pageSize: LIMITS.fieldUsersMost } : { id },
    }),
  /** Users to filter by: members, and users who left and are values of cases. */
  peopleInUse: (projectKey: string) =>
    send(listFieldUsers, { params: { projectKey }, query: { inUse: true, pageSize: LIMITS.fieldUsersMost } }),
})
export type CasesService = ReturnType<typeof createCasesService>

/** Reads the settings that values of cases refer to. */
export const definitionsOf = async (cases: CasesService, projectKey: string) => {
  const [priorities, automationStates, fields] = await Promise.all([
    cases.priorities(projectKey),
    cases.automationStates(projectKey),
    cases.fields(projectKey),
  ])
  return { priorities: priorities.items, automationStates: automationStates.items, ...fields.data }
}

/** Each part goes behind the previous one, so that the order is kept. */
const inPlace = (
  ids: readonly number[],
  place: Placement,
  send: (part: { operationId: string; ids: number[] } & Placement) => Promise<{ data: Done }>,
): Promise<Operation> => {
  let next = place
  return operation(ids, async (part) => {
    const answer = await send({ ...part, ...next })
    const last = answer.data.successfullyProcessed.at(-1)
    if (last !== undefined && next.placementMode === 'AFTER_TEST_CASE')
      next = { placementMode: 'AFTER_TEST_CASE', testCaseIdToPlaceAfter: last }
    return answer
  })
}
