import { z } from 'zod/mini'
import { RunState } from './commands.ts'
import { RunCase } from './run-cases.ts'

/**
 * Event of a run. `cases` contains the changed rows; null for more than `LIMITS.runRowsPerMessage`: clients then request the rows that changed
 * since their revision. `isWhole`: fields of the run or its set of cases also changed.
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
