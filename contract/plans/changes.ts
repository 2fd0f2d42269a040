import { z } from 'zod/mini'

/** What an event touched: a plan, or which runs it has. Results of its runs are told by the runs. */
export const PlanChange = z.object({ planId: z.int(), revision: z.int(), isDeleted: z.boolean() })
export type PlanChange = z.infer<typeof PlanChange>
