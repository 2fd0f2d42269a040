import { sql } from 'kysely'
import { z } from 'zod/mini'
import { Role } from '../../../../contract/access.ts'
import { isScriptAddress } from '../../../../contract/links.ts'
import { EntryIcon } from '../../../../contract/settings/case-attributes.ts'
import { FailureTagValue } from '../../../../contract/settings/failure-tags.ts'
import { SettingsEvent } from '../../../../contract/settings/changes.ts'
import { StoredTypedValue, UserDefault } from '../../../../contract/settings/test-case-field-values.ts'
import type { Database } from '../../../db/schema.generated.ts'
import type { ArchiveIds } from '../ids.ts'
import { fixed, json, looseReference, number, own, project, reference, text, user, type TableRule } from '../rules.ts'

export const ofProject = (projectId: number) => sql<boolean>`project_id = ${projectId}`

const linkable = z.string().check(z.refine((value) => !isScriptAddress(value)))

const FieldValue = z.union([z.looseObject({ options: z.optional(z.array(z.looseObject({ id: z.int() }))) })])

/** Options and the default user of a field. Values of fields need the data type of their field. */
const mapField = (value: z.infer<typeof FieldValue>, ids: ArchiveIds, row: Record<string, string | null>) => {
  ids.fieldTypes.set(Number(row['id']), row['data_type'] ?? '')
  const typed = StoredTypedValue.safeParse({ dataType: row['data_type'], value })
  if (!typed.success) {
    if (row['type'] === 'CUSTOM') throw typed.error
    return {} // Fields of the system without settings.
  }
  const settings: { options?: { id: number | null }[]; default?: unknown } = typed.data.value
  const asUser = UserDefault.safeParse(settings.default)
  const names = asUser.success && asUser.data?.kind === 'specificUser' ? asUser.data.userId : null
  return {
    ...settings,
    ...(settings.options && {
      options: settings.options.map((option) => ({
        ...option,
        id: ids.loose('test_case_field_option', option.id ?? 0),
      })),
    }),
    ...(names !== null && { default: { kind: 'specificUser', userId: ids.userOrNull(names) } }),
  }
}

export const settingsTables = {
  project_member: {
    rows: ofProject,
    columns: { project_id: project, user_id: user, role: text(Role) },
    isImported: ({ user_id }, ids) => ids.isAccount(Number(user_id)),
    skipsDuplicates: true,
    isLast: true,
  } satisfies TableRule<Database['project_member']>,
  settings_version: {
    rows: ofProject,
    columns: { project_id: project, saved_by: user },
  } satisfies TableRule<Database['settings_version']>,
  result_status: {
    rows: ofProject,
    columns: { id: own, project_id: project },
  } satisfies TableRule<Database['result_status']>,
  deleted_result_status: {
    rows: ofProject,
    columns: { id: looseReference('result_status'), project_id: project },
  } satisfies TableRule<Database['deleted_result_status']>,
  observation_type: {
    rows: ofProject,
    columns: { id: own, project_id: project },
  } satisfies TableRule<Database['observation_type']>,
  failure_tag: {
    rows: ofProject,
    columns: { id: own, project_id: project, value: text(FailureTagValue) },
  } satisfies TableRule<Database['failure_tag']>,
  priority: {
    rows: ofProject,
    columns: { id: own, project_id: project, icon: text(EntryIcon) },
  } satisfies TableRule<Database['priority']>,
  automation_state: {
    rows: ofProject,
    columns: { id: own, project_id: project, icon: text(EntryIcon) },
  } satisfies TableRule<Database['automation_state']>,
  test_case_field_tab: {
    rows: ofProject,
    columns: { id: own, project_id: project },
  } satisfies TableRule<Database['test_case_field_tab']>,
  test_case_field: {
    rows: ofProject,
    columns: {
      id: own,
      project_id: project,
      tab_id: reference('test_case_field_tab'),
      value: json(FieldValue, mapField),
    },
  } satisfies TableRule<Database['test_case_field']>,
  configuration_group: {
    rows: ofProject,
    columns: { id: own, project_id: project },
  } satisfies TableRule<Database['configuration_group']>,
  configuration_option: {
    rows: (projectId) => sql`group_id in (select id from configuration_group where project_id = ${projectId})`,
    columns: { id: own, group_id: reference('configuration_group') },
  } satisfies TableRule<Database['configuration_option']>,
  environment: {
    rows: ofProject,
    columns: { id: own, project_id: project },
  } satisfies TableRule<Database['environment']>,
  variable: {
    rows: (projectId) => sql`project_id = ${projectId} and not secret`,
    columns: {
      id: own,
      project_id: project,
      environment_id: reference('environment'),
      secret: fixed('false'),
      encrypted_value: fixed(null),
    },
  } satisfies TableRule<Database['variable']>,
  milestone: {
    rows: ofProject,
    columns: { id: own, project_id: project },
  } satisfies TableRule<Database['milestone']>,
  deleted_setting: {
    rows: ofProject,
    columns: {
      id: looseReference(({ kind }) => (kind === 'milestone' ? 'milestone' : 'observation_type')),
      project_id: project,
    },
  } satisfies TableRule<Database['deleted_setting']>,
  requirement_system: {
    rows: ofProject,
    columns: { id: own, project_id: project, address: text(linkable) },
  } satisfies TableRule<Database['requirement_system']>,
  retention_policy: {
    rows: ofProject,
    columns: {
      project_id: project,
      max_launch_bytes: number,
      max_log_bytes: number,
      max_attachment_bytes: number,
      max_video_bytes: number,
      max_exploratory_bytes: number,
      is_due: fixed('true'),
      run_at: fixed(null),
      run_outcome: fixed(null),
    },
    isLast: true,
  } satisfies TableRule<Database['retention_policy']>,
  event: {
    rows: (projectId) => sql`project_id = ${projectId} and type like 'settings/%'`,
    order: 'id',
    columns: {
      id: fixed(null),
      uid: fixed(null),
      xid: fixed(null),
      stream: fixed(null),
      sequence: fixed(null),
      type: text(z.string().check(z.regex(/^settings\/[a-z-]{1,50}$/))),
      payload: json(SettingsEvent),
      project_id: project,
      user_id: user,
    },
  } satisfies TableRule<Database['event']>,
}

export { linkable }
