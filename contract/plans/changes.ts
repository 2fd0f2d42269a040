import { z } from 'zod/mini'

/** Event of a plan: its fields or its set of runs changed. Results of its runs are events of the runs. */
export const PlanChange = z.object({ planId: z.int(), revision: z.int(), isDeleted: z.boolean() })
export type PlanChange = z.infer<typeof PlanChange>
