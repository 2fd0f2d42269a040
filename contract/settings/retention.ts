import { z } from 'zod/mini'
import { callsOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { InProject } from '../projects/projects.ts'

export const MAX_DAYS = 3650
const days = z
  .int('Enter a whole number')
  .check(z.minimum(1, 'Must be at least 1'), z.maximum(MAX_DAYS, `Must be at most ${MAX_DAYS}`))

/** Limits of size are whole megabytes, so that the page shows each exactly. */
export const MEGABYTE = 1_000_000
export const GIGABYTE = 1_000_000_000
export const MAX_GIGABYTES = 1_000_000
const maxBytes = z
  .int('Enter a whole number')
  .check(
    z.minimum(MEGABYTE, 'Must be at least 1 MB'),
    z.maximum(MAX_GIGABYTES * GIGABYTE, `Must be at most ${MAX_GIGABYTES} GB`),
    z.multipleOf(MEGABYTE, 'Enter whole megabytes'),
  )

/**
 * Days after which results of a project are deleted, and bytes above which the oldest are deleted until the rest fits; null: no limit. Whichever
 * limit applies first counts. A launch's age counts from its end, or from its arrival at the server if that was later; the age of an exploratory
 * session from its end. What remains for another reason (`KEEP_REASONS`, open sessions) counts towards the bytes.
 */
export const RetentionPolicy = z.object({
  /** Whole launches; bytes of logs, attachments and videos together. Launches that take nothing do not count as above the limit. */
  launchDays: z.nullable(days),
  maxLaunchBytes: z.nullable(maxBytes),
  /** Log lines of launches that remain. */
  logDays: z.nullable(days),
  maxLogBytes: z.nullable(maxBytes),
  /** Screenshots, traces and other files of launches that remain. */
  attachmentDays: z.nullable(days),
  maxAttachmentBytes: z.nullable(maxBytes),
  /** Videos of launches that remain. */
  videoDays: z.nullable(days),
  maxVideoBytes: z.nullable(maxBytes),
  /** Screenshots and recordings of closed exploratory sessions, which remain. */
  exploratoryDays: z.nullable(days),
  maxExploratoryBytes: z.nullable(maxBytes),
  /** Launches of a milestone remain with everything. */
  keepsMilestones: z.boolean(),
})
export type RetentionPolicy = z.infer<typeof RetentionPolicy>

/** Parts of results with limits of their own. */
export const RETENTION_PARTS = ['launches', 'logs', 'attachments', 'videos', 'media'] as const
const RetentionPart = z.enum(RETENTION_PARTS)
export type RetentionPart = z.infer<typeof RetentionPart>

/** Fields of a policy with the limits of each part. */
export const LIMIT_FIELDS = {
  launches: { days: 'launchDays', maxBytes: 'maxLaunchBytes' },
  logs: { days: 'logDays', maxBytes: 'maxLogBytes' },
  attachments: { days: 'attachmentDays', maxBytes: 'maxAttachmentBytes' },
  videos: { days: 'videoDays', maxBytes: 'maxVideoBytes' },
  media: { days: 'exploratoryDays', maxBytes: 'maxExploratoryBytes' },
} as const satisfies Record<
  RetentionPart,
  { days: keyof RetentionPolicy & `${string}Days`; maxBytes: keyof RetentionPolicy & `${string}Bytes` }
>

export interface RetentionLimits {
  days: number | null
  maxBytes: number | null
}

/** Returns the limits of one part. */
export const limitsOf = (policy: RetentionPolicy, part: RetentionPart): RetentionLimits => ({
  days: policy[LIMIT_FIELDS[part].days],
  maxBytes: policy[LIMIT_FIELDS[part].maxBytes],
})

export const NO_RETENTION: RetentionPolicy = {
  launchDays: null,
  maxLaunchBytes: null,
  logDays: null,
  maxLogBytes: null,
  attachmentDays: null,
  maxAttachmentBytes: null,
  videoDays: null,
  maxVideoBytes: null,
  exploratoryDays: null,
  maxExploratoryBytes: null,
  keepsMilestones: true,
}

/**
 * Why a launch that a limit applies to remains. The first that applies counts.
 * - `inProgress`, `pinned`, `milestone`, `publicLink`: it remains with everything.
 * - `flakyRules`, `quarantine`: the rules for flaky tests, or the quarantine, look at its results; its logs and files do not remain.
 */
export const KEEP_REASONS = ['inProgress', 'pinned', 'milestone', 'publicLink', 'flakyRules', 'quarantine'] as const
export const KeepReason = z.enum(KEEP_REASONS)
export type KeepReason = z.infer<typeof KeepReason>

/** Counts and sizes of stored or deleted results. A file of several launches counts for each of them. */
export const StoredAmounts = z.object({
  launches: z.int(),
  logLines: z.int(),
  logBytes: z.int(),
  attachments: z.int(),
  attachmentBytes: z.int(),
  videos: z.int(),
  videoBytes: z.int(),
  media: z.int(),
  mediaBytes: z.int(),
})
export type StoredAmounts = z.infer<typeof StoredAmounts>

export const NO_AMOUNTS: StoredAmounts = {
  launches: 0,
  logLines: 0,
  logBytes: 0,
  attachments: 0,
  attachmentBytes: 0,
  videos: 0,
  videoBytes: 0,
  media: 0,
  mediaBytes: 0,
}

export const bytesOf = ({ logBytes, attachmentBytes, videoBytes, mediaBytes }: StoredAmounts): number =>
  logBytes + attachmentBytes + videoBytes + mediaBytes

const retentionCalls = callsOf({
  path: '/api/projects/:projectKey/retention',
  params: InProject,
  read: { project: 'launches:read' },
  write: { project: 'settings:write' },
  feature: 'test-automation',
})

export const getRetention = retentionCalls.get('getRetention', 'Retention of results of a project', {
  answer: RetentionPolicy,
})

/** An edit as in `concurrent-edits.ts`. The next run follows within a minute. */
export const updateRetention = retentionCalls.patch(
  'updateRetention',
  'Changes the retention of results of a project',
  {
    body: withExpected(z.partial(RetentionPolicy)),
    answer: RetentionPolicy,
  },
)

/** `uncounted`: ended launches whose logs and files are not part of the amounts yet. They are counted in the background. */
export const getRetentionUsage = retentionCalls.get('getRetentionUsage', 'What the results of a project take', {
  path: '/usage',
  answer: z.object({
    stored: StoredAmounts,
    uncounted: z.int(),
    /** Last run; `deleted` is null while it runs. */
    lastRun: z.nullable(z.object({ at: z.string(), deleted: z.nullable(StoredAmounts) })),
  }),
})
export type RetentionUsage = z.infer<typeof getRetentionUsage.answer>

const inQuery = <Limit extends z.ZodMiniType<number, number>>(limit: Limit) =>
  z._default(z.nullable(z.pipe(z.coerce.number(), limit)), null)

/** Applies a policy without deleting anything. Limits that are not given: none. */
export const previewRetention = retentionCalls.get('previewRetention', 'What a retention policy would delete now', {
  path: '/preview',
  query: z.object({
    launchDays: inQuery(days),
    maxLaunchBytes: inQuery(maxBytes),
    logDays: inQuery(days),
    maxLogBytes: inQuery(maxBytes),
    attachmentDays: inQuery(days),
    maxAttachmentBytes: inQuery(maxBytes),
    videoDays: inQuery(days),
    maxVideoBytes: inQuery(maxBytes),
    exploratoryDays: inQuery(days),
    maxExploratoryBytes: inQuery(maxBytes),
    keepsMilestones: z._default(z.enum(['true', 'false']), 'true'),
  }),
  answer: z.object({
    deleted: StoredAmounts,
    /**
     * Launches whose logs and files are not counted yet: those to be deleted, and with limits of size all that have ended, because the next run
     * counts them first.
     */
    uncounted: z.int(),
    /** Launches that a limit of whole launches applies to, and that remain. */
    kept: z.array(z.object({ reason: KeepReason, launches: z.int() })),
    /**
     * Limits of size that deleting does not reach: `bytes` is what remains, `reasons` are those of the launches that contain it. Media remain
     * because of open sessions.
     */
    unreached: z.array(
      z.object({ part: RetentionPart, maxBytes: z.int(), bytes: z.int(), reasons: z.array(KeepReason) }),
    ),
  }),
})
export type RetentionPreview = z.infer<typeof previewRetention.answer>
