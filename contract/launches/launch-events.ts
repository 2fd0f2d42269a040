import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { LiveMessage } from '../live.ts'
import { InLaunch } from './launches.ts'

/**
 * What a launch's past is folded from. `events`: what the live channel told. `tests`: starts and ends of the tests as they are
 * stored now, in the order of time, because the events say less: some have been deleted (`pruned`), or the launch was reported
 * after it had ended (`late`). Changes that people made later are not told of `tests`.
 */
export const HISTORY_SOURCES = ['events', 'tests'] as const
export const HistorySource = z.enum(HISTORY_SOURCES)
export type HistorySource = z.infer<typeof HistorySource>

/**
 * What happened to a launch's tests, page by page and oldest first, as messages of the live channel. Whoever folds all of it up to
 * a moment knows the tests as they were. `next` is the `after` of the next page, null at the end. Changes of the launch's own row
 * are in its project's stream, not here.
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
    /** So many days events are kept. */
    keptDays: z.int(),
    events: z.array(LiveMessage).check(z.maxLength(LIMITS.replayEvents)),
    last: z.int(),
    next: z.nullable(z.int()),
  }),
})
export type LaunchEvents = z.infer<typeof listLaunchEvents.answer>
