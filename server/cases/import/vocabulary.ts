import { sql } from 'kysely'
import type { ImportTarget } from '../../../contract/cases/import.ts'
import { systemFieldOf, type SystemField } from '../../../contract/settings/test-case-fields.ts'
import type { Db, Tx } from '../../db/open.ts'
import { onlyRow } from '../../db/only-row.ts'
import { displayName, isUser } from '../../access/users.ts'
import { readDefinitions, type Definitions } from '../content/definitions.ts'

/** Possible targets of columns in a project, and data to validate them. */
export interface ImportVocabulary {
  definitions: Definitions
  targets: ImportTarget[]
}

type Option = NonNullable<ImportTarget['options']>[number]

/** Names in other tools for what projects usually have. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  critical: ['highest', 'blocker', 'urgent', 'must test', 'p0', '1'],
  high: ['major', 'important', 'p1', '2'],
  medium: ['normal', 'moderate', 'p2', '3'],
  low: ['minor', 'p3', '4'],
  trivial: ['lowest', 'p4', '5'],
  automated: ['yes', 'true', 'is-automated'],
  'not automated': ['none', 'no', 'false', 'manual', 'is-not-automated'],
  'to be automated': ['planned', 'to-be-automated'],
  'cannot be automated': ['not automatable', 'cannot-be-automated'],
}

const YES_AND_NO: Option[] = [
  { id: 1, name: 'Yes', otherNames: ['true', '1', 'y', 'x', 'on'] },
  { id: 0, name: 'No', otherNames: ['false', '0', 'n', '-', 'off'] },
]

interface Row {
  priorities: { id: number; name: string }[]
  states: { id: number; name: string }[]
  fields: { id: number; name: string }[]
  enabled: string[]
  people: { id: number; name: string; username: string; email: string | null }[]
}

/** Excludes disabled fields. Sends two statements concurrently, within the transaction. */
export const readImportVocabulary = async (db: Db | Tx, projectId: number): Promise<ImportVocabulary> => {
  const [definitions, result] = await Promise.all([
    readDefinitions(db, projectId),
    sql<Row>`
      select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by position, id), '[]')
                from priority where project_id = ${projectId}) as priorities,
             (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by position, id), '[]')
                from automation_state where project_id = ${projectId}) as states,
             (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by position, id), '[]')
                from test_case_field where project_id = ${projectId} and type = 'CUSTOM' and enabled) as fields,
             (select coalesce(jsonb_agg(system_name), '[]')
                from test_case_field where project_id = ${projectId} and type = 'SYSTEM' and enabled) as enabled,
             (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', ${displayName('p')}, 'username', p.username,
                                                           'email', p.email) order by p.id), '[]')
                from project_member m join workspace_user p on p.id = m.user_id
               where m.project_id = ${projectId} and ${isUser('p')}
                 and exists (select from test_case_field f where f.project_id = ${projectId} and f.enabled
                              and f.data_type = 'USER')) as people`.execute(db),
  ])
  const { priorities, states, fields, enabled, people } = onlyRow(result)
  const isOn = new Set(enabled.map(systemFieldOf))
  const known = ({ id, name }: { id: number; name: string }): Option => ({
    id,
    name,
    otherNames: [...(OTHER_NAMES[name.toLowerCase()] ?? [])],
  })
  const users = people.map(({ id, name, username, email }) => ({
    id,
    name,
    otherNames: email === null ? [username] : [username, email],
  }))
  const part = (target: string, name: string, options: Option[] | null = null): ImportTarget => ({
    target,
    name,
    options,
    isMany: false,
  })
  const ifOn = (field: SystemField, ...parts: ImportTarget[]) => (isOn.has(field) ? parts : [])
  return {
    definitions,
    targets: [
      part('key', 'Key'),
      part('title', 'Title'),
      part('suite', 'Suite'),
      ...ifOn('DESCRIPTION', part('description', 'Description')),
      ...ifOn('PRE_CONDITIONS', part('preConditions', 'Pre-conditions')),
      ...ifOn('POST_CONDITIONS', part('postConditions', 'Post-conditions')),
      ...ifOn(
        'STEPS',
        part('steps', 'Steps'),
        part('stepData', 'Test data of steps'),
        part('expectedResults', 'Expected results'),
      ),
      ...ifOn('PRIORITY', part('priority', 'Priority', priorities.map(known))),
      ...ifOn('AUTOMATION_STATE', part('automationState', 'Automation state', states.map(known))),
      ...ifOn('DRAFT', part('draft', 'Draft', YES_AND_NO)),
      ...ifOn('DEPRECATED', part('deprecated', 'Deprecated', YES_AND_NO)),
      ...fields.flatMap(({ id, name }): ImportTarget[] => {
        const typed = definitions.fields.find((field) => field.id === id)?.typed
        if (typed === undefined) return []
        const target = `field:${id}`
        if (typed.dataType === 'USER') return [part(target, name, users)]
        if (typed.dataType !== 'DROPDOWN' && typed.dataType !== 'MULTI_SELECT') return [part(target, name)]
        const all: readonly { id: number | null; name: string }[] = typed.value.options
        const options = all.flatMap((option) =>
          option.id === null ? [] : [{ id: option.id, name: option.name, otherNames: [] }],
        )
        return [{ ...part(target, name, options), isMany: typed.dataType === 'MULTI_SELECT' }]
      }),
    ],
  }
}
