import { z } from 'zod/mini'
import { BODY_BYTES, callsOf } from '../call.ts'
import { InProject } from '../projects/projects.ts'
import { entryId, SavedBy, version } from './held-list.ts'

/** Icons of priorities, automation states and options of dropdown fields. */
export const ENTRY_ICONS = [
  'arrow-up-double',
  'arrow-up',
  'equal',
  'arrow-down',
  'arrow-down-double',
  'flag',
  'fire',
  'star',
  'bolt',
  'shield',
  'bug',
  'hand',
  'robot',
  'gear',
  'clock',
  'check',
  'cross',
  'question',
  'circle',
  'diamond',
] as const
export const EntryIcon = z.enum(ENTRY_ICONS)
export type EntryIcon = z.infer<typeof EntryIcon>

/** A priority or an automation state of test cases (PRIO-04). `caseAttributeFaults` validates a whole list. */
export const CaseAttribute = z.object({
  id: entryId,
  name: z.string(),
  icon: EntryIcon,
  isDefault: z.boolean(),
  relativePosition: z.int(),
})
export type CaseAttribute = z.infer<typeof CaseAttribute>

export const StoredCaseAttribute = z.extend(CaseAttribute, { id: z.int() })
export type StoredCaseAttribute = z.infer<typeof StoredCaseAttribute>

export const CaseAttributes = z.object({ version, savedBy: SavedBy, items: z.array(StoredCaseAttribute) })
export type CaseAttributes = z.infer<typeof CaseAttributes>

const list = z.array(CaseAttribute).check(z.maxLength(1000))

const projectCalls = callsOf({
  path: '/api/projects/:projectKey',
  params: InProject,
  read: { project: 'settings:read' },
  write: { project: 'settings:write' },
  feature: 'test-case-management',
})

export const getPriorities = projectCalls.get(
  'getPriorities',
  'The priorities that test cases of a project can have, in their order',
  {
    path: '/priorities',
    answer: CaseAttributes,
  },
)

/** 400 with every invalid field as `priorities.{place}.{field}`; 409 `stale` with the stored list. */
export const savePriorities = projectCalls.put(
  'savePriorities',
  'Replaces the priorities of a project by the given list',
  {
    path: '/priorities',
    bodyBytes: BODY_BYTES.long,
    body: z.object({ version, priorities: list }),
    answer: CaseAttributes,
  },
)

export const getAutomationStates = projectCalls.get(
  'getAutomationStates',
  'The automation states that test cases of a project can have, in their order',
  {
    path: '/automation-states',
    answer: CaseAttributes,
  },
)

/** 400 with every invalid field as `automationStates.{place}.{field}`; 409 `stale` with the stored list. */
export const saveAutomationStates = projectCalls.put(
  'saveAutomationStates',
  'Replaces the automation states of a project by the given list',
  {
    path: '/automation-states',
    bodyBytes: BODY_BYTES.long,
    body: z.object({ version, automationStates: list }),
    answer: CaseAttributes,
  },
)
