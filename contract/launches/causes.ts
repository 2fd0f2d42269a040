import { z } from 'zod/mini'
import { callsOf, defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { InLaunch } from './launches.ts'
import { IssueId } from './launch-tests.ts'

/** Number of launches with the same name, up to the displayed one, from which the kind of a cause is computed. */
export const CAUSE_LAUNCHES = 12
/** Maximum causes in one answer, the most frequent first. */
export const MAX_CAUSES = 200

export const CAUSE_KINDS = ['new', 'recurring', 'flaky', 'fixed'] as const
export const CauseKind = z.enum(CAUSE_KINDS)
export type CauseKind = z.infer<typeof CauseKind>

/** Minimum number of launches without a flaky cause, and their minimum share. */
const FLAKY_ABSENCES = 2
const FLAKY_SHARE = 1 / 3

/**
 * Returns the kind of a cause. `history` contains its number of failures in the last launches, oldest first, the launch itself last.
 * `isFirst`: no earlier launch of the project had the cause. The failures page explains this rule.
 */
export const kindOfCause = (history: readonly { tests: number }[], isFirst: boolean): CauseKind => {
  if ((history.at(-1)?.tests ?? 0) === 0) return 'fixed'
  if (isFirst) return 'new'
  const known = history.slice(history.findIndex(({ tests }) => tests > 0))
  const absences = known.filter(({ tests }) => tests === 0).length
  return absences >= FLAKY_ABSENCES && absences / known.length >= FLAKY_SHARE ? 'flaky' : 'recurring'
}

const failureKey = z.string().check(z.minLength(1), z.maxLength(64))

/** The last manual decision about the same cause, and the number of failures of this launch to which it applies. */
export const CauseSuggestion = z.object({
  tag: z.nullable(
    z.object({
      tagId: z.int(),
      by: z.nullable(z.string()),
      at: z.nullable(z.string()),
      launchId: z.nullable(z.int()),
      launchNumber: z.nullable(z.int()),
    }),
  ),
  issue: z.nullable(z.object({ issueId: z.string(), launchId: z.int(), launchNumber: z.int() })),
  tests: z.int(),
})
export type CauseSuggestion = z.infer<typeof CauseSuggestion>

export const Cause = z.object({
  /** Failure key of the cause. `messages` contains the keys of failures merged into it. */
  key: z.string(),
  label: z.string(),
  detail: z.nullable(z.string()),
  kind: CauseKind,
  /** Number of failed tests of the launch; for a fixed cause, of the previous launch. */
  tests: z.int(),
  firstTestId: z.int(),
  /** First launch of the project with this cause. */
  since: z.object({ launchId: z.int(), launchNumber: z.int(), build: z.nullable(z.string()), at: z.string() }),
  history: z.array(z.object({ launchId: z.int(), launchNumber: z.int(), tests: z.int() })),
  tags: z.array(z.object({ tagId: z.int(), tests: z.int() })),
  issues: z.array(z.string()),
  suggestion: z.nullable(CauseSuggestion),
  /** The distinct failures of the cause. `mergedBy` and `mergedAt` are set for those that a user merged. */
  messages: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      tests: z.int(),
      mergedBy: z.nullable(z.string()),
      mergedAt: z.nullable(z.string()),
    }),
  ),
})
export type Cause = z.infer<typeof Cause>

const launchCalls = callsOf({
  path: '/api/projects/:projectKey/launches/:launchId/causes',
  params: InLaunch,
  read: { project: 'launches:read' },
  write: { project: 'launches:write' },
  feature: 'test-automation',
})

export const listCauses = launchCalls.get('listCauses', 'The failures of a launch by cause', {
  answer: z.object({
    items: z.array(Cause),
    /** Causes of the previous launch without a failure in this one; empty while the launch is in progress. */
    fixed: z.array(Cause),
    /** The previous launch with the same name. */
    comparedWith: z.nullable(z.object({ launchId: z.int(), launchNumber: z.int(), build: z.nullable(z.string()) })),
    causesTotal: z.int(),
    failures: z.int(),
    /** Failures without a message, which cannot be grouped. */
    withoutText: z.int(),
  }),
})
export type CausesAnswer = z.infer<typeof listCauses.answer>

/** Tests whose common tag and issue were replaced. */
export const AcceptedGroup = z.object({
  ids: z.array(z.int()).check(z.minLength(1), z.maxLength(LIMITS.causeTests)),
  before: z.object({ tagId: z.nullable(z.int()), userFeedbackRequired: z.boolean(), issueId: z.nullable(IssueId) }),
  after: z.object({ tagId: z.nullable(z.int()), issueId: z.nullable(IssueId) }),
})
export type AcceptedGroup = z.infer<typeof AcceptedGroup>

/**
 * Applies the suggested tag and issue to the failures of these causes. Changes only failures that nobody has classified: those whose tag
 * was assigned automatically or is still to be investigated, and those without an issue. Tags require reporting-stacktrace-labels-assign,
 * issues reporting-issues-modify.
 */
export const acceptSuggestions = launchCalls.post(
  'acceptSuggestions',
  'Accepts suggested failure tags and issues for causes of a launch',
  {
    path: '/accepted',
    body: z.object({
      causes: z
        .array(z.object({ key: failureKey, tagId: z.nullable(z.int()), issueId: z.nullable(IssueId) }))
        .check(z.minLength(1), z.maxLength(MAX_CAUSES)),
    }),
    /** `groups`: input of `undoAccepted`. `isMore`: more tests remain than one call changes. */
    answer: z.object({ tests: z.int(), groups: z.array(AcceptedGroup), isMore: z.boolean() }),
  },
)
export type AcceptedSuggestions = z.infer<typeof acceptSuggestions.answer>

/** Tests that a user changed since stay as they are. */
export const undoAccepted = launchCalls.post('undoAccepted', 'Takes accepted suggestions back', {
  path: '/taken-back',
  body: z.object({ groups: z.array(AcceptedGroup).check(z.minLength(1), z.maxLength(MAX_CAUSES * 10)) }),
  answer: z.object({ tests: z.int() }),
})

const InCause = z.object({ ...InProject.shape, failureKey })

/**
 * Merges a cause into another one, for the whole project. 409 when the cause was merged into another one meanwhile. `moved`: causes that
 * had been merged into it before.
 */
export const mergeCause = defineCall({
  name: 'mergeCause',
  summary: 'Merges a cause of failures into another one',
  method: 'PUT',
  path: '/api/projects/:projectKey/causes/:failureKey/merge',
  access: { project: 'launches:write' },
  feature: 'test-automation',
  params: InCause,
  body: z.object({ into: failureKey, label: z.string().check(z.maxLength(500)) }),
  answer: z.object({ into: z.string(), moved: z.array(z.string()) }),
})

/** 409 when the cause is no longer merged into `from`. `withKeys` stay merged with the cause; undoing a merge sends them. */
export const splitCause = defineCall({
  name: 'splitCause',
  summary: 'Splits a merged cause off',
  method: 'PUT',
  path: '/api/projects/:projectKey/causes/:failureKey/split',
  access: { project: 'launches:write' },
  feature: 'test-automation',
  params: InCause,
  body: z.object({
    from: failureKey,
    label: z.string().check(z.maxLength(500)),
    withKeys: z._default(z.array(failureKey).check(z.maxLength(1000)), []),
  }),
})
