import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InLaunch } from './launches.ts'

/** Tests that something happened to: how many, and the ids of the first of them. */
export const NewsOfTests = z.object({
  count: z.int(),
  ids: z.array(z.int()).check(z.maxLength(LIMITS.testsById)),
})
export type NewsOfTests = z.infer<typeof NewsOfTests>

/** Whoever comes back within this time goes on with their visit, and finds the same news again. */
export const VISIT_GAP_MINUTES = 30

/** What happened to a launch since its reader's last visit. What they did themselves is no news. */
export const LaunchNews = z.object({
  /** When the last visit ended; null in a first one, which has no news. */
  since: z.nullable(z.string()),
  hasEnded: z.boolean(),
  /** Tests that ended, and those of them that are failed now. */
  finished: NewsOfTests,
  failed: NewsOfTests,
  /** Tests that other people gave a failure tag, an issue or a result. Not known after `EVENT_RETENTION_DAYS`. */
  tagged: NewsOfTests,
  linked: NewsOfTests,
  marked: NewsOfTests,
  /** The launch was reviewed by somebody else. */
  review: z.nullable(z.object({ by: z.nullable(z.object({ id: z.int(), username: z.string() })), at: z.string() })),
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

/** Records that the person has seen everything up to now. `isRead` also dismisses the news of earlier visits. */
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
