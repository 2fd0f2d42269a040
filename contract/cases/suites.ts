import { z } from 'zod/mini'
import { callsOf, defineCall, idInPath } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { CaseSearch } from './filter.ts'

export const SuiteTitle = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.caseTitle, TEXTS.titleLength255),
  )
const SuiteDescription = z.string().check(z.maxLength(LIMITS.suiteDescription, TEXTS.suiteDescriptionLength))

/** A suite (TREE-08). `testCases` counts its own cases, without those of sub-suites and of the trash bin. */
export const Suite = z.object({
  id: z.int(),
  parentSuiteId: z.nullable(z.int()),
  title: z.string(),
  description: z.string(),
  testCases: z.int(),
})
export type Suite = z.infer<typeof Suite>

const path = '/api/projects/:projectKey/test-suites'
export const InSuite = z.object({ ...inProject, suiteId: idInPath })

/**
 * All suites without their cases: each suite directly after its parent, siblings in their order. `revision` increases with every change of
 * the repository.
 */
export const listSuites = defineCall({
  name: 'listSuites',
  summary: 'The suites of a project with their counts of test cases, in the order of the tree',
  method: 'GET',
  path,
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InProject,
  answer: z.object({ revision: z.int(), items: z.array(Suite) }),
})

/** Current `revision` of `listSuites`: a client with the same revision is up to date. */
export const getRepositoryRevision = defineCall({
  name: 'getRepositoryRevision',
  summary: 'A number that grows with every change of the suites and test cases of a project',
  method: 'GET',
  path: '/api/projects/:projectKey/test-case-revision',
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InProject,
  answer: z.object({ revision: z.int() }),
})

/** Omits suites without a match. */
export const countTestCases = defineCall({
  name: 'countTestCases',
  summary: 'How many test cases match, by suite',
  method: 'GET',
  path: '/api/projects/:projectKey/test-case-counts',
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InProject,
  query: CaseSearch,
  answer: z.object({ total: z.int(), suites: z.array(z.object({ id: z.int(), testCases: z.int() })) }),
})

/**
 * Adds the suite as the last child of its parent; null for the top level. 404 for a parent that does not exist. With an `operationId`,
 * `undoOperation` deletes the suite again while it is empty.
 */
export const createSuite = defineCall({
  name: 'createSuite',
  summary: 'Creates a suite',
  method: 'POST',
  path,
  access: { project: 'cases:write' },
  feature: 'test-case-management',
  params: InProject,
  body: z.object({
    title: SuiteTitle,
    description: z._default(SuiteDescription, ''),
    parentSuiteId: z._default(z.nullable(z.int()), null),
    operationId: z.optional(z.uuid()),
  }),
  answer: Suite,
})

const suiteCalls = callsOf({
  path: `${path}/:suiteId`,
  params: InSuite,
  read: { project: 'cases:write' },
  write: { project: 'cases:write' },
  feature: 'test-case-management',
})

/** An edit as in `concurrent-edits.ts`. */
export const updateSuite = suiteCalls.patch('updateSuite', 'Changes title or description of a suite', {
  body: withExpected(z.object({ title: z.optional(SuiteTitle), description: z.optional(SuiteDescription) })),
  answer: Suite,
})

/** Deletes the suite with its sub-suites, and moves their cases to the trash bin (TCASE-18). `operationId` undoes it. */
export const deleteSuite = suiteCalls.delete(
  'deleteSuite',
  'Deletes a suite with its sub-suites; their test cases go into the trash bin',
  {
    answer: z.object({ suites: z.int(), testCases: z.int(), operationId: z.uuid() }),
  },
)

/**
 * Place of a suite: below `newParentTestSuiteId` (null: the top level), directly after `testSuiteIdToPlaceAfter`; null for the first place,
 * omitted for the last (DND-13).
 */
export const SuitePlace = z.object({
  newParentTestSuiteId: z.nullable(z.int()),
  testSuiteIdToPlaceAfter: z.optional(z.nullable(z.int())),
})
export type SuitePlace = z.infer<typeof SuitePlace>

/** 409 for a place inside the suite itself (DND-08, DND-09). */
export const moveSuite = suiteCalls.post('moveSuite', 'Moves a suite with all it holds', {
  path: '/move',
  body: SuitePlace,
  answer: z.object({ operationId: z.uuid() }),
})

/** Also copies sub-suites and cases. Answers with the copy. */
export const cloneSuite = suiteCalls.post('cloneSuite', 'Copies a suite with all it holds', {
  path: '/clone',
  body: SuitePlace,
  answer: z.object({ id: z.int(), operationId: z.uuid() }),
})
