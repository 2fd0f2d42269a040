import { z } from 'zod/mini'
import { callsOf, defineCall, pathOf } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { InProject } from '../projects/projects.ts'
import { InLaunch } from './launches.ts'

const launchIds = (max: number) =>
  z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(max, `At most ${max} launches at once`))

/** Ids of changed launches, and reasons for those that were not changed. */
const Outcome = z.object({
  done: z.array(z.int()),
  refused: z.array(z.object({ launchId: z.int(), message: z.string() })),
})

const projectCalls = callsOf({
  path: '/api/projects/:projectKey',
  params: InProject,
  read: { project: 'launches:read' },
  write: { project: 'launches:manage' },
  feature: 'test-automation',
})

/**
 * `milestoneId`: an open milestone of the project, 400 for any other; null removes the launches from their milestone. Launches that are no longer in
 * the `seen` milestone are left out; without it, nothing is compared.
 */
export const assignLaunchesToMilestone = projectCalls.post(
  'assignLaunchesToMilestone',
  'Assigns launches to a milestone',
  {
    path: '/launches/milestone',
    body: z.object({
      launchIds: launchIds(100),
      milestoneId: z.nullable(z.int().check(z.minimum(1))),
      /** Names of milestones. */
      seen: z.optional(
        z.array(z.object({ launchId: z.int(), milestone: z.nullable(z.string()) })).check(z.maxLength(100)),
      ),
    }),
    answer: Outcome,
  },
)

export const SHARE_TEXTS = {
  required: 'This field is required',
  invalid: 'Please make sure that input contains valid email addresses only',
  message: 'Must be between 0 and 500 characters',
  sent: 'Launch reports were successfully sent',
} as const

export const ShareFields = z.object({
  recipients: z
    .array(z.email(SHARE_TEXTS.invalid).check(z.maxLength(254)))
    .check(z.minLength(1, SHARE_TEXTS.required), z.maxLength(50, 'At most 50 people at once')),
  message: z._default(z.string().check(z.trim(), z.maxLength(500, SHARE_TEXTS.message)), ''),
})

/**
 * Mails a summary of ended launches to users of the project. Other recipients are not allowed, because any user in the project may send
 * (SHARE-02, SHARE-04): 400 names each unknown address. 409 for a launch in progress. `kept`: no mail server is configured, so the
 * mails are stored as files in the server's data folder.
 */
export const mailLaunches = projectCalls.post('mailLaunches', 'Sends reports of launches by e-mail', {
  path: '/launches/mail',
  access: { project: 'launches:read' },
  body: z.extend(ShareFields, { launchIds: launchIds(LIMITS.launchesMailed) }),
  answer: z.object({ sent: z.int(), kept: z.boolean() }),
})

/** Users of the project with an e-mail address (SHARE-02, SHARE-03). */
export const listRecipients = projectCalls.get('listRecipients', 'People whom launch reports can be sent to', {
  path: '/launch-recipients',
  answer: z.object({
    items: z.array(z.object({ id: z.int(), name: z.string(), email: z.string(), photoUrl: z.nullable(z.string()) })),
  }),
})

/** Streams the launch as one HTML file. Answers 409 while the launch is in progress (ACTIONS-01). */
export const exportLaunch = defineCall({
  name: 'exportLaunch',
  summary: 'A launch with its tests as one HTML file',
  method: 'GET',
  path: '/api/projects/:projectKey/launches/:launchId/html',
  access: { project: 'launches:read' },
  feature: 'test-automation',
  params: InLaunch,
})
export const exportLaunchPath = (projectKey: string, launchId: number): string =>
  pathOf(exportLaunch.path, { projectKey, launchId })
