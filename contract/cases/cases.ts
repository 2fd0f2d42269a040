import { z } from 'zod/mini'
import { BODY_BYTES, defineCall, idInPath, listInQuery } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { search } from './filter.ts'
import { Attachments, CaseSteps, Step } from './steps.ts'

/** An empty title becomes 'Untitled test case' (TCASE-10). */
export const CaseTitle = z.pipe(
  z.string().check(z.trim(), z.maxLength(LIMITS.caseTitle, TEXTS.titleLength255)),
  z.transform((title: string) => title || TEXTS.untitledCase),
)

const one = z.nullable(z.object({ id: z.int() }))
const markdown = z.string().check(z.maxLength(LIMITS.maxCaseText, TEXTS.caseTextLength))

/**
 * Values of custom fields by field id. STRING, TEXT, URI: text; DATE: a day as `YYYY-MM-DD`; DROPDOWN: an option's id; MULTI_SELECT: ids;
 * USER: a user's id. A field without a value has no entry; null removes the value.
 */
export const CustomValues = z.record(
  z.string().check(z.regex(/^\d{1,15}$/)),
  z.nullable(z.union([z.string().check(z.maxLength(LIMITS.maxFieldText)), z.int(), z.array(z.int())])),
)
export type CustomValues = z.infer<typeof CustomValues>

/** Editable fields of a case. */
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

/** A case in a list. `key` is like `SHOP-214`; `version` counts its changes, from 1. */
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

export const CaseUser = z.nullable(
  z.object({
    id: z.int(),
    username: z.string(),
    displayName: z.string(),
    photoUrl: z.nullable(z.string()),
    isServiceAccount: z.optional(z.boolean()),
  }),
)
export type CaseUser = z.infer<typeof CaseUser>

/** A case with all its fields (TCASE-01). `testSuiteId` is null once the suite is deleted; the case is then in the trash bin. */
export const TestCase = z.object({
  id: z.int(),
  key: z.string(),
  testSuiteId: z.nullable(z.int()),
  version: z.int(),
  ...written,
  title: z.string(),
  /** Current content of the shared steps that `steps` refer to. */
  sharedSteps: z.array(z.object({ id: z.int(), name: z.string(), steps: z.array(Step) })),
  deleted: z.boolean(),
  deletedAt: z.nullable(z.string()),
  deletedBy: CaseUser,
  createdBy: CaseUser,
  createdAt: z.string(),
  lastModifiedBy: CaseUser,
  lastModifiedAt: z.string(),
})
export type TestCase = z.infer<typeof TestCase>

const path = '/api/projects/:projectKey/test-cases'
export const InCase = z.object({ ...inProject, caseId: idInPath })

/**
 * A window over the cases of suites, ordered by `suite` as given, then by the order of the repository. Excludes the trash bin.
 * `countTestCases` returns the number of cases.
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
    suite: listInQuery(z.pipe(z.coerce.number<string>(), z.int32().check(z.minimum(1)))),
    offset: z.pipe(z._default(z.coerce.number(), 0), z.int32().check(z.minimum(0))),
    limit: z.pipe(
      z._default(z.coerce.number(), LIMITS.casesAtOnce),
      z.int().check(z.minimum(1), z.maximum(LIMITS.casesAtOnce)),
    ),
  }),
  answer: z.object({ items: z.array(CaseRow) }),
})

/**
 * Best match first; words in the title and the key weigh most. `highlights` are excerpts of the texts, with each match between `[[` and
 * `]]`.
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

/**
 * Authors for the filter by author (TREE-37): everybody who wrote a case of the project, former members included, by name; at most a
 * thousand (TREE-52).
 */
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

/** Omitted fields get the project's defaults: priority, automation state, default values of fields (AISG-10). */
export const NewCase = z.extend(z.partial(z.object(written)), { testSuiteId: z.int(), title: CaseTitle })
export type NewCase = z.infer<typeof NewCase>

/**
 * Requires only `testSuiteId` and `title` (TCASE-14). Adds the case at the end of its suite. With an `operationId`, `undoOperation` deletes
 * the case again unless a user has changed it.
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

/** Only the fields to change; `customFields` contains only the values to change. */
export const CaseChanges = z.partial(z.object(written))
export type CaseChanges = z.infer<typeof CaseChanges>

/**
 * An edit as in `concurrent-edits.ts`: `version` is the version that the caller edited. Steps merge one by one, see `mergeSteps`. 409
 * `stale` names the colliding fields: `title`, `step:{id}` for one step, `field:12`, …
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
