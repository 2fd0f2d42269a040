import { z } from 'zod/mini'
import { defineCall, inProjectById } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { TestCase } from './cases.ts'

/** A suite of the report. `path`: titles from the top level down. */
export const ReportSuite = z.object({ id: z.int(), path: z.array(z.string()) })
export type ReportSuite = z.infer<typeof ReportSuite>

/**
 * Full cases in the given order, and their suites (EXPORT-23, EXPORT-24). Omits cases of other projects and of the trash bin. Large exports
 * are requested in parts.
 */
export const exportTestRepository = defineCall({
  name: 'exportTestRepository',
  summary: 'Test cases in full, for a report',
  method: 'POST',
  path: '/api/tcm/v1/test-repository:export',
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  query: z.object(inProjectById),
  body: z.object({ testCaseIds: z.array(z.int()).check(z.minLength(1), z.maxLength(LIMITS.casesPerPart)) }),
  answer: z.object({ data: z.object({ testCases: z.array(TestCase), testSuites: z.array(ReportSuite) }) }),
})
