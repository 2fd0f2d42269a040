import { z } from 'zod/mini'
import { Step } from '../cases/steps.ts'
import { BODY_BYTES, callsOf, defineCall, idInPath, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'

/** Shared steps in a list (STEPS-10). The number of cases excludes those in the trash bin. */
export const SharedStepsSummary = z.object({
  id: z.int(),
  name: z.string(),
  numberOfSteps: z.int(),
  numberOfAttachedTestCases: z.int(),
})
export type SharedStepsSummary = z.infer<typeof SharedStepsSummary>

export const SharedSteps = z.extend(SharedStepsSummary, {
  version: z.int(),
  steps: z.array(z.extend(Step, { relativePosition: z.int() })),
})
export type SharedSteps = z.infer<typeof SharedSteps>

/** Editable fields of shared steps: a name and at least one step. */
export const WrittenSharedSteps = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: TEXTS.required, abort: true }),
      z.maxLength(LIMITS.caseTitle, TEXTS.titleLength255),
    ),
  steps: z.array(Step).check(z.minLength(1, TEXTS.stepsMissing), z.maxLength(LIMITS.maxSteps)),
})
export type WrittenSharedSteps = z.infer<typeof WrittenSharedSteps>

const SharedStepsChange = z.extend(withExpected(z.partial(WrittenSharedSteps)), { version: z.optional(z.int()) })
export type SharedStepsChange = z.infer<typeof SharedStepsChange>

const path = '/api/projects/:projectKey/shared-steps'
const InSharedSteps = z.object({ ...inProject, sharedStepsId: idInPath })

export const listSharedSteps = defineCall({
  name: 'listSharedSteps',
  summary: 'A page of the shared steps of a project, by name',
  method: 'GET',
  path,
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InProject,
  query: z.object({
    q: z._default(z.string().check(z.trim(), z.maxLength(LIMITS.caseQuery)), ''),
    page: pageNumber,
    pageSize: pageSizeOf(LIMITS.sharedStepsPageSize, 100),
  }),
  answer: z.object({ items: z.array(SharedStepsSummary), _meta: PageMeta }),
})

const sharedStepsCalls = callsOf({
  path: `${path}/:sharedStepsId`,
  params: InSharedSteps,
  read: { project: 'cases:read' },
  write: { project: 'cases:write' },
  feature: 'test-case-management',
})

export const getSharedSteps = sharedStepsCalls.get('getSharedSteps', 'Shared steps in full', {
  answer: z.object({ data: SharedSteps }),
})

/** Names need not be unique. */
export const createSharedSteps = defineCall({
  name: 'createSharedSteps',
  summary: 'Creates shared steps',
  method: 'POST',
  path,
  access: { project: 'cases:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'test-case-management',
  params: InProject,
  body: WrittenSharedSteps,
  answer: z.object({ data: SharedSteps }),
})

/**
 * An edit as in `concurrent-edits.ts`; `steps` merges by step, see `mergeSteps`, and colliding steps are named `step:{id}`. All cases that
 * refer to the shared steps display the new content. With `version` and without `expected`, 409 `stale` unless `version` is the stored one.
 */
export const updateSharedSteps = sharedStepsCalls.put('updateSharedSteps', 'Changes shared steps', {
  bodyBytes: BODY_BYTES.long,
  body: SharedStepsChange,
  answer: z.object({ data: SharedSteps }),
})

/**
 * `keep`: cases that refer to the shared steps get a copy of the steps instead, each as a new version; otherwise the steps are removed from
 * the cases.
 */
export const deleteSharedSteps = sharedStepsCalls.delete('deleteSharedSteps', 'Deletes shared steps', {
  query: z.object({ keep: z._default(z.enum(['true', 'false']), 'true') }),
  answer: z.object({ testCases: z.int() }),
})
