import { z } from 'zod/mini'
import { BODY_BYTES, defineCall, idInPath, listInQuery } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { search } from './filter.ts'
import { Attachments, CaseSteps, Step } from './steps.ts'

/** Empty becomes 'Untitled test case' (TCASE-10). */
export const CaseTitle = z.pipe(
  z.string().check(z.trim(), z.maxLength(LIMITS.caseTitle, TEXTS.titleLength255)),
  z.transform((title: string) => title || TEXTS.untitledCase),
)

const one = z.nullable(z.object({ id: z.int() }))
const markdown = z.string().check(z.maxLength(LIMITS.caseTextMost, TEXTS.caseTextLength))

/**
 * By the field's id. STRING, TEXT, URI: text; DATE: a day as `YYYY-MM-DD`; DROPDOWN: an option's id; MULTI_SELECT: ids; USER: a person's
 * id. A field without a value has no entry; null takes the value away.
 */
export const CustomValues = z.record(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.nullable(z.union([z.string().check(z.maxLength(LIMITS.fieldTextMost)), z.int(), z.array(z.int())])),
)
export type CustomValues = z.infer<typeof CustomValues>

/** What people write of a case. */
const written = {
  title: CaseTitle,
  draft: z.boolean(),
  deprecated: z.boolean(),
  priority: one,
  automationState: one,
  description: markdown,
  preConditions: markdown,
  postConditions: markdown,
  steps: CaseSteps,
  attachments: Attachments,
  customFields: CustomValues,
}

/** A case as a list shows it. `key` is `SHOP-214`; `version` counts its changes, from 1. */
export const CaseRow = z.object({
  id: z.int(),
  key: z.string(),
  title: z.string(),
  testSuiteId: z.int(),
  draft: z.boolean(),
  deprecated: z.boolean(),
  priority: one,
  automationState: one,
  lastModifiedAt: z.string(),
  version: z.int(),
})
export type CaseRow = z.infer<typeof CaseRow>

export const CasePerson = z.nullable(
  z.object({ id: z.int(), username: z.string(), displayName: z.string(), photoUrl: z.nullable(z.string()) }),
)
export type CasePerson = z.infer<typeof CasePerson>

/** A case in full (TCASE-01). `testSuiteId` is null once its suite is gone: then it is in the trash bin. */
export const TestCase = z.object({
  id: z.int(),
  key: z.string(),
  testSuiteId: z.nullable(z.int()),
  version: z.int(),
  ...written,
  title: z.string(),
  /** The shared steps that `steps` refer to, as they are now. */
  sharedSteps: z.array(z.object({ id: z.int(), name: z.string(), steps: z.array(Step) })),
  deleted: z.boolean(),
  deletedAt: z.nullable(z.string()),
  deletedBy: CasePerson,
  createdBy: CasePerson,
  createdAt: z.string(),
  lastModifiedBy: CasePerson,
  lastModifiedAt: z.string(),
})
export type TestCase = z.infer<typeof TestCase>

const path = '/api/projects/:projectKey/test-cases'
export const InCase = z.object({ ...inProject, caseId: idInPath })

/**
 * A window over the cases of suites: in the order of `suite` as given, within each in the order of the repository. Cases of the
 * trash bin are left out. `countTestCases` tells how many there are.
 */
export const listTestCases = defineCall({
  name: 'listTestCases',
  summary: 'A window over the test cases of suites',
  method: 'GET',
  path,
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InProject,
  query: z.object({
    ...search,
    suite: listInQuery(z.pipe(z.coerce.number<string>(), z.int().check(z.minimum(1)))),
    offset: z.pipe(z._default(z.coerce.number(), 0), z.int().check(z.minimum(0))),
    limit: z.pipe(
      z._default(z.coerce.number(), LIMITS.casesAtOnce),
      z.int().check(z.minimum(1), z.maximum(LIMITS.casesAtOnce)),
    ),
  }),
  answer: z.object({ items: z.array(CaseRow) }),
})

/**
 * Best match first: words of the title and the key count most. `highlights` are parts of the texts that matched, with `[[` and `]]`
 * around what did.
 */
export const searchTestCases = defineCall({
  name: 'searchTestCases',
  summary: 'Test cases that match words best',
  method: 'GET',
  path: '/api/projects/:projectKey/test-case-search',
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InProject,
  query: z.object({
    ...search,
    limit: z.pipe(z._default(z.coerce.number(), 20), z.int().check(z.minimum(1), z.maximum(100))),
  }),
  answer: z.object({ items: z.array(z.extend(CaseRow, { highlights: z.array(z.string()) })) }),
})

/** For the filter by author (TREE-37): whoever wrote a case of the project, by name, whether still a member or not; at most a thousand (TREE-52). */
export const listCaseAuthors = defineCall({
  name: 'listCaseAuthors',
  summary: 'The people who wrote the test cases of a project',
  method: 'GET',
  path: '/api/projects/:projectKey/test-case-authors',
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InProject,
  answer: z.object({ items: z.array(z.object({ id: z.int(), username: z.string(), displayName: z.string() })) }),
})

/** What is left out begins with the project's defaults: priority, automation state, default values of fields (AISG-10). */
export const NewCase = z.extend(z.partial(z.object(written)), { testSuiteId: z.int(), title: CaseTitle })
export type NewCase = z.infer<typeof NewCase>

/**
 * Needs only `testSuiteId` and `title` (TCASE-14). The case becomes the last of its suite. With an `operationId`, `undoOperation` deletes it
 * again while nobody has changed it.
 */
export const createTestCase = defineCall({
  name: 'createTestCase',
  summary: 'Creates a test case in a suite',
  method: 'POST',
  path,
  access: { project: 'cases:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'test-case-management',
  params: InProject,
  body: z.extend(NewCase, { operationId: z.optional(z.uuid()) }),
  answer: z.object({ data: TestCase }),
})

export const getTestCase = defineCall({
  name: 'getTestCase',
  summary: 'A test case in full',
  method: 'GET',
  path: `${path}/:caseId`,
  access: { project: 'cases:read' },
  feature: 'test-case-management',
  params: InCase,
  answer: z.object({ data: TestCase }),
})

/** Only what is to change. Of `customFields`, only those that are to change. */
export const CaseChanges = z.partial(z.object(written))
export type CaseChanges = z.infer<typeof CaseChanges>

/**
 * An edit as in `concurrent-edits.ts`: `version` is the one that the caller started from. Steps merge one by one, as `mergeSteps` says.
 * 409 `stale` names the fields that collide: `title`, `step:{id}` for one step, `field:12`, …
 */
export const updateTestCase = defineCall({
  name: 'updateTestCase',
  summary: 'Changes fields of a test case',
  method: 'PATCH',
  path: `${path}/:caseId`,
  access: { project: 'cases:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'test-case-management',
  params: InCase,
  body: z.object({ version: z.int(), changes: CaseChanges }),
  answer: z.object({ data: TestCase }),
})

/** `current` of the 409 of `updateTestCase`. */
export const StaleCase = z.object({ data: TestCase, collisions: z.array(z.string()) })
export type StaleCase = z.infer<typeof StaleCase>
