import { z } from 'zod/mini'

/**
 * What an event of the repository touched. `suites`: suites themselves, or where they stand. `suiteIds`: suites whose cases are other ones
 * now, or stand elsewhere. `caseIds`: the cases; null for more than `LIMITS.changedCasesTold`.
 */
export const RepositoryChange = z.object({
  suites: z.boolean(),
  suiteIds: z.array(z.int()),
  caseIds: z.nullable(z.array(z.int())),
})
export type RepositoryChange = z.infer<typeof RepositoryChange>
