import { z } from 'zod/mini'
import { callsOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { InProject } from '../projects/projects.ts'

const MAX_DAYS = 3650
const days = z.nullable(
  z
    .int('Enter a whole number')
    .check(z.minimum(1, 'Must be at least 1'), z.maximum(MAX_DAYS, `Must be at most ${MAX_DAYS}`)),
)

/** Parts of results with days of their own. */
export const RETENTION_FIELDS = ['launchDays', 'logDays', 'attachmentDays', 'videoDays', 'exploratoryDays'] as const
export type RetentionField = (typeof RETENTION_FIELDS)[number]

/**
 * Days after which results of a project are deleted; null: never. A launch's age counts from its end, or from its arrival at the server if that
 * was later; the age of an exploratory session from its end.
 */
export const RetentionPolicy = z.object({
  /** Whole launches. */
  launchDays: days,
  /** Log lines of launches that remain. */
  logDays: days,
  /** Screenshots, traces and other files of launches that remain. */
  attachmentDays: days,
  /** Videos of launches that remain. */
  videoDays: days,
  /** Screenshots and recordings of closed exploratory sessions, which remain. */
  exploratoryDays: days,
  /** Launches of a milestone remain with everything. */
  keepsMilestones: z.boolean(),
})
export type RetentionPolicy = z.infer<typeof RetentionPolicy>

export const NO_RETENTION: RetentionPolicy = {
  launchDays: null,
  logDays: null,
  attachmentDays: null,
  videoDays: null,
  exploratoryDays: null,
  keepsMilestones: true,
}

/**
 * Why a launch that is old enough remains. The first that applies counts.
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
    body: withExpected(
      z.object({
        launchDays: z.optional(days),
        logDays: z.optional(days),
        attachmentDays: z.optional(days),
        videoDays: z.optional(days),
        exploratoryDays: z.optional(days),
        keepsMilestones: z.optional(z.boolean()),
      }),
    ),
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

const daysInQuery = z.optional(z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(MAX_DAYS))))

/** Applies a policy without deleting anything. Days that are not given: never. */
export const previewRetention = retentionCalls.get('previewRetention', 'What a retention policy would delete now', {
  path: '/preview',
  query: z.object({
    launchDays: daysInQuery,
    logDays: daysInQuery,
    attachmentDays: daysInQuery,
    videoDays: daysInQuery,
    exploratoryDays: daysInQuery,
    keepsMilestones: z._default(z.enum(['true', 'false']), 'true'),
  }),
  answer: z.object({
    deleted: StoredAmounts,
    /** Launches to be deleted whose logs and files are not counted yet. */
    uncounted: z.int(),
    /** Launches that are old enough to be deleted, and remain. */
    kept: z.array(z.object({ reason: KeepReason, launches: z.int() })),
  }),
})
export type RetentionPreview = z.infer<typeof previewRetention.answer>
