import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { DEFAULT_REPORT_DAYS, REPORT_DAYS } from '../reports/filters.ts'
import { inTimeZone } from '../time-zone.ts'

/** What engine time is added up by. */
export const ENGINE_BREAKDOWNS = ['project', 'launcher'] as const
export const EngineBreakdown = z.enum(ENGINE_BREAKDOWNS)
export type EngineBreakdown = z.infer<typeof EngineBreakdown>

/** Rows of a breakdown that an answer holds. */
export const ENGINE_ROWS_MOST = 200

/** Of the launches that an engine began to run. Times in seconds; waiting is from the queue until an engine took the launch. */
const Used = z.object({
  launches: z.int(),
  engineSeconds: z.number(),
  medianWaitSeconds: z.number(),
  mostWaitSeconds: z.number(),
})
export type EngineUsed = z.infer<typeof Used>

/** `day` is the first day of a week in long ranges (`unitOf`). `mostQueued`: launches that waited at once. */
export const EnginePoint = z.extend(Used, { day: z.string(), mostQueued: z.int() })
export type EnginePoint = z.infer<typeof EnginePoint>

/** `launcher` is null by project, and for launches whose launcher was deleted. */
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
 * How long engines ran for launchers, and how long launches waited for one. A launch counts on the day it began to run, each of its attempts by
 * itself; one that still runs counts up to now. Launches that were deleted are not in it (WNAV-11).
 */
export const getEngineUtilization = defineCall({
  name: 'getEngineUtilization',
  summary: 'Engine time and waiting time of launches, over time and by project or launcher',
  method: 'GET',
  path: '/api/workspace/engine-utilization',
  access: { workspace: 'billing:manage' },
  feature: 'launcher',
  query: EngineUtilizationQuery,
  answer: z.object({
    total: Used,
    /** Days without a launch are left out. */
    points: z.array(EnginePoint),
    /** Most engine time first. */
    rows: z.array(EngineRow),
    /** There are more rows. */
    isCut: z.boolean(),
    now: z.object({ queued: z.int(), running: z.int(), oldestQueuedAt: z.nullable(z.string()) }),
  }),
})
export type EngineUtilization = z.infer<typeof getEngineUtilization.answer>
