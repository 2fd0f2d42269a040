import { z } from 'zod/mini'
import { callsOf, defineCall, flagInQuery, idInPath, pageNumber, pageSizeOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { Statistics } from '../launches/launches.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'

/** A date without time and zone, as `YYYY-MM-DD`. */
export const Day = z.iso
  .date(TEXTS.dayFormat)
  .check(z.refine((day) => day >= '1900-01-01' && day <= '9999-12-31', TEXTS.dayFormat))

/** A milestone of a project (MILESTONES-10), with the results of its launches. */
export const Milestone = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  startDate: z.nullable(z.string()),
  dueDate: z.nullable(z.string()),
  completed: z.boolean(),
  /** Number of launches that refer to the milestone by id or name. */
  launches: z.int(),
  /** Test counts of all these launches. */
  statistics: Statistics,
})
export type Milestone = z.infer<typeof Milestone>

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: TEXTS.required, abort: true }),
    z.maxLength(LIMITS.milestoneName, TEXTS.nameTooLong(LIMITS.milestoneName)),
  )
const description = z
  .string()
  .check(z.trim(), z.maxLength(LIMITS.milestoneDescription, TEXTS.descriptionTooLong(LIMITS.milestoneDescription)))

/** Dates in the form `YYYY-MM-DD` are compared as text. */
export const isDueBeforeStart = ({
  startDate,
  dueDate,
}: {
  startDate: string | null
  dueDate: string | null
}): boolean => startDate !== null && dueDate !== null && dueDate < startDate

/** The name is unique in the project, ignoring case, because agents refer to milestones by name. */
export const MilestoneValues = z
  .object({
    name,
    description: z._default(description, ''),
    startDate: z._default(z.nullable(Day), null),
    dueDate: z._default(z.nullable(Day), null),
  })
  .check(z.refine((values) => !isDueBeforeStart(values), { path: ['dueDate'], error: TEXTS.dueBeforeStart }))
export type MilestoneValues = z.infer<typeof MilestoneValues>

/** An edit as in `concurrent-edits.ts`. */
export const MilestoneChange = withExpected(
  z.object({
    name: z.optional(name),
    description: z.optional(description),
    startDate: z.optional(z.nullable(Day)),
    dueDate: z.optional(z.nullable(Day)),
    completed: z.optional(z.boolean()),
  }),
)
export type MilestoneChange = z.infer<typeof MilestoneChange>

const path = '/api/projects/:projectKey/milestones'
const InMilestone = z.object({ ...inProject, milestoneId: idInPath })
const holding = { orHolding: 'reporting-milestones-access-private' } as const

/** Sorted by due date, milestones without one last, or by name; completed ones in reverse order. */
export const listMilestones = defineCall({
  name: 'listMilestones',
  summary: 'A page of the open or of the completed milestones of a project',
  method: 'GET',
  path,
  access: { project: 'milestones:read', ...holding },
  params: InProject,
  query: z.object({
    page: pageNumber,
    pageSize: pageSizeOf(LIMITS.milestonesPageSize, 10_000),
    completed: flagInQuery,
    sortBy: z._default(z.enum(['dueDate', 'name']), 'dueDate'),
  }),
  answer: z.object({ items: z.array(Milestone), totalResults: z.int(), totalPages: z.int() }),
})

const milestoneCalls = callsOf({
  path: `${path}/:milestoneId`,
  params: InMilestone,
  read: { project: 'settings:read' },
  write: { project: 'milestones:write', ...holding },
})

/** Plans, runs, launches and exploratory sessions refer to milestones, so every member may read one (PLANS-42). */
export const getMilestone = milestoneCalls.get('getMilestone', 'A milestone', {
  answer: Milestone,
})

/** 409 with a message at `name` when another one has it. */
export const createMilestone = defineCall({
  name: 'createMilestone',
  summary: 'Creates an open milestone',
  method: 'POST',
  path,
  access: { project: 'milestones:write', ...holding },
  params: InProject,
  body: MilestoneValues,
  answer: Milestone,
})

/** 409 with a message at `name` when another one has it, `stale` when edits collide; 400 at `dueDate` when it would be before the start. */
export const updateMilestone = milestoneCalls.patch(
  'updateMilestone',
  'Changes a milestone, or completes or reopens it',
  {
    body: MilestoneChange,
    answer: Milestone,
  },
)

export const deleteMilestone = milestoneCalls.delete(
  'deleteMilestone',
  'Deletes a milestone; the launches that name it stay',
)
