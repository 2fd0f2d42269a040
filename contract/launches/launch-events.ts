import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { LiveMessage } from '../live.ts'
import { InLaunch } from './launches.ts'

/**
 * Source of a launch's history. `events`: the recorded events of its tests. `tests`: start and end of each stored test, in chronological
 * order, without later changes by users. The server answers with `tests` when some events were deleted (`pruned`) or the launch was
 * reported after it had ended (`late`).
 */
export const HISTORY_SOURCES = ['events', 'tests'] as const
export const HistorySource = z.enum(HISTORY_SOURCES)
export type HistorySource = z.infer<typeof HistorySource>

/** A failure and its current cause. */
export const FailureCause = z.object({
  failureKey: z.string(),
  /** Failure key of the cause: the failure's own, unless users merged it into another cause. */
  causeKey: z.string(),
  /** First line of the failure; empty if no test has this failure any more. `detail` distinguishes failures with the same line. */
  label: z.string(),
  detail: z.nullable(z.string()),
})
export type FailureCause = z.infer<typeof FailureCause>

/**
 * Returns a page of the events of a launch's tests, oldest first, as live messages. Folding all events up to a time gives the tests at that
 * time. `causes` contains the cause of each failure in these events. `next` is the `after` of the next page; null on the last page. Changes
 * of the launch itself are in the project's stream and not included.
 */
export const listLaunchEvents = defineCall({
  name: 'listLaunchEvents',
  summary: 'Events of a launch, oldest first',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/events',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InLaunch,
  query: z.object({
    after: z._default(z.pipe(z.coerce.number(), z.int().check(z.minimum(0))), 0),
  }),
  answer: z.object({
    source: HistorySource,
    /** Why the source is `tests`; null for `events`. */
    reason: z.nullable(z.enum(['pruned', 'late'])),
    /** Retention of events in days. */
    keptDays: z.int(),
    events: z.array(LiveMessage).check(z.maxLength(LIMITS.replayEvents)),
    causes: z._default(z.array(FailureCause), []),
    last: z.int(),
    next: z.nullable(z.int()),
  }),
})
export type LaunchEvents = z.infer<typeof listLaunchEvents.answer>
