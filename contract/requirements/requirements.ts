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
  tooMany: (most: number) => `A project has at most ${most} requirements`,
} as const

/** Where title and status of a requirement come from: people write them here, or they are those of an issue. */
export const RequirementSource = z.enum(['project', 'jira'])
export type RequirementSource = z.infer<typeof RequirementSource>

export const Requirement = z.object({
  id: z.int(),
  /** Names the requirement in cases, runs and exploratory sessions; unique in the project, not case-sensitive. */
  key: z.string(),
  /** Empty for a key that was only referred to. */
  title: z.string(),
  source: RequirementSource,
  /** The state of the issue in its tracker; null for those of the project. */
  status: z.nullable(z.string()),
  url: z.nullable(z.string()),
})
export type Requirement = z.infer<typeof Requirement>

/** What people write of a requirement of the project. */
const written = {
  key: RequirementReference,
  title: z.string().check(z.trim(), z.maxLength(LIMITS.requirementTitle, TEXTS.nameTooLong(LIMITS.requirementTitle))),
  url: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(LIMITS.requirementMost, TEXTS.nameTooLong(LIMITS.requirementMost)),
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

/** A case that a requirement is linked to, with its last result in any test run. */
export const CoveringCase = z.object({
  id: z.int(),
  key: z.string(),
  title: z.string(),
  /** Null: never run. */
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
  /** In the order of their keys; `LIMITS.coveringCases` at most. */
  cases: z.array(CoveringCase),
  casesTotal: z.int(),
  /** Test runs that name the requirement, the newest first; three at most. */
  runs: z.array(z.object({ id: z.int(), title: z.string(), closed: z.boolean() })),
})
export type RequirementCoverage = z.infer<typeof RequirementCoverage>

const path = '/api/projects/:projectKey/requirements'
const feature = 'requirements-mapping'
const InRequirement = z.object({ ...inProject, requirementId: idInPath })

/** Gaps first: uncovered, failing, incomplete, passing; then by key. */
export const listRequirements = defineCall({
  name: 'listRequirements',
  summary: 'A page of the requirements of a project with the cases that cover them and their last results',
  method: 'GET',
  path,
  access: { project: 'cases:read' },
  feature,
  params: InProject,
  query: z.object({
    /** Each word is part of key or title. */
    q: z._default(z.string().check(z.trim(), z.maxLength(LIMITS.caseQuery)), ''),
    state: z.optional(CoverageState),
    source: z.optional(RequirementSource),
    page: pageNumber,
    pageSize: pageSizeOf(LIMITS.requirementsPageSize, LIMITS.requirementsPageSize),
  }),
  answer: z.object({
    items: z.array(RequirementCoverage),
    /** Of all requirements that `q` and `source` find, whatever their state. */
    counts: z.record(CoverageState, z.int()),
    /** Whether Jira issues can be linked: its integration is on. */
    hasJira: z.boolean(),
    _meta: PageMeta,
  }),
})

const found = z.pick(Requirement, { key: true, title: true, source: true, status: true, url: true })
export type FoundRequirement = z.infer<typeof found>

/** For pickers: what is on the project's list, then issues that are not. `problem`: why Jira could not be searched. */
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
    /** Leaves Jira out. */
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

/** An edit as in `concurrent-edits.ts`. 409 for a Jira issue; links of cases follow a new key, runs keep the key that they name. */
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

/** Its links to cases go with it; runs keep the key that they name. */
export const deleteRequirement = defineCall({
  name: 'deleteRequirement',
  summary: 'Deletes a requirement from the list of the project',
  method: 'DELETE',
  path: `${path}/:requirementId`,
  access: { project: 'cases:write' },
  feature,
  params: InRequirement,
})

/** Reads title and status of every Jira issue on the list anew. `gone`: keys that Jira no longer knows, or does not show. */
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
 * Links and unlinks: what others linked meanwhile stays. A key that is not on the list is added to it, with title and status where it is
 * an issue of the connected Jira.
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
