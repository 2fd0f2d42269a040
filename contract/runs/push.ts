import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { InRun, RUN_GATES, RUNS_PATH } from './runs.ts'

/**
 * Records the results of launches' tests for the linked cases of the run (ACTIONS-07). Idempotent: each attempt is recorded once. 400 names
 * launches that are not in the project, 409 for a closed run.
 */
export const pushLaunchResults = defineCall({
  name: 'pushLaunchResults',
  summary: 'Records results of launches in a test run',
  method: 'POST',
  path: `${RUNS_PATH}/:runId/push`,
  access: { project: 'launches:manage' },
  ...RUN_GATES,
  params: InRun,
  body: z.object({
    launchIds: z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(100)),
  }),
  /** Number of new results. */
  answer: z.object({ results: z.int() }),
})
