import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { inProject } from '../projects/projects.ts'
import { CaseUser, InCase, TestCase } from './cases.ts'

/** One version of a case: its content, and its place in the repository. */
export const CaseVersion = z.object({
  version: z.int(),
  savedBy: CaseUser,
  savedAt: z.string(),
  content: z.pick(TestCase, {
    title: true,
    testSuiteId: true,
    draft: true,
    deprecated: true,
    priority: true,
    automationState: true,
    description: true,
    preConditions: true,
    postConditions: true,
    steps: true,
    attachments: true,
    customFields: true,
  }),
})
export type CaseVersion = z.infer<typeof CaseVersion>

/** Newest first, at most `LIMITS.caseVersionsAtOnce` before version `before`. */
export const listCaseVersions = defineCall({
  name: 'listCaseVersions',
  summary: 'The versions of a test case',
  method: 'GET',
  path: '/api/projects/:projectKey/test-cases/:caseId/versions',
  access: { project: 'cases:read' },
  feature: 'test-case-history',
  params: InCase,
  query: z.object({ before: z.optional(z.pipe(z.coerce.number(), z.int32())) }),
  answer: z.object({ items: z.array(CaseVersion), isLast: z.boolean() }),
})

/**
 * Stores the restored content as a new version, so that restoring can be undone in the same way. 404 for a version that does not exist; 409
 * `stale`, with the case's versions as `current`, when the case has a newer version than `seenVersion`.
 */
export const restoreCaseVersion = defineCall({
  name: 'restoreCaseVersion',
  summary: 'Gives a test case the content of an earlier version',
  method: 'POST',
  path: '/api/projects/:projectKey/test-cases/:caseId/versions/:version/restore',
  access: { project: 'cases:write' },
  feature: 'test-case-history',
  params: z.object({ ...inProject, caseId: InCase.shape.caseId, version: InCase.shape.caseId }),
  /** Newest version that the caller saw. */
  body: z.object({ seenVersion: z.int() }),
  answer: z.object({ data: TestCase }),
})
