import { z } from 'zod/mini'
import { BODY_BYTES, callsOf, defineCall, flagInQuery, idInPath, pageSizeOf } from '../call.ts'
import { withExpected } from '../concurrent-edits.ts'
import { LIMITS } from '../limits.ts'
import { inProject, InProject } from '../projects/projects.ts'
import { SavedBy, version } from './held-list.ts'
import { StoredTypedValue, TypedValue } from './test-case-field-values.ts'

/** A tab of a case's page that groups fields (FIELDS-04). */
export const FieldTab = z.object({ id: z.int(), name: z.string() })
export type FieldTab = z.infer<typeof FieldTab>

/** Place of a field: `tabId` null for no tab (FIELDS-03); `relativePosition` counts within the tab, from 1. */
export const FieldPlace = z.object({
  id: z.int().check(z.minimum(1)),
  type: z.enum(['SYSTEM', 'CUSTOM']),
  tabId: z.nullable(z.int()),
  relativePosition: z.int(),
  enabled: z.boolean(),
})
export type FieldPlace = z.infer<typeof FieldPlace>

/** Editable texts and tab of a field. `fieldFaults` validates them. */
const wording = { name: z.string(), description: z._default(z.string(), ''), tabId: z.nullable(z.int()) }

/** A field of test cases (FIELDS-05). */
export const TestCaseField = z.intersection(
  z.extend(FieldPlace, { name: z.string(), description: z.string(), systemName: z.string() }),
  StoredTypedValue,
)
export type TestCaseField = z.infer<typeof TestCaseField>

/** System fields, which every project has, by system name (TCASE-03). */
export const SYSTEM_FIELDS = {
  description: 'DESCRIPTION',
  preConditions: 'PRE_CONDITIONS',
  postConditions: 'POST_CONDITIONS',
  createdOn: 'CREATED_ON',
  author: 'AUTHOR',
  priority: 'PRIORITY',
  automationState: 'AUTOMATION_STATE',
  draft: 'DRAFT',
  deprecated: 'DEPRECATED',
  steps: 'STEPS',
  attachments: 'ATTACHMENTS',
} as const
export type SystemField = (typeof SYSTEM_FIELDS)[keyof typeof SYSTEM_FIELDS]
export const ALL_SYSTEM_FIELDS: readonly SystemField[] = Object.values(SYSTEM_FIELDS)

/** Returns the system field with this system name; undefined for a custom field. */
export const systemFieldOf = (systemName: string): SystemField | undefined =>
  Object.hasOwn(SYSTEM_FIELDS, systemName) ? SYSTEM_FIELDS[systemName as keyof typeof SYSTEM_FIELDS] : undefined

/**
 * Fields in order: by tab, those without one last, then by place (FIELDS-51). `enabledFields`: the system fields that are switched on.
 * Other system fields are not displayed, but cases keep their values (TCASE-03).
 */
export const TestCaseFields = z.object({
  version,
  savedBy: SavedBy,
  data: z.object({
    fields: z.array(TestCaseField),
    tabs: z.array(FieldTab),
    enabledFields: z.array(z.enum(ALL_SYSTEM_FIELDS)),
  }),
})
export type TestCaseFields = z.infer<typeof TestCaseFields>

export const OneField = z.object({ ...inProject, fieldId: idInPath })

const projectCalls = callsOf({
  path: '/api/projects/:projectKey',
  params: InProject,
  read: { project: 'settings:read' },
  write: { project: 'settings:write' },
  feature: 'test-case-management',
})

export const listTestCaseFields = projectCalls.get(
  'listTestCaseFields',
  'The fields of test cases of a project and the tabs they stand in',
  {
    path: '/test-case-fields',
    answer: TestCaseFields,
  },
)

/**
 * 400 unless the call contains every field of the project (FIELDS-10); 409 `stale` with the stored list. Moving a field requires the
 * feature custom-test-case-layout; switching one on or off does not.
 */
export const saveTestCaseFields = projectCalls.put(
  'saveTestCaseFields',
  'Saves tabs, places and switches of all fields of a project',
  {
    path: '/test-case-fields',
    bodyBytes: BODY_BYTES.long,
    body: z.object({ version, fields: z.array(FieldPlace).check(z.maxLength(1000)) }),
    answer: TestCaseFields,
  },
)

export const getTestCaseField = defineCall({
  name: 'getTestCaseField',
  summary: 'One field of test cases',
  method: 'GET',
  path: '/api/projects/:projectKey/test-case-fields/:fieldId',
  access: { project: 'settings:read' },
  feature: 'test-case-management',
  params: OneField,
  answer: TestCaseField,
})

/** Adds a field at the end of its tab, switched on. 400 with every invalid field; names and system names are unique, ignoring case. */
export const createTestCaseField = defineCall({
  name: 'createTestCaseField',
  summary: 'Adds a field to test cases',
  method: 'POST',
  path: '/api/projects/:projectKey/test-case-fields',
  access: { project: 'settings:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'custom-test-case-layout',
  params: InProject,
  body: z.intersection(z.object({ ...wording, systemName: z.string() }), TypedValue),
  answer: TestCaseField,
})

/**
 * An edit as in `concurrent-edits.ts`. Data type and system name cannot change (FIELDS-24, FIELDS-25). `value` must match the field's type.
 */
export const updateTestCaseField = defineCall({
  name: 'updateTestCaseField',
  summary: 'Changes a field that people made',
  method: 'PUT',
  path: '/api/projects/:projectKey/test-case-fields/:fieldId',
  access: { project: 'settings:write' },
  bodyBytes: BODY_BYTES.long,
  feature: 'custom-test-case-layout',
  params: OneField,
  body: withExpected(
    z.partial(
      z.object({
        name: z.string(),
        description: z.string(),
        tabId: z.nullable(z.int()),
        value: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
  answer: TestCaseField,
})

/** Number of cases with a value of the field, without those in the trash bin. */
const Usage = z.object({ cases: z.int() })

export const getTestCaseFieldUsage = defineCall({
  name: 'getTestCaseFieldUsage',
  summary: 'How many test cases have a value of a field',
  method: 'GET',
  path: '/api/projects/:projectKey/test-case-fields/:fieldId/usage',
  access: { project: 'settings:write' },
  feature: 'test-case-management',
  params: OneField,
  answer: Usage,
})

/** Also deletes the field's values. Answers the number of cases that had one. */
export const deleteTestCaseField = defineCall({
  name: 'deleteTestCaseField',
  summary: 'Deletes a field that people made, with its values',
  method: 'DELETE',
  path: '/api/projects/:projectKey/test-case-fields/:fieldId',
  access: { project: 'settings:write' },
  feature: 'custom-test-case-layout',
  params: OneField,
  answer: Usage,
})

export const FieldUser = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  photoUrl: z.nullable(z.string()),
})
export type FieldUser = z.infer<typeof FieldUser>

/**
 * The first members, sorted by name, whose name or username contains the words of `q`; with `inUse`, also users who left and are values of
 * cases. With `id`: only that user, even if no longer a member.
 */
export const listFieldUsers = projectCalls.get('listFieldUsers', 'People that a field can name', {
  path: '/test-case-field-users',
  query: z.object({
    q: z._default(z.string().check(z.maxLength(200)), ''),
    id: z.optional(idInPath),
    inUse: flagInQuery,
    pageSize: pageSizeOf(LIMITS.fieldUsersPageSize, LIMITS.maxFieldUsers),
  }),
  answer: z.object({ items: z.array(FieldUser).check(z.maxLength(LIMITS.maxFieldUsers)) }),
})
