import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { NamedUser } from '../projects/people.ts'
import { InLaunch } from './launches.ts'

/** Number of affected tests, and the ids of the first of them. */
export const NewsOfTests = z.object({
  count: z.int(),
  ids: z.array(z.int()).check(z.maxLength(LIMITS.testsById)),
})
export type NewsOfTests = z.infer<typeof NewsOfTests>

/** Opening the launch again within this time continues the visit, with the same news. */
export const VISIT_GAP_MINUTES = 30

/** Changes of a launch since the reader's last visit, without the reader's own changes. */
export const LaunchNews = z.object({
  /** End of the last visit; null for the first visit, which has no news. */
  since: z.nullable(z.string()),
  hasEnded: z.boolean(),
  /** Tests that ended, and those of them that are failed now. */
  finished: NewsOfTests,
  failed: NewsOfTests,
  /** Tests that other users gave a failure tag, an issue or a result. Unknown after `EVENT_RETENTION_DAYS`. */
  tagged: NewsOfTests,
  linked: NewsOfTests,
  marked: NewsOfTests,
  /** Review by another user. */
  review: z.nullable(z.object({ by: z.nullable(NamedUser), at: z.string() })),
})
export type LaunchNews = z.infer<typeof LaunchNews>

export const getLaunchNews = defineCall({
  name: 'getLaunchNews',
  summary: 'What happened to a launch since the last visit',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/news',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InLaunch,
  answer: LaunchNews,
})

/** Records that the user has seen all changes up to now. `isRead` also dismisses the news of earlier visits. */
export const recordLaunchVisit = defineCall({
  name: 'recordLaunchVisit',
  summary: 'Remembers that the launch has been seen',
  method: 'PUT',
  path: '/api/projects/:projectKey/launches/:launchId/visit',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InLaunch,
  body: z.object({ isRead: z.boolean() }),
})
