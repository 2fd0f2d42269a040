import { z } from 'zod/mini'
import { defineCall, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { TestStatus } from '../launches/launches.ts'
import { LIMITS } from '../limits.ts'
import { InCase } from './cases.ts'

/**
 * A result of a case. `automated`: a test of a launch that its agent linked to the case's key. `run`: recorded by a tester in a test run.
 * Results that launches pushed into a run appear as `automated`.
 */
export const CaseExecution = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('automated'),
    testId: z.int(),
    launchId: z.int(),
    launchName: z.string(),
    launchNumber: z.int(),
    testName: z.string(),
    status: TestStatus,
    passedManually: z.boolean(),
    knownIssue: z.boolean(),
    message: z.nullable(z.string()),
    environment: z.nullable(z.string()),
    startedAt: z.string(),
    durationMs: z.nullable(z.int()),
  }),
  z.object({
    kind: z.literal('run'),
    resultId: z.string(),
    runId: z.int(),
    runTitle: z.string(),
    status: z.object({ name: z.string(), colorHex: z.string() }),
    /** Markdown. */
    comment: z.string(),
    recordedBy: z.nullable(z.string()),
    environment: z.nullable(z.string()),
    startedAt: z.string(),
    durationMs: z.nullable(z.int()),
  }),
])
export type CaseExecution = z.infer<typeof CaseExecution>

/** Newest first (CPAGE-08). */
export const listCaseExecutions = defineCall({
  name: 'listCaseExecutions',
  summary: 'Results of a test case',
  method: 'GET',
  path: '/api/projects/:projectKey/test-cases/:caseId/executions',
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InCase,
  query: z.object({ page: pageNumber, pageSize: pageSizeOf(LIMITS.defaultPageSize, 100) }),
  answer: z.object({ items: z.array(CaseExecution), _meta: PageMeta }),
})
