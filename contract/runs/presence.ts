import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { ProjectPerson } from '../projects/people.ts'
import { InRun, RUN_GATES, RUNS_PATH } from './runs.ts'

/** Interval at which a page reports its place, and silence after which a person counts as gone. */
export const PRESENCE = { everyMs: 10_000, goneMs: 35_000 } as const

export const PresentPerson = z.object({
  person: ProjectPerson,
  /** Null for the list of cases. */
  caseId: z.nullable(z.int()),
})
export type PresentPerson = z.infer<typeof PresentPerson>

/** Reports the caller's place, and answers who else is in the run. `isLeaving` removes the caller immediately. */
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
  }),
  answer: z.object({ items: z.array(PresentPerson) }),
})
