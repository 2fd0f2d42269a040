import { z } from 'zod/mini'
import { callsOf, chosenId, defineCall, idInPath, listInQuery, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { SelectedConfiguration } from '../settings/configurations.ts'
import { ProjectUser } from '../projects/people.ts'
import { RequirementReference } from '../settings/requirement-systems.ts'

const entityId = z.int().check(z.minimum(1))

const Charter = z.object({
  explore: z.string().check(z.maxLength(LIMITS.charterPart)),
  with: z.string().check(z.maxLength(LIMITS.charterPart)),
  toDiscover: z.string().check(z.maxLength(LIMITS.charterPart)),
})

const values = {
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: TEXTS.required, abort: true }),
      z.maxLength(LIMITS.exploratoryTitle, TEXTS.titleLength255),
    ),
  description: z
    .string()
    .check(z.maxLength(LIMITS.exploratoryDescription, TEXTS.descriptionTooLong(LIMITS.exploratoryDescription))),
  assigneeId: z.nullable(entityId),
  milestoneId: z.nullable(entityId),
  environmentId: z.nullable(entityId),
  configurations: z.array(SelectedConfiguration).check(z.maxLength(LIMITS.sessionConfigurations)),
  requirements: z.array(RequirementReference).check(z.maxLength(LIMITS.sessionRequirements)),
  timeBoxMinutes: z.nullable(z.int().check(z.minimum(1), z.maximum(LIMITS.timeBoxMinutes))),
}

/** Editable fields of a session (ESED-01, ESED-13). */
export const ExploratorySessionValues = z.object({
  title: values.title,
  /** Markdown. */
  description: z._default(values.description, ''),
  /** "Explore … with … to discover …": target, resources and information to find. Each may be empty. */
  charter: z._default(Charter, { explore: '', with: '', toDiscover: '' }),
  assigneeId: z._default(values.assigneeId, null),
  milestoneId: z._default(values.milestoneId, null),
  environmentId: z._default(values.environmentId, null),
  /** At most one option per group. */
  configurations: z._default(values.configurations, []),
  requirements: z._default(values.requirements, []),
  /** Planned duration; null for no limit. */
  timeBoxMinutes: z._default(values.timeBoxMinutes, null),
})
export type ExploratorySessionValues = z.infer<typeof ExploratorySessionValues>

/** A subset of the values, without their defaults. Omitted fields stay unchanged, or are not compared. */
export const ExploratorySessionChange = z.partial(z.object({ ...values, charter: Charter }))
export type ExploratorySessionChange = z.infer<typeof ExploratorySessionChange>

/** Number of observations of a type, with the current name and colour of the type, even if it is off or deleted. */
export const TypeCount = z.object({
  typeId: z.int(),
  name: z.string(),
  colorHex: z.string(),
  observations: z.int(),
  elapsedMillis: z.int(),
})
export type TypeCount = z.infer<typeof TypeCount>

/** A session in lists and comparisons. */
export const ExploratorySessionSummary = z.object({
  id: chosenId,
  title: z.string(),
  charter: z.object({ explore: z.string(), with: z.string(), toDiscover: z.string() }),
  closed: z.boolean(),
  /** Whether a clock runs on a device that has reported within `LIMITS.recordingSilenceMs`. */
  isRecording: z.boolean(),
  /** Time of the last report of a device whose clock was not stopped, ISO; absent if there is none. The device may be offline. */
  recordingHeardAt: z.optional(z.string()),
  /** Start of the running clock, shifted by the duration of its pauses. */
  recordingSince: z.optional(z.string()),
  assignee: z.nullable(ProjectUser),
  createdBy: ProjectUser,
  createdAt: z.string(),
  closedAt: z.nullable(z.string()),
  milestone: z.nullable(z.object({ id: z.int(), name: z.string() })),
  environment: z.nullable(z.object({ id: z.int(), name: z.string(), key: z.string(), deleted: z.boolean() })),
  timeBoxMinutes: z.nullable(z.int()),
  observations: z.int(),
  types: z.array(TypeCount),
  /**
   * Time spent, in milliseconds: the recorded time of all devices, or the sum of the observations' times if that is greater, for example
   * because nobody started the clock.
   */
  elapsedTimeInMillis: z.int(),
})
export type ExploratorySessionSummary = z.infer<typeof ExploratorySessionSummary>

export const ExploratorySession = z.extend(ExploratorySessionSummary, {
  description: z.string(),
  assigneeId: z.nullable(z.int()),
  milestoneId: z.nullable(z.int()),
  environmentId: z.nullable(z.int()),
  configurations: z.array(SelectedConfiguration),
  requirements: z.array(z.string()),
  /** Time recorded by clocks, in milliseconds. */
  recordedMillis: z.int(),
  /** Increases with every change of the session or of its observations. Of two snapshots, the one with the higher revision is newer. */
  revision: z.int(),
})
export type ExploratorySession = z.infer<typeof ExploratorySession>

const idsInQuery = listInQuery(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number)))

export const EXPLORATORY_PATH = '/api/projects/:projectKey/exploratory-sessions'
export const InExploratorySession = z.object({ ...inProject, exploratorySessionId: chosenId })
const gates = { feature: 'test-case-management' } as const

/** Newest first. Filters may name deleted environments and milestones. */
export const listExploratorySessions = defineCall({
  name: 'listExploratorySessions',
  summary: 'A page of the exploratory sessions of a project',
  method: 'GET',
  path: EXPLORATORY_PATH,
  access: { project: 'exploratory:read' },
  ...gates,
  params: InProject,
  query: z.object({
    q: z._default(z.string().check(z.trim(), z.maxLength(LIMITS.caseQuery)), ''),
    state: z._default(z.enum(['open', 'closed', 'all']), 'open'),
    assigneeId: idsInQuery,
    milestoneId: idsInQuery,
    environmentId: idsInQuery,
    sort: z._default(z.enum(['created', 'title', 'observations', 'elapsed']), 'created'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    page: pageNumber,
    pageSize: pageSizeOf(LIMITS.defaultPageSize, 100),
  }),
  answer: z.object({ items: z.array(ExploratorySessionSummary), _meta: PageMeta }),
})

const exploratorySessionCalls = callsOf({
  path: `${EXPLORATORY_PATH}/:exploratorySessionId`,
  params: InExploratorySession,
  read: { project: 'exploratory:read' },
  write: { project: 'exploratory:write' },
  ...gates,
})

export const getExploratorySession = exploratorySessionCalls.get('getExploratorySession', 'An exploratory session', {
  answer: z.object({ data: ExploratorySession }),
})

/** The caller may choose `id`. A retry with the same id returns the existing session and changes nothing. */
export const createExploratorySession = defineCall({
  name: 'createExploratorySession',
  summary: 'Creates an open exploratory session',
  method: 'POST',
  path: EXPLORATORY_PATH,
  access: { project: 'exploratory:write' },
  ...gates,
  params: InProject,
  body: z.extend(ExploratorySessionValues, { id: z.optional(chosenId) }),
  answer: z.object({ data: ExploratorySession }),
})

/** An edit as in `concurrent-edits.ts`. 409 for a closed session. */
export const updateExploratorySession = exploratorySessionCalls.put(
  'updateExploratorySession',
  'Changes an open exploratory session',
  {
    body: z.extend(ExploratorySessionChange, { expected: z.optional(ExploratorySessionChange) }),
    answer: z.object({ data: ExploratorySession }),
  },
)

/** Permanent: a closed session cannot be reopened (ESCL-01). A session that is already closed is returned unchanged. */
export const closeExploratorySession = exploratorySessionCalls.post(
  'closeExploratorySession',
  'Closes an exploratory session for good',
  {
    path: '/close',
    answer: z.object({ data: ExploratorySession }),
  },
)

/** Deletes the session with its observations, even if it is closed. */
export const deleteExploratorySession = exploratorySessionCalls.delete(
  'deleteExploratorySession',
  'Deletes an exploratory session with its observations',
)

/** Milestones to choose from (ESED-08), for users who may write sessions without permission to list milestones. */
export const listExploratoryMilestones = defineCall({
  name: 'listExploratoryMilestones',
  summary: 'Milestones that an exploratory session can be given',
  method: 'GET',
  path: '/api/projects/:projectKey/exploratory-milestones',
  access: { project: 'exploratory:read' },
  ...gates,
  params: InProject,
  query: z.object({
    page: pageNumber,
    pageSize: pageSizeOf(10_000, 10_000),
    completed: z._default(z.enum(['true', 'false', 'all']), 'false'),
  }),
  answer: z.object({
    items: z.array(z.object({ id: z.int(), name: z.string(), completed: z.boolean() })),
    _meta: PageMeta,
  }),
})

/** Members to whom a session can be assigned, by name (ESED-07). */
export const listProjectUsers = defineCall({
  name: 'listProjectUsers',
  summary: 'People of a project, whom an exploratory session can be given to',
  method: 'GET',
  path: '/api/projects/:projectKey/users',
  access: { project: 'exploratory:read' },
  ...gates,
  params: InProject,
  answer: z.object({ items: z.array(ProjectUser) }),
})

/** Kinds of settings to which exploratory sessions can refer. */
export const EXPLORATORY_USED = [
  'environment',
  'milestone',
  'configuration-group',
  'configuration-option',
  'observation-type',
  'user',
] as const
export type ExploratoryUsed = (typeof EXPLORATORY_USED)[number]

export const ExploratoryUses = z.object({
  sessions: z.int(),
  /** Number of these sessions that are open. */
  open: z.int(),
  observations: z.int(),
})
export type ExploratoryUses = z.infer<typeof ExploratoryUses>

/**
 * Counts the sessions and observations that refer to an object before a user deletes it; they keep their reference. For an observation
 * type: its observations and their sessions. For a user: the sessions assigned to them. 0 if nothing refers to the object or it does not
 * exist.
 */
export const countExploratoryUses = defineCall({
  name: 'countExploratoryUses',
  summary: 'How many exploratory sessions and observations refer to a thing of the settings',
  method: 'GET',
  path: '/api/projects/:projectKey/exploratory-uses',
  access: { project: 'exploratory:read' },
  ...gates,
  params: InProject,
  query: z.object({ kind: z.enum(EXPLORATORY_USED), id: idInPath }),
  answer: ExploratoryUses,
})
