import { z } from 'zod/mini'

/**
 * What an event of the repository touched. `suites`: suites themselves, or where they stand. `suiteIds`: suites whose cases are other ones
 * now, or stand elsewhere. `caseIds`: the cases; null for more than `LIMITS.changedCasesTold`.
 * `sharedSteps`: some of the project's shared steps.
 */
export const RepositoryChange = z.object({
  suites: z.boolean(),
  suiteIds: z.array(z.int()),
  caseIds: z.nullable(z.array(z.int())),
  sharedSteps: z._default(z.boolean(), false),
})
export type RepositoryChange = z.infer<typeof RepositoryChange>
