import { z } from 'zod/mini'
import { RunState } from './commands.ts'
import { RunCase } from './run-cases.ts'

/**
 * What an event of a run touched. `cases` holds the rows as they are now; null for more than `LIMITS.runRowsTold`: whoever shows the run
 * then reads those that changed since the revision it knows. `isWhole`: fields of the run, or which cases it has, changed too.
 */
export const RunChange = z.object({
  runId: z.int(),
  planId: z.nullable(z.int()),
  isDeleted: z.boolean(),
  isWhole: z.boolean(),
  /** Null for a deleted run. */
  state: z.nullable(RunState),
  cases: z.nullable(z.array(RunCase)),
})
export type RunChange = z.infer<typeof RunChange>
