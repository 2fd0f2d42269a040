import { sql } from 'kysely'
import type { FailureTagValue } from '../../contract/settings/failure-tags.ts'
import type { Tx } from '../db/database.ts'

/** Creates the initial settings of a project (RESULTS-31, OBTYPE-15), with one statement per list. */
export const beginSettings = async (tx: Tx, projectId: number): Promise<void> => {
  const ofProject = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row, place) => ({ project_id: projectId, position: place + 1, ...row }))
  await tx
    .insertInto('settings_version')
    .values(LISTS.map((list) => ({ project_id: projectId, list, saved_by: null })))
    .execute()
  await tx.insertInto('result_status').values(ofProject(RESULT_STATUSES)).execute()
  await tx.insertInto('observation_type').values(ofProject(OBSERVATION_TYPES)).execute()
  await tx.insertInto('failure_tag').values(ofProject(FAILURE_TAGS)).execute()
  await tx.insertInto('priority').values(ofProject(PRIORITIES)).execute()
  await tx.insertInto('automation_state').values(ofProject(AUTOMATION_STATES)).execute()
  await tx.insertInto('test_case_field_tab').values(ofProject(TABS)).execute()
  await sql`
    insert into test_case_field (project_id, type, name, system_name, data_type, tab_id, position)
    select ${projectId}, 'SYSTEM', f.name, f.system_name, f.data_type, t.id, f.position
      from jsonb_to_recordset(${JSON.stringify(FIELDS)}::jsonb)
             as f (name text, system_name text, data_type text, tab text, position int)
      join test_case_field_tab t on t.project_id = ${projectId} and t.name = f.tab`.execute(tx)
}

const LISTS = [
  'result-statuses',
  'observation-types',
  'failure-tags',
  'priorities',
  'automation-states',
  'test-case-fields',
] as const

const RESULT_STATUSES = [
  { name: 'Untested', aliases: 'untested,new,todo', color_hex: '#8793A6', is_untested: true, is_assignable: false },
  { name: 'Passed', aliases: 'passed,pass,ok,success', color_hex: '#1F9D5B', is_success: true, is_completed: true },
  { name: 'Failed', aliases: 'failed,fail,ko,error', color_hex: '#D93A34', is_failure: true, is_completed: true },
  { name: 'Blocked', aliases: 'blocked,hold', color_hex: '#E0A100', is_failure: true },
  { name: 'Retest', aliases: 'retest,again', color_hex: '#0F9B95' },
  { name: 'Known issue', aliases: 'known,wontfix', color_hex: '#7C5CD6', is_failure: true, is_completed: true },
  { name: 'Skipped', aliases: 'skipped,skip,ignored,n/a', color_hex: '#5B6472', is_completed: true },
].map((status) => ({
  is_success: false,
  is_failure: false,
  is_completed: false,
  is_untested: false,
  is_assignable: true,
  ...status,
}))

// None is named “Issue”, the term for links from observations to an issue tracker.
const OBSERVATION_TYPES = [
  { name: 'Note', color_hex: '#5B6472' },
  { name: 'Bug', color_hex: '#D93A34' },
  { name: 'Risk', color_hex: '#E0A100' },
  { name: 'Question', color_hex: '#3B7DD8' },
  { name: 'Idea', color_hex: '#7C5CD6' },
  { name: 'Passed', color_hex: '#1F9D5B' },
]

const FAILURE_TAGS: { name: string; value: FailureTagValue; color_hex: string }[] = [
  { name: 'To investigate', value: 'TO_INVESTIGATE', color_hex: '#E0A100' },
  { name: 'Product defect', value: 'PRODUCT_DEFECT', color_hex: '#D93A34' },
  { name: 'Automation defect', value: 'AUTOMATION_DEFECT', color_hex: '#7C5CD6' },
  { name: 'Environment issue', value: 'ENVIRONMENT_ISSUE', color_hex: '#3B7DD8' },
  { name: 'No defect', value: 'NO_DEFECT', color_hex: '#5B6472' },
]

const PRIORITIES = [
  { name: 'Critical', icon: 'arrow-up-double', is_default: false },
  { name: 'High', icon: 'arrow-up', is_default: false },
  { name: 'Medium', icon: 'equal', is_default: true },
  { name: 'Low', icon: 'arrow-down', is_default: false },
  { name: 'Trivial', icon: 'arrow-down-double', is_default: false },
] as const

const AUTOMATION_STATES = [
  { name: 'Not automated', icon: 'hand', is_default: true },
  { name: 'To be automated', icon: 'clock', is_default: false },
  { name: 'Automated', icon: 'robot', is_default: false },
  { name: 'Cannot be automated', icon: 'cross', is_default: false },
] as const

const TABS = [{ name: 'General' }, { name: 'Properties' }]

/** Fields that every case has (FIELDS-07); positions count within their tab. */
const FIELDS = [
  { name: 'Description', system_name: 'description', data_type: 'TEXT', tab: 'General', position: 1 },
  { name: 'Pre-conditions', system_name: 'preConditions', data_type: 'TEXT', tab: 'General', position: 2 },
  { name: 'Steps', system_name: 'steps', data_type: 'STEPS', tab: 'General', position: 3 },
  { name: 'Post-conditions', system_name: 'postConditions', data_type: 'TEXT', tab: 'General', position: 4 },
  { name: 'Attachments', system_name: 'attachments', data_type: 'ATTACHMENTS', tab: 'General', position: 5 },
  { name: 'Priority', system_name: 'priority', data_type: 'PRIORITY', tab: 'Properties', position: 1 },
  {
    name: 'Automation state',
    system_name: 'automationState',
    data_type: 'AUTOMATION_STATE',
    tab: 'Properties',
    position: 2,
  },
  { name: 'Draft', system_name: 'draft', data_type: 'DRAFT', tab: 'Properties', position: 3 },
  { name: 'Deprecated', system_name: 'deprecated', data_type: 'DEPRECATED', tab: 'Properties', position: 4 },
  { name: 'Author', system_name: 'author', data_type: 'AUTHOR', tab: 'Properties', position: 5 },
  { name: 'Created on', system_name: 'createdOn', data_type: 'CREATED_ON', tab: 'Properties', position: 6 },
]
