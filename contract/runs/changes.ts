import { z } from 'zod/mini'
import { RunState } from './commands.ts'
import { RunCase } from './run-cases.ts'

/**
 * Event of a run. `cases` holds the changed rows, or null for more than `LIMITS.runRowsTold`: then clients request the rows that changed
 * since the revision they hold. `isWhole`: fields of the run or its set of cases changed, too.
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
