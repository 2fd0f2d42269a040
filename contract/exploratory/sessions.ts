import { z } from 'zod/mini'
import { chosenId, defineCall, idInPath, listInQuery, PageMeta, pageNumber, pageSizeOf } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { TEXTS } from '../texts.ts'
import { SelectedConfiguration } from '../settings/configurations.ts'
import { ProjectPerson } from '../projects/people.ts'
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

/** What people write of a session (ESED-01, ESED-13). */
export const ExploratorySessionValues = z.object({
  title: values.title,
  /** Markdown. */
  description: z._default(values.description, ''),
  /** "Explore … with … to discover …": what, by what means, and what for. Each may be empty. */
  charter: z._default(Charter, { explore: '', with: '', toDiscover: '' }),
  assigneeId: z._default(values.assigneeId, null),
  milestoneId: z._default(values.milestoneId, null),
  environmentId: z._default(values.environmentId, null),
  /** One option of a group at most. */
  configurations: z._default(values.configurations, []),
  requirements: z._default(values.requirements, []),
  /** How long it is planned to take; null for no limit. */
  timeBoxMinutes: z._default(values.timeBoxMinutes, null),
})
export type ExploratorySessionValues = z.infer<typeof ExploratorySessionValues>

/** Some of the values; what is left out stays, or is not looked at. (Defaults would fill in what is left out.) */
export const ExploratorySessionChange = z.partial(z.object({ ...values, charter: Charter }))
export type ExploratorySessionChange = z.infer<typeof ExploratorySessionChange>

/** How many observations of a type; the type as it is now, also when it is off or deleted. */
export const TypeCount = z.object({
  typeId: z.int(),
  name: z.string(),
  colorHex: z.string(),
  observations: z.int(),
  elapsedMillis: z.int(),
})
export type TypeCount = z.infer<typeof TypeCount>

/** As lists and comparisons show it. */
export const ExploratorySessionSummary = z.object({
  id: chosenId,
  title: z.string(),
  charter: z.object({ explore: z.string(), with: z.string(), toDiscover: z.string() }),
  closed: z.boolean(),
  /** Clock of a device runs: one that has not been silent for longer than `LIMITS.recordingSilenceMs`. */
  isRecording: z.boolean(),
  /** Last report of a device whose clock was never stopped, ISO; absent if there is none. The device may be offline by now. */
  recordingHeardAt: z.optional(z.string()),
  /** Since when a clock runs: where it was paused, this is later by as much. */
  recordingSince: z.optional(z.string()),
  assignee: z.nullable(ProjectPerson),
  createdBy: ProjectPerson,
  createdAt: z.string(),
  closedAt: z.nullable(z.string()),
  milestone: z.nullable(z.object({ id: z.int(), name: z.string() })),
  environment: z.nullable(z.object({ id: z.int(), name: z.string(), key: z.string(), deleted: z.boolean() })),
  timeBoxMinutes: z.nullable(z.int()),
  observations: z.int(),
  types: z.array(TypeCount),
  /**
   * Time spent, in milliseconds: what the clock has recorded on all devices together, or what the observations add up to where
   * that is more, as when nobody started it.
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
  /** What the clock has recorded, in milliseconds. */
  recordedMillis: z.int(),
  /** Raised by every change of the session or of its observations: of two readings the one with the higher number is the later. */
  revision: z.int(),
})
export type ExploratorySession = z.infer<typeof ExploratorySession>

const idsInQuery = listInQuery(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number)))

export const EXPLORATORY_PATH = '/api/projects/:projectKey/exploratory-sessions'
export const InExploratorySession = z.object({ ...inProject, exploratorySessionId: chosenId })
const gates = { feature: 'test-case-management' } as const

/** The newest first. Environments and milestones of the filters may be deleted ones. */
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

export const getExploratorySession = defineCall({
  name: 'getExploratorySession',
  summary: 'An exploratory session',
  method: 'GET',
  path: `${EXPLORATORY_PATH}/:exploratorySessionId`,
  access: { project: 'exploratory:read' },
  ...gates,
  params: InExploratorySession,
  answer: z.object({ data: ExploratorySession }),
})

/** The caller may choose `id`. Repeating it returns the existing session and changes nothing. */
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
export const updateExploratorySession = defineCall({
  name: 'updateExploratorySession',
  summary: 'Changes an open exploratory session',
  method: 'PUT',
  path: `${EXPLORATORY_PATH}/:exploratorySessionId`,
  access: { project: 'exploratory:write' },
  ...gates,
  params: InExploratorySession,
  body: z.extend(ExploratorySessionChange, { expected: z.optional(ExploratorySessionChange) }),
  answer: z.object({ data: ExploratorySession }),
})

/** For good: there is no way to open it again (ESCL-01). A closed one is answered as it is. */
export const closeExploratorySession = defineCall({
  name: 'closeExploratorySession',
  summary: 'Closes an exploratory session for good',
  method: 'POST',
  path: `${EXPLORATORY_PATH}/:exploratorySessionId/close`,
  access: { project: 'exploratory:write' },
  ...gates,
  params: InExploratorySession,
  answer: z.object({ data: ExploratorySession }),
})

/** With its observations, also a closed one. */
export const deleteExploratorySession = defineCall({
  name: 'deleteExploratorySession',
  summary: 'Deletes an exploratory session with its observations',
  method: 'DELETE',
  path: `${EXPLORATORY_PATH}/:exploratorySessionId`,
  access: { project: 'exploratory:write' },
  ...gates,
  params: InExploratorySession,
})

/** Milestones that can be chosen (ESED-08): whoever may write a session needs no right to the list of milestones. */
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

/** Members by name, whom a session can be given to (ESED-07). */
export const listProjectUsers = defineCall({
  name: 'listProjectUsers',
  summary: 'People of a project, whom an exploratory session can be given to',
  method: 'GET',
  path: '/api/projects/:projectKey/users',
  access: { project: 'exploratory:read' },
  ...gates,
  params: InProject,
  answer: z.object({ items: z.array(ProjectPerson) }),
})

/** Things of the settings that exploratory sessions may refer to. */
export const EXPLORATORY_USED = [
  'environment',
  'milestone',
  'configuration-group',
  'configuration-option',
  'observation-type',
  'person',
] as const
export type ExploratoryUsed = (typeof EXPLORATORY_USED)[number]

export const ExploratoryUses = z.object({
  sessions: z.int(),
  /** Of those, the ones that are not closed. */
  open: z.int(),
  observations: z.int(),
})
export type ExploratoryUses = z.infer<typeof ExploratoryUses>

/**
 * How many sessions and observations name what somebody is about to delete: they stay, and go on naming it. Of an observation type: its
 * observations, and the sessions they stand in. Of a person: the sessions they were given. What nothing names, or is not there, counts 0.
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
