import { z } from 'zod/mini'
import { defineCall } from '../call.ts'
import { InProject } from '../projects/projects.ts'
import { RUN_GATES } from './runs.ts'

/** Open test runs and plans of a milestone. Cases are those of the open runs, with or without a plan. */
export const MilestoneRuns = z.object({
  milestoneId: z.int(),
  /** Number of runs without those of plans. */
  runs: z.int(),
  plans: z.int(),
  cases: z.int(),
  /** Cases whose last result completes them. */
  done: z.int(),
})
export type MilestoneRuns = z.infer<typeof MilestoneRuns>

export const listMilestoneRuns = defineCall({
  name: 'listMilestoneRuns',
  summary: 'How far the open test runs and plans of each milestone are',
  method: 'GET',
  path: '/api/projects/:projectKey/milestone-test-runs',
  access: { project: 'runs:read' },
  ...RUN_GATES,
  params: InProject,
  answer: z.object({ items: z.array(MilestoneRuns) }),
})
