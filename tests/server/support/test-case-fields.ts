import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { z } from 'zod/mini'
import { FEATURES, type Feature } from '../../../contract/access.ts'
import { createProject } from '../../../contract/projects/projects.ts'
import { SettingsEvent } from '../../../contract/settings/changes.ts'
import type { TypedValue } from '../../../contract/settings/test-case-field-values.ts'
import {
  createTestCaseField,
  getTestCaseField,
  listTestCaseFields,
  type TestCaseField,
} from '../../../contract/settings/test-case-fields.ts'
import { ask, startTestApp, type TestApp } from './app.ts'
import { aProject, aWorkspace, type TestUser } from './people.ts'

export let app: TestApp
export let owner: TestUser
let projects = 0
let projectKey = ''
/** Of the test's project. */
export let projectId = 0
/** From here on everything is about another project. */
export const enterNewProject = async (): Promise<void> => {
  projects += 1
  projectKey = `FLD${projects}`
  projectId = await aProject(app, owner, projectKey)
}

export const given = <B>(body: B, fieldId?: number) => ({
  token: owner.token,
  params: { projectKey, ...(fieldId === undefined ? {} : { fieldId }) },
  body,
})
export const list = () => ask(app, listTestCaseFields, given(undefined))
export const tabs = async () => {
  const { data } = await list()
  const [general, properties] = data.tabs
  return { general: general?.id ?? 0, properties: properties?.id ?? 0 }
}
export type Body = z.infer<typeof createTestCaseField.body>
const string: TypedValue = { dataType: 'STRING', value: { hasDefault: false, default: '' } }
export const aBody = async (requested: Partial<Body> = {}): Promise<Body> =>
  ({
    name: 'Severity',
    systemName: 'severity',
    description: '',
    tabId: (await tabs()).properties,
    ...string,
    ...requested,
  }) as Body
export const create = async (requested: Partial<Body> = {}) =>
  ask(app, createTestCaseField, given(await aBody(requested)))
export const get = (fieldId: number) => ask(app, getTestCaseField, given(undefined, fieldId))
export const updating = ({ name, description, tabId, value }: TestCaseField) => ({ name, description, tabId, value })
export const named = (fields: readonly TestCaseField[], name: string) => {
  const field = fields.find((one) => one.name === name)
  if (!field) throw new Error(`no field ${name}`)
  return field
}
export const places = (fields: readonly TestCaseField[]) =>
  fields.map(({ id, type, tabId, relativePosition, enabled }) => ({ id, type, tabId, relativePosition, enabled }))
export const events = async () => {
  const rows = await app.db
    .selectFrom('event')
    .select('payload')
    .where('project_id', '=', projectId)
    .where('type', '=', 'settings/test-case-fields')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => SettingsEvent.parse(payload))
}
export const aCase = async (number: number, fieldValues: object, deleted = false) =>
  app.db
    .insertInto('test_case')
    .values({
      project_id: projectId,
      number,
      title: `Case ${number}`,
      field_values: JSON.stringify(fieldValues),
      deleted_at: deleted ? new Date() : null,
    })
    .execute()
export const withFeatures = async (features: readonly Feature[], act: () => Promise<void>) => {
  const set = async (requested: readonly Feature[]) => {
    await app.db
      .updateTable('workspace')
      .set({ features: JSON.stringify(requested) })
      .execute()
    // Enabled fields are cached until rights change, as they do with a new project.
    projects += 1
    const body = { name: 'Another', key: `OTH${projects}`, publiclyAccessible: false }
    await ask(app, createProject, { token: owner.token, body })
  }
  await set(features)
  try {
    await act()
  } finally {
    await set(FEATURES)
  }
}

/** Call once in a file: each of its tests gets a new project. */
export const eachInNewProject = (): void => {
  beforeAll(async () => {
    app = await startTestApp()
    owner = await aWorkspace(app)
  })
  afterAll(() => app.close())

  beforeEach(enterNewProject)
}
