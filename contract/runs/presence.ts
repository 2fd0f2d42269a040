import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { ProjectUser } from '../projects/people.ts'
import { InRun, RUN_GATES, RUNS_PATH } from './runs.ts'

/**
 * Interval at which a page reports its place, silence after which a user counts as gone, and the maximum number of cases that the next one
 * is chosen from.
 */
export const PRESENCE = { everyMs: 10_000, goneMs: 35_000, maxCandidates: 500 } as const

export const PresentUser = z.object({
  user: ProjectUser,
  /** Null for the list of cases. */
  caseId: z.nullable(z.int()),
})
export type PresentUser = z.infer<typeof PresentUser>

/**
 * Reports the caller's place, and answers who else is in the run. `isLeaving` removes the caller immediately. With `oneOf`, the caller wants to
 * open one of these cases: the first that has no result and where nobody else is, else the first. Two callers never get the same free case.
 */
export const reportPresence = defineCall({
  name: 'reportPresence',
  summary: 'Says which case of a test run somebody looks at, and tells who else is there',
  method: 'POST',
  path: `${RUNS_PATH}/:runId/presence`,
  access: { project: 'runs:read' },
  ...RUN_GATES,
  params: InRun,
  body: z.object({
    caseId: z.nullable(z.int().check(z.minimum(1))),
    isLeaving: z._default(z.boolean(), false),
    oneOf: z._default(z.array(z.int().check(z.minimum(1))).check(z.maxLength(PRESENCE.maxCandidates)), []),
  }),
  /** `caseId`: the caller's place. */
  answer: z.object({ items: z.array(PresentUser), caseId: z.nullable(z.int()) }),
})
