/** Issues of the connected trackers: title and status of linked issues, and creating an issue from a failure. */
import { z } from 'zod/mini'
import { defineCall, listInQuery } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject, inProject } from '../projects/projects.ts'
import { InTest } from './test-details.ts'
import { IssueId } from './launch-tests.ts'

export const TRACKER_KEYS = ['jira', 'github', 'gitlab'] as const
export const TrackerKey = z.enum(TRACKER_KEYS)
export type TrackerKey = z.infer<typeof TrackerKey>

export const ISSUE_CATEGORIES = ['todo', 'in-progress', 'done'] as const

export const TrackedIssue = z.object({
  /** Key in the notation of the tracker: SHOP-7, team/shop#7. */
  key: z.string(),
  title: z.string(),
  status: z.string(),
  category: z.enum(ISSUE_CATEGORIES),
  url: z.string(),
  assignee: z.nullable(z.string()),
})
export type TrackedIssue = z.infer<typeof TrackedIssue>

/** `issue` is null if it cannot be read; `problem` is the reason. Both are null if no connected tracker has issues with such an id. */
export const IssueStatus = z.object({
  id: z.string(),
  issue: z.nullable(TrackedIssue),
  problem: z.nullable(z.string()),
})
export type IssueStatus = z.infer<typeof IssueStatus>

/** Maximum issues per call. */
export const ISSUES_AT_ONCE = 20

/** Reads only issues to which tests of the project are linked. Answers come from a short-lived cache. */
export const readIssues = defineCall({
  name: 'readIssues',
  summary: 'Titles and statuses of linked issues, from the connected trackers',
  method: 'GET',
  path: '/api/projects/:projectKey/issues',
  access: { project: 'launches:read' },
  feature: 'defects-linking',
  params: InProject,
  query: z.object({
    id: z.pipe(
      listInQuery(z.string().check(z.maxLength(LIMITS.issueId))),
      z.array(z.string()).check(z.maxLength(ISSUES_AT_ONCE)),
    ),
    /** Bypasses the cache, unless it is only seconds old. */
    refresh: z.optional(z.literal('true')),
  }),
  answer: z.object({ items: z.array(IssueStatus) }),
})

/** Maximum results of one search per tracker. */
export const ISSUES_FOUND = 10

/**
 * Searches the connected trackers by words of the title, or by the key or URL of an issue. `problems`: trackers that could not be searched.
 */
export const searchIssues = defineCall({
  name: 'searchIssues',
  summary: 'Issues of the connected trackers that match',
  method: 'GET',
  path: '/api/projects/:projectKey/tracker-issues',
  access: { project: 'launches:write' },
  feature: 'defects-linking',
  params: InProject,
  query: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  answer: z.object({
    /** `issueId`: id to link tests to. */
    items: z.array(z.extend(TrackedIssue, { issueId: z.string(), tracker: z.string() })),
    problems: z.array(z.string()),
  }),
})
export type FoundIssue = z.infer<typeof searchIssues.answer>['items'][number]

export const ISSUE_LIMITS = {
  title: 250,
  description: 30_000,
  target: 300,
  stackTrace: 10_000,
  failureKeys: 50,
  /** Maximum required fields of a tracker, and characters of a value. */
  fields: 50,
  fieldValue: 5000,
} as const

/** A tracker in which issues can be created, with the data for the form. */
export const IssueTracker = z.object({
  key: TrackerKey,
  name: z.string(),
  markup: z.enum(['markdown', 'wiki']),
  /** Whether an issue needs a type, as in Jira. */
  hasTypes: z.boolean(),
  /** Whether files can be attached; otherwise the description links to the screenshot. */
  takesFiles: z.boolean(),
  /** Target of the project's last created issue; empty before the first. */
  target: z.string(),
  type: z.string(),
})
export type IssueTracker = z.infer<typeof IssueTracker>

const failureKeys = z.pipe(
  listInQuery(z.string().check(z.maxLength(64))),
  z.array(z.string()).check(z.maxLength(ISSUE_LIMITS.failureKeys)),
)

export const prepareIssue = defineCall({
  name: 'prepareIssue',
  summary: 'Title and description of a new issue about a failed test, and the trackers that take it',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/tests/:testId/new-issue',
  access: { project: 'launches:write' },
  feature: 'defects-linking',
  params: InTest,
  /** Failure keys of the cause; empty for only this test. */
  query: z.object({ failureKey: failureKeys }),
  answer: z.object({
    trackers: z.array(IssueTracker),
    title: z.string(),
    description: z.object({ markdown: z.string(), wiki: z.string() }),
    screenshot: z.nullable(z.object({ name: z.string(), url: z.string() })),
    /** Number of failed tests to link. */
    tests: z.int(),
  }),
})
export type PreparedIssue = z.infer<typeof prepareIssue.answer>

/**
 * A field that the tracker requires besides the standard ones. Each has one value: of a `choice` the id of an option, of a `user` an id
 * found by `searchTrackerPeople`.
 */
export const IssueField = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['text', 'long-text', 'number', 'date', 'choice', 'user']),
  /** Whether the tracker has a default for an empty field. */
  isOptional: z.boolean(),
  options: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type IssueField = z.infer<typeof IssueField>

/** Answers projects or repositories; with `target` its issue types instead, with `type` the required fields of that type. */
export const listIssueTargets = defineCall({
  name: 'listIssueTargets',
  summary: 'Where a tracker takes new issues',
  method: 'GET',
  path: '/api/projects/:projectKey/trackers/:tracker/targets',
  access: { project: 'launches:write' },
  feature: 'defects-linking',
  params: z.object({ ...inProject, tracker: TrackerKey }),
  query: z.object({
    target: z._default(z.string().check(z.maxLength(ISSUE_LIMITS.target)), ''),
    type: z._default(z.string().check(z.maxLength(100)), ''),
  }),
  answer: z.object({
    targets: z.array(z.object({ key: z.string(), name: z.string() })),
    types: z.array(z.object({ id: z.string(), name: z.string() })),
    fields: z.array(IssueField),
    /** Names of required fields that can only be filled in in the tracker. */
    unsupported: z.array(z.string()),
  }),
})
export type IssueTargets = z.infer<typeof listIssueTargets.answer>

export const TrackerUser = z.object({
  id: z.string(),
  name: z.string(),
  /** User name in the tracker, if it has user names. */
  username: z.nullable(z.string()),
})
export type TrackerUser = z.infer<typeof TrackerUser>

/** Maximum users in the result of one search. */
export const PEOPLE_FOUND = 20

/** Users who can be assigned issues in a project of the tracker. 409 for a tracker without such fields. */
export const searchTrackerPeople = defineCall({
  name: 'searchTrackerPeople',
  summary: 'People of a tracker for the fields of a new issue',
  method: 'GET',
  path: '/api/projects/:projectKey/trackers/:tracker/people',
  access: { project: 'launches:write' },
  feature: 'defects-linking',
  params: z.object({ ...inProject, tracker: TrackerKey }),
  query: z.object({
    target: z.string().check(z.minLength(1), z.maxLength(ISSUE_LIMITS.target)),
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  }),
  answer: z.object({ items: z.array(TrackerUser).check(z.maxLength(PEOPLE_FOUND)), hasMore: z.boolean() }),
})

const text = (max: number, message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(max, `Must have at most ${max} characters`))

export const NewIssue = z.object({
  tracker: TrackerKey,
  target: text(ISSUE_LIMITS.target, 'Choose where the issue is created'),
  /** Id of the issue type; empty if the tracker has no types. */
  type: z.string().check(z.maxLength(100)),
  title: text(ISSUE_LIMITS.title, 'Enter a title'),
  description: z
    .string()
    .check(z.maxLength(ISSUE_LIMITS.description, `Must have at most ${ISSUE_LIMITS.description} characters`)),
  withScreenshot: z.boolean(),
  /** Values of the `IssueField`s by field id. */
  fields: z._default(
    z
      .record(z.string().check(z.maxLength(100)), z.string().check(z.trim(), z.maxLength(ISSUE_LIMITS.fieldValue)))
      .check(z.refine((fields) => Object.keys(fields).length <= ISSUE_LIMITS.fields, 'Too many fields')),
    {},
  ),
})
export type NewIssue = z.infer<typeof NewIssue>

/**
 * Creates an issue and links the test, or the failures of its cause, to it. Idempotent by `operationId`: a retry creates no second issue
 * and links the tests that still have no issue. 502 when the tracker rejects the issue.
 */
export const createIssue = defineCall({
  name: 'createIssue',
  summary: 'Creates an issue about a failed test and links it',
  method: 'POST',
  path: '/api/projects/:projectKey/launches/:launchId/tests/:testId/issue',
  access: { project: 'launches:write' },
  feature: 'defects-linking',
  params: InTest,
  body: z.extend(NewIssue, {
    operationId: z.uuid(),
    failureKeys: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(ISSUE_LIMITS.failureKeys)),
  }),
  answer: z.object({
    issueId: IssueId,
    linked: z.int(),
    /** Why tests were not linked, or the screenshot was not attached, although the issue was created. */
    problems: z.array(z.string()),
  }),
})
export type CreatedIssue = z.infer<typeof createIssue.answer>
