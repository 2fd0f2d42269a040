import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { DEFAULT_REPORT_DAYS, REPORT_DAYS } from '../reports/filters.ts'
import { inTimeZone } from '../time-zone.ts'

/** Dimension by which engine time is summed. */
export const ENGINE_BREAKDOWNS = ['project', 'launcher'] as const
export const EngineBreakdown = z.enum(ENGINE_BREAKDOWNS)
export type EngineBreakdown = z.infer<typeof EngineBreakdown>

/** Maximum rows of a breakdown in one answer. */
export const MAX_ENGINE_ROWS = 200

/** Sums of the launches that an engine started to run. Times in seconds; waiting time is from enqueuing until an engine took the launch. */
const Used = z.object({
  launches: z.int(),
  engineSeconds: z.number(),
  medianWaitSeconds: z.number(),
  maxWaitSeconds: z.number(),
})
export type EngineUsed = z.infer<typeof Used>

/** In long ranges, `day` is the first day of a week (`unitOf`). `maxQueued`: maximum number of launches that waited at the same time. */
export const EnginePoint = z.extend(Used, { day: z.string(), maxQueued: z.int() })
export type EnginePoint = z.infer<typeof EnginePoint>

/** `launcher` is null in a breakdown by project, and for launches of a deleted launcher. */
export const EngineRow = z.extend(Used, {
  project: z.object({ key: z.string(), name: z.string() }),
  launcher: z.nullable(z.object({ id: z.int(), repoId: z.int(), name: z.string() })),
})
export type EngineRow = z.infer<typeof EngineRow>

export const EngineUtilizationQuery = z.object({
  days: z._default(z.enum(REPORT_DAYS), DEFAULT_REPORT_DAYS),
  ...inTimeZone,
  by: z._default(EngineBreakdown, 'project'),
})
export type EngineUtilizationQuery = z.infer<typeof EngineUtilizationQuery>

/**
 * Time that engines ran launches of launchers, and time that launches waited for an engine. Each attempt of a launch counts on the day on
 * which it started; running attempts count up to now. Excludes deleted launches (WNAV-11).
 */
export const getEngineUtilization = defineCall({
  name: 'getEngineUtilization',
  summary: 'Engine time and waiting time of launches, over time and by project or launcher',
  method: 'GET',
  path: '/api/workspace/engine-utilization',
  access: { workspace: 'BILLING' },
  feature: 'launcher',
  query: EngineUtilizationQuery,
  answer: z.object({
    total: Used,
    /** Omits days without a launch. */
    points: z.array(EnginePoint),
    /** Most engine time first. */
    rows: z.array(EngineRow),
    /** Whether rows are missing in the answer. */
    isCut: z.boolean(),
    now: z.object({ queued: z.int(), running: z.int(), oldestQueuedAt: z.nullable(z.string()) }),
  }),
})
export type EngineUtilization = z.infer<typeof getEngineUtilization.answer>
