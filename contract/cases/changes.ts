import { z } from 'zod/mini'

/**
 * Parts of the repository that an event changed. `suites`: suites or their places. `suiteIds`: suites whose set or order of cases changed.
 * `caseIds`: the changed cases; null for more than `LIMITS.changedCasesListed`. `sharedSteps`: shared steps of the project.
 */
export const RepositoryChange = z.object({
  suites: z.boolean(),
  suiteIds: z.array(z.int()),
  caseIds: z.nullable(z.array(z.int())),
  sharedSteps: z._default(z.boolean(), false),
})
export type RepositoryChange = z.infer<typeof RepositoryChange>
