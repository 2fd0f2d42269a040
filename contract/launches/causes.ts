import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { InLaunch } from './launches.ts'
import { IssueId } from './launch-tests.ts'

/** So many launches of one name, up to the one that is shown, tell how a cause behaves. */
export const CAUSE_LAUNCHES = 12
/** Causes that one answer names, the most frequent first. */
export const CAUSES_MOST = 200

export const CAUSE_KINDS = ['new', 'recurring', 'flaky', 'fixed'] as const
export const CauseKind = z.enum(CAUSE_KINDS)
export type CauseKind = z.infer<typeof CauseKind>

/** Absences that make a cause flaky: at least so many launches, and at least this share of them. */
const FLAKY_ABSENCES = 2
const FLAKY_SHARE = 1 / 3

/**
 * Returns how a cause behaves. `history` counts its failures in the last launches, oldest first, the launch itself last. `isFirst`: no earlier
 * launch of the project had it. The failures page explains this rule.
 */
export const kindOfCause = (history: readonly { tests: number }[], isFirst: boolean): CauseKind => {
  if ((history.at(-1)?.tests ?? 0) === 0) return 'fixed'
  if (isFirst) return 'new'
  const known = history.slice(history.findIndex(({ tests }) => tests > 0))
  const absences = known.filter(({ tests }) => tests === 0).length
  return absences >= FLAKY_ABSENCES && absences / known.length >= FLAKY_SHARE ? 'flaky' : 'recurring'
}

const failureKey = z.string().check(z.minLength(1), z.maxLength(64))

/** What people decided about the same cause last, and how many failures of this launch would follow. */
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
  /** Failure key of the cause; those merged into it are in `messages`. */
  key: z.string(),
  label: z.string(),
  detail: z.nullable(z.string()),
  kind: CauseKind,
  /** Failed tests of the launch; of a fixed cause, those of the launch before. */
  tests: z.int(),
  firstTestId: z.int(),
  /** The first launch of the project that had it. */
  since: z.object({ launchId: z.int(), launchNumber: z.int(), build: z.nullable(z.string()), at: z.string() }),
  history: z.array(z.object({ launchId: z.int(), launchNumber: z.int(), tests: z.int() })),
  tags: z.array(z.object({ tagId: z.int(), tests: z.int() })),
  issues: z.array(z.string()),
  suggestion: z.nullable(CauseSuggestion),
  /** The different failures that are one cause. Those that a person merged say who did it and when. */
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

export const listCauses = defineCall({
  name: 'listCauses',
  summary: 'The failures of a launch by cause',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/causes',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InLaunch,
  answer: z.object({
    items: z.array(Cause),
    /** Causes of the launch before that no failure of this one has; empty while the launch is under way. */
    fixed: z.array(Cause),
    /** The last launch of the same name before. */
    comparedWith: z.nullable(z.object({ launchId: z.int(), launchNumber: z.int(), build: z.nullable(z.string()) })),
    causesTotal: z.int(),
    failures: z.int(),
    /** Failures without a message, which cannot be grouped. */
    withoutText: z.int(),
  }),
})
export type CausesAnswer = z.infer<typeof listCauses.answer>

/** Tests that had one tag and issue and were given others. */
export const AcceptedGroup = z.object({
  ids: z.array(z.int()).check(z.minLength(1), z.maxLength(LIMITS.causeTests)),
  before: z.object({ tagId: z.nullable(z.int()), userFeedbackRequired: z.boolean(), issueId: z.nullable(IssueId) }),
  after: z.object({ tagId: z.nullable(z.int()), issueId: z.nullable(IssueId) }),
})
export type AcceptedGroup = z.infer<typeof AcceptedGroup>

/**
 * Gives the failures of these causes the suggested tag and issue. Only failures that nobody has sorted change: those whose tag was assigned
 * automatically or is still to be investigated, and those without an issue. Tags need reporting-stacktrace-labels-assign, issues
 * reporting-issues-modify.
 */
export const acceptSuggestions = defineCall({
  name: 'acceptSuggestions',
  summary: 'Accepts suggested failure tags and issues for causes of a launch',
  method: 'POST',
  path: '/api/projects/:projectKey/launches/:launchId/causes/accepted',
  access: { project: 'launches:write' },
  feature: 'test-automation',
  params: InLaunch,
  body: z.object({
    causes: z
      .array(z.object({ key: failureKey, tagId: z.nullable(z.int()), issueId: z.nullable(IssueId) }))
      .check(z.minLength(1), z.maxLength(CAUSES_MOST)),
  }),
  /** What to send to take it back. `isMore`: there are more tests than one call changes. */
  answer: z.object({ tests: z.int(), groups: z.array(AcceptedGroup), isMore: z.boolean() }),
})
export type AcceptedSuggestions = z.infer<typeof acceptSuggestions.answer>

/** Tests that somebody changed since stay as they are. */
export const undoAccepted = defineCall({
  name: 'undoAccepted',
  summary: 'Takes accepted suggestions back',
  method: 'POST',
  path: '/api/projects/:projectKey/launches/:launchId/causes/taken-back',
  access: { project: 'launches:write' },
  feature: 'test-automation',
  params: InLaunch,
  body: z.object({ groups: z.array(AcceptedGroup).check(z.minLength(1), z.maxLength(CAUSES_MOST * 10)) }),
  answer: z.object({ tests: z.int() }),
})

const InCause = z.object({ ...InProject.shape, failureKey })

/** Of the whole project. 409 when the cause was merged into another one meanwhile. `moved`: causes that had been merged into it before. */
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

/** 409 when it is no longer part of `from`. `withKeys` stay merged with it: what takes a merge back sends them. */
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
