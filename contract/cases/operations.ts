import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { search } from './filter.ts'

/**
 * Bulk actions on cases. Large selections are sent in parts of at most `LIMITS.casesPerPart` with the same `operationId`, so that the
 * client can show progress and cancel the rest, and all parts can be undone as one step.
 */
const ids = z.array(z.int()).check(z.minLength(1), z.maxLength(LIMITS.casesPerPart))
const operation = { operationId: z.uuid(), ids }

/** Place in the target suite (DND-04). The referenced case must be in the target suite. */
export const Placement = z.discriminatedUnion('placementMode', [
  z.object({ placementMode: z.literal('AT_TEST_SUITE_END') }),
  z.object({ placementMode: z.literal('AFTER_TEST_CASE'), testCaseIdToPlaceAfter: z.int() }),
  z.object({ placementMode: z.literal('BEFORE_TEST_CASE'), testCaseIdToPlaceBefore: z.int() }),
])
export type Placement = z.infer<typeof Placement>

/**
 * Without `targetProjectId` the cases stay in their project (BULK-04). Another project requires write permission there. A part with a
 * number is idempotent: a retry gets the first answer.
 */
export const Target = z.intersection(
  z.object({
    ...operation,
    part: z.optional(z.int().check(z.minimum(0))),
    targetProjectId: z.optional(z.int()),
    targetTestSuiteId: z.int(),
  }),
  Placement,
)
export type Target = z.infer<typeof Target>

/** Failed cases, each with its reason. All other cases were processed. */
export const Done = z.object({
  successfullyProcessed: z.array(z.int()),
  failed: z.array(z.object({ id: z.int(), message: z.string() })),
})
export type Done = z.infer<typeof Done>

const path = '/api/projects/:projectKey/test-cases'

/** Returns the ids of all matching cases in the order of the repository, for selections that are not loaded in the client. */
export const selectTestCases = defineCall({
  name: 'selectTestCases',
  summary: 'The ids of all test cases that match',
  method: 'GET',
  path: '/api/projects/:projectKey/test-case-ids',
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InProject,
  query: z.object(search),
  answer: z.object({ ids: z.array(z.int()) }),
})

/**
 * Keeps the relative order of the cases as given in `ids` (DND-11). In another project, the cases get new keys, and defaults for values
 * that do not exist there.
 */
export const moveTestCases = defineCall({
  name: 'moveTestCases',
  summary: 'Moves test cases to a place in a suite',
  method: 'POST',
  path: `${path}/move`,
  access: { project: 'cases:write' },
  feature: 'test-case-management',
  params: InProject,
  body: Target,
  answer: z.object({ data: Done }),
})

/** `successfullyProcessed` contains the ids of the copies (DND-12). */
export const cloneTestCases = defineCall({
  name: 'cloneTestCases',
  summary: 'Copies test cases to a place in a suite',
  method: 'POST',
  path: `${path}/clone`,
  access: { project: 'cases:write' },
  feature: 'test-case-management',
  params: InProject,
  body: Target,
  answer: z.object({ data: Done }),
})

/** Moves cases to the trash bin (TCASE-18). */
export const deleteTestCases = defineCall({
  name: 'deleteTestCases',
  summary: 'Moves test cases into the trash bin',
  method: 'POST',
  path: `${path}/delete`,
  access: { project: 'cases:write' },
  feature: 'test-case-management',
  params: InProject,
  body: z.object(operation),
  answer: z.object({ data: Done }),
})

/** Fields of a bulk edit: the same value for all cases (BULK-08). */
export const BulkChanges = z.partial(
  z.object({
    priority: z.object({ id: z.int() }),
    automationState: z.object({ id: z.int() }),
    draft: z.boolean(),
    deprecated: z.boolean(),
    customFields: z.record(z.string(), z.nullable(z.union([z.string(), z.int(), z.array(z.int())]))),
  }),
)
export type BulkChanges = z.infer<typeof BulkChanges>

/** Changes no other fields: concurrent edits of these stay. If two people set the same field, the last one wins. */
export const editTestCases = defineCall({
  name: 'editTestCases',
  summary: 'Sets the same fields of many test cases',
  method: 'POST',
  path: `${path}/edit`,
  access: { project: 'cases:write' },
  feature: 'test-case-management',
  params: InProject,
  body: z.object({ ...operation, changes: BulkChanges }),
  answer: z.object({ data: Done }),
})

/**
 * Undoes a create, move, clone, delete or edit of the caller as one step; undoing a move to another project requires write permission
 * there. Cases that a user changed since stay as they are and are listed as failed. 404 for another user's operation; 409 when it was
 * already undone.
 */
export const undoOperation = defineCall({
  name: 'undoOperation',
  summary: 'Undoes a bulk action',
  method: 'POST',
  path: '/api/projects/:projectKey/test-case-operations/:operationId/undo',
  access: { project: 'cases:write' },
  feature: 'test-case-management',
  params: z.object({ ...inProject, operationId: z.uuid() }),
  answer: z.object({ data: Done }),
})
