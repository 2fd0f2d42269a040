import { z } from 'zod/mini'
import { defineCall, flagInQuery, idInPath, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { isWebAddress } from '../links.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { RequirementReference } from '../settings/requirement-systems.ts'
import { TEXTS } from '../texts.ts'

export const REQUIREMENT_TEXTS = {
  none: 'There are no requirements yet',
  created: 'Requirement was successfully created',
  updated: 'Requirement was successfully updated',
  deleted: 'Requirement was successfully deleted',
  notFound: 'Requirement not found',
  keyTaken: 'Another requirement has this key',
  urlForm: 'An http or https address',
  ofJira: 'Title and status of a Jira issue are changed in Jira',
  tooMany: (max: number) => `A project has at most ${max} requirements`,
} as const

/** Source of a requirement's title and status: entered in the project, or an issue. */
export const RequirementSource = z.enum(['project', 'jira'])
export type RequirementSource = z.infer<typeof RequirementSource>

export const Requirement = z.object({
  id: z.int(),
  /** Identifies the requirement in cases, runs and exploratory sessions. Unique in the project, ignoring case. */
  key: z.string(),
  /** Empty for a key that exists only as a reference. */
  title: z.string(),
  source: RequirementSource,
  /** Status of the issue in its tracker; null for requirements of the project. */
  status: z.nullable(z.string()),
  url: z.nullable(z.string()),
})
export type Requirement = z.infer<typeof Requirement>

/** Editable fields of a requirement of the project. */
const written = {
  key: RequirementReference,
  title: z.string().check(z.trim(), z.maxLength(LIMITS.requirementTitle, TEXTS.nameTooLong(LIMITS.requirementTitle))),
  url: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(LIMITS.maxRequirement, TEXTS.nameTooLong(LIMITS.maxRequirement)),
        z.refine(isWebAddress, REQUIREMENT_TEXTS.urlForm),
      ),
  ),
}
export const RequirementValues = z.object({
  ...written,
  title: z._default(written.title, ''),
  url: z._default(written.url, null),
})
export type RequirementValues = z.infer<typeof RequirementValues>
export const RequirementChange = withExpected(z.partial(z.object(written)))

/**
 * How well a requirement is tested, worst first:
 * - `uncovered`: no case of the repository is linked to it.
 * - `failing`: the last result of a case is a failure.
 * - `incomplete`: a case has no result, or one that is neither success nor failure.
 * - `passing`: the last result of every case is a success.
 */
export const COVERAGE_STATES = ['uncovered', 'failing', 'incomplete', 'passing'] as const
export const CoverageState = z.enum(COVERAGE_STATES)
export type CoverageState = z.infer<typeof CoverageState>

/** A case linked to a requirement, with its last result in any test run. */
export const CoveringCase = z.object({
  id: z.int(),
  key: z.string(),
  title: z.string(),
  /** Null if the case was never run. */
  last: z.nullable(
    z.object({
      status: z.object({ name: z.string(), colorHex: z.string(), isSuccess: z.boolean(), isFailure: z.boolean() }),
      runId: z.int(),
      runTitle: z.string(),
      at: z.string(),
    }),
  ),
})
export type CoveringCase = z.infer<typeof CoveringCase>

export const RequirementCoverage = z.extend(Requirement, {
  state: CoverageState,
  /** Sorted by key; at most `LIMITS.coveringCases`. */
  cases: z.array(CoveringCase),
  casesTotal: z.int(),
  /** Test runs that name the requirement, newest first; at most three. */
  runs: z.array(z.object({ id: z.int(), title: z.string(), closed: z.boolean() })),
})
export type RequirementCoverage = z.infer<typeof RequirementCoverage>

const path = '/api/projects/:projectKey/requirements'
const feature = 'requirements-mapping'
const InRequirement = z.object({ ...inProject, requirementId: idInPath })

/** Sorted by state: uncovered, failing, incomplete, passing; then by key. */
export const listRequirements = defineCall({
  name: 'listRequirements',
  summary: 'A page of the requirements of a project with the cases that cover them and their last results',
  method: 'GET',
  path,
  access: { project: 'cases:read' },
  feature,
  params: InProject,
  query: z.object({
    /** Each word must be part of the key or title. */
    q: z._default(z.string().check(z.trim(), z.maxLength(LIMITS.caseQuery)), ''),
    state: z.optional(CoverageState),
    source: z.optional(RequirementSource),
    page: pageNumber,
    pageSize: pageSizeOf(LIMITS.requirementsPageSize, LIMITS.requirementsPageSize),
  }),
  answer: z.object({
    items: z.array(RequirementCoverage),
    /** Counts of the requirements that match `q` and `source`, ignoring `state`. */
    counts: z.record(CoverageState, z.int()),
    /** Whether the Jira integration is on, so that issues can be linked. */
    hasJira: z.boolean(),
    _meta: PageMeta,
  }),
})

const found = z.pick(Requirement, { key: true, title: true, source: true, status: true, url: true })
export type FoundRequirement = z.infer<typeof found>

/**
 * Suggestions for pickers: requirements of the project's list first, then Jira issues that are not on it. `problem`: why Jira could not be
 * searched.
 */
export const findRequirements = defineCall({
  name: 'findRequirements',
  summary: 'Requirements of the project and Jira issues that match words',
  method: 'GET',
  path: '/api/projects/:projectKey/requirement-search',
  access: { project: 'cases:read' },
  feature,
  params: InProject,
  query: z.object({
    q: z._default(z.string().check(z.trim(), z.maxLength(LIMITS.caseQuery)), ''),
    /** Whether to leave Jira out of the search. */
    isLocal: flagInQuery,
  }),
  answer: z.object({ items: z.array(found), problem: z.nullable(z.string()) }),
})

/** 409 with a message at `key` when another requirement has it. */
export const createRequirement = defineCall({
  name: 'createRequirement',
  summary: 'Adds a requirement to the list of the project',
  method: 'POST',
  path,
  access: { project: 'cases:write' },
  feature,
  params: InProject,
  body: RequirementValues,
  answer: z.object({ data: Requirement }),
})

/** An edit as in `concurrent-edits.ts`. 409 for a Jira issue. Cases stay linked when the key changes; runs keep the key that they name. */
export const updateRequirement = defineCall({
  name: 'updateRequirement',
  summary: 'Changes a requirement of the project',
  method: 'PUT',
  path: `${path}/:requirementId`,
  access: { project: 'cases:write' },
  feature,
  params: InRequirement,
  body: RequirementChange,
  answer: z.object({ data: Requirement }),
})

/** Also deletes its links to cases. Runs keep the key that they name. */
export const deleteRequirement = defineCall({
  name: 'deleteRequirement',
  summary: 'Deletes a requirement from the list of the project',
  method: 'DELETE',
  path: `${path}/:requirementId`,
  access: { project: 'cases:write' },
  feature,
  params: InRequirement,
})

/** Updates title and status of every Jira issue on the list. `gone`: keys that Jira does not know or does not allow to read. */
export const syncRequirements = defineCall({
  name: 'syncRequirements',
  summary: 'Updates the Jira issues among the requirements',
  method: 'POST',
  path: '/api/projects/:projectKey/requirement-sync',
  access: { project: 'cases:write' },
  feature,
  params: InProject,
  answer: z.object({ updated: z.int(), gone: z.array(z.string()), problem: z.nullable(z.string()) }),
})

const InCase = z.object({ ...inProject, caseId: idInPath })
const ofCase = '/api/projects/:projectKey/test-cases/:caseId/requirements'

export const listCaseRequirements = defineCall({
  name: 'listCaseRequirements',
  summary: 'Requirements that a test case covers, by key',
  method: 'GET',
  path: ofCase,
  access: { project: 'cases:read' },
  feature,
  params: InCase,
  answer: z.object({ items: z.array(Requirement) }),
})

const keys = z.array(RequirementReference).check(z.maxLength(LIMITS.caseRequirements))

/**
 * Adds and removes links; links that others added meanwhile stay. A key that is not on the list is added to it, with title and status if it
 * is an issue of the connected Jira.
 */
export const linkRequirements = defineCall({
  name: 'linkRequirements',
  summary: 'Links a test case to requirements, and takes links away',
  method: 'POST',
  path: ofCase,
  access: { project: 'cases:write' },
  feature,
  params: InCase,
  body: z.object({ add: z._default(keys, []), remove: z._default(keys, []) }),
  answer: z.object({ items: z.array(Requirement) }),
})
