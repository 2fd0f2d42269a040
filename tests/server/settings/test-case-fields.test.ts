import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { FEATURES, type Feature } from '../../../contract/access.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { createProject } from '../../../contract/projects.ts'
import { SettingsEvent } from '../../../contract/settings/changes.ts'
import type { TypedValue } from '../../../contract/settings/test-case-field-values.ts'
import {
  createTestCaseField,
  deleteTestCaseField,
  getTestCaseField,
  getTestCaseFieldUsage,
  listFieldUsers,
  listTestCaseFields,
  saveTestCaseFields,
  TestCaseFields,
  updateTestCaseField,
  type TestCaseField,
} from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aPerson, aProject, aWorkspace, type TestPerson } from '../support/people.ts'

let app: TestApp
let owner: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  owner = await aWorkspace(app)
})
afterAll(() => app.close())

let projects = 0
let projectKey = ''
let projectId = 0
beforeEach(async () => {
  projects += 1
  projectKey = `FLD${projects}`
  projectId = await aProject(app, owner, projectKey)
})

const given = <B>(body: B, fieldId?: number) => ({
  token: owner.token,
  params: { projectKey, ...(fieldId === undefined ? {} : { fieldId }) },
  body,
})
const list = () => ask(app, listTestCaseFields, given(undefined))
const tabs = async () => {
  const { data } = await list()
  const [general, properties] = data.tabs
  return { general: general?.id ?? 0, properties: properties?.id ?? 0 }
}
type Body = z.infer<typeof createTestCaseField.body>
const string: TypedValue = { dataType: 'STRING', value: { hasDefault: false, default: '' } }
const aBody = async (wanted: Partial<Body> = {}): Promise<Body> =>
  ({
    name: 'Severity',
    systemName: 'severity',
    description: '',
    tabId: (await tabs()).properties,
    ...string,
    ...wanted,
  }) as Body
const create = async (wanted: Partial<Body> = {}) => ask(app, createTestCaseField, given(await aBody(wanted)))
const get = (fieldId: number) => ask(app, getTestCaseField, given(undefined, fieldId))
const updating = ({ name, description, tabId, value }: TestCaseField) => ({ name, description, tabId, value })
const named = (fields: readonly TestCaseField[], name: string) => {
  const field = fields.find((one) => one.name === name)
  if (!field) throw new Error(`no field ${name}`)
  return field
}
const places = (fields: readonly TestCaseField[]) =>
  fields.map(({ id, type, tabId, relativePosition, enabled }) => ({ id, type, tabId, relativePosition, enabled }))
const events = async () => {
  const rows = await app.db
    .selectFrom('event')
    .select('payload')
    .where('project_id', '=', projectId)
    .where('type', '=', 'settings/test-case-fields')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => SettingsEvent.parse(payload))
}
const aCase = async (number: number, fieldValues: object, deleted = false) =>
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
const withFeatures = async (features: readonly Feature[], act: () => Promise<void>) => {
  const set = async (wanted: readonly Feature[]) => {
    await app.db
      .updateTable('workspace')
      .set({ features: JSON.stringify(wanted) })
      .execute()
    // Which are on is remembered until rights change, as they do with a new project.
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

describe('the list', () => {
  test('[FIELDS-02] [FIELDS-04] [FIELDS-05] [FIELDS-07] [FIELDS-51] what a project begins with', async () => {
    const { data, savedBy } = await list()
    expect(savedBy).toBeNull()
    expect(data.tabs.map(({ name }) => name)).toEqual(['General', 'Properties'])
    const [general, properties] = data.tabs
    expect(
      data.fields.map(({ name, dataType, tabId, relativePosition }) => [name, dataType, tabId, relativePosition]),
    ).toEqual([
      ['Description', 'TEXT', general?.id, 1],
      ['Preconditions', 'TEXT', general?.id, 2],
      ['Steps', 'STEPS', general?.id, 3],
      ['Postconditions', 'TEXT', general?.id, 4],
      ['Attachments', 'ATTACHMENTS', general?.id, 5],
      ['Priority', 'PRIORITY', properties?.id, 1],
      ['Automation state', 'AUTOMATION_STATE', properties?.id, 2],
    ])
    expect(data.fields.every(({ type, enabled }) => type === 'SYSTEM' && enabled)).toBe(true)
  })

  test('[FIELDS-03] fields without a tab come last', async () => {
    const field = await create()
    const { data, version } = await list()
    const wanted = places(data.fields).map((one) => (one.id === field.id ? { ...one, tabId: null } : one))
    const saved = await ask(app, saveTestCaseFields, given({ version, fields: wanted }))
    expect(saved.data.fields.at(-1)).toMatchObject({ id: field.id, tabId: null, relativePosition: 1 })
  })
})

describe('one field', () => {
  const values: TypedValue[] = [
    { dataType: 'STRING', value: { hasDefault: true, default: 'low' } },
    { dataType: 'TEXT', value: { hasDefault: true, default: 'one\ntwo' } },
    { dataType: 'DATE', value: { default: { kind: 'today', timeZone: 'GMT+00:00' } } },
    { dataType: 'DATE', value: { default: { kind: 'relativeToToday', days: -3, timeZone: 'GMT+02:00' } } },
    { dataType: 'DATE', value: { default: { kind: 'specificDate', date: '2026-02-28' } } },
    { dataType: 'URI', value: { default: 'https://example.com/a' } },
    { dataType: 'USER', value: { default: { kind: 'author' } } },
    { dataType: 'USER', value: { default: null } },
  ]
  test.each(values)(
    '[FIELDS-06] [FIELDS-26] [FIELDS-27] [FIELDS-30] [FIELDS-31] [FIELDS-52] [FIELDS-53] $dataType $value.default',
    async (typed) => {
      const made = await create({ ...typed, description: ' What breaks ' })
      expect(made).toMatchObject({
        type: 'CUSTOM',
        name: 'Severity',
        systemName: 'severity',
        description: 'What breaks',
        enabled: true,
        relativePosition: 3,
        dataType: typed.dataType,
        value: typed.value,
      })
      expect(await get(made.id)).toEqual(made)
      expect(named((await list()).data.fields, 'Severity')).toEqual(made)
    },
  )

  const option = (name: string, place: number, id: number | null = null) => ({
    id,
    name,
    isDefault: false,
    relativePosition: place,
  })

  test('[FIELDS-32] [FIELDS-33] [FIELDS-50] options get ids that stay theirs, in the order of their places', async () => {
    const made = await create({
      dataType: 'DROPDOWN',
      value: {
        hasIcon: true,
        hasDefault: true,
        options: [
          { ...option('High', 2), icon: 'flag' },
          { ...option('Low', 1), icon: 'star', isDefault: true },
        ],
      },
    })
    if (made.dataType !== 'DROPDOWN') throw new Error('no dropdown')
    const [low, high] = made.value.options
    expect(made.value.options).toEqual([
      { id: low?.id, name: 'Low', icon: 'star', isDefault: true, relativePosition: 1 },
      { id: high?.id, name: 'High', icon: 'flag', isDefault: false, relativePosition: 2 },
    ])
    const value = {
      ...made.value,
      hasDefault: false,
      options: [
        { ...option('Highest', 1, high?.id), icon: null },
        { ...option('New', 2), icon: null },
      ],
    }
    const updated = await ask(app, updateTestCaseField, given({ ...updating(made), value }, made.id))
    if (updated.dataType !== 'DROPDOWN') throw new Error('no dropdown')
    const [first, second] = updated.value.options
    expect(first).toMatchObject({ id: high?.id, name: 'Highest' })
    expect([low?.id, high?.id, null]).not.toContain(second?.id)
  })

  test('ids of options that are not the field’s are refused', async () => {
    const typed: TypedValue = { dataType: 'MULTI_SELECT', value: { hasDefault: false, options: [option('A', 1, 99)] } }
    const made = await refusalOf(app, createTestCaseField, given(await aBody(typed)))
    expect(made.errors).toEqual([{ field: 'value.options.0.id', message: 'The option does not exist' }])
    const field = await create({ dataType: 'MULTI_SELECT', value: { hasDefault: false, options: [option('A', 1)] } })
    if (field.dataType !== 'MULTI_SELECT') throw new Error('no multi-select')
    const id = field.value.options[0]?.id ?? 0
    const twice = { hasDefault: false, options: [option('A', 1, id), option('B', 2, id)] }
    const refused = await refusalOf(app, updateTestCaseField, given({ ...updating(field), value: twice }, field.id))
    expect(refused.errors?.map((error) => error.field)).toEqual(['value.options.1.id'])
  })

  test('[FIELDS-17] [FIELDS-18] [FIELDS-20] [FIELDS-22] [FIELDS-23] all that is wrong is said at once, and nothing is written', async () => {
    const before = await list()
    const { status, code, errors } = await refusalOf(
      app,
      createTestCaseField,
      given(await aBody({ name: '', systemName: 'a'.repeat(128), description: 'd'.repeat(173), tabId: null })),
    )
    expect([status, code]).toEqual([400, ERROR_CODES.invalid])
    expect(errors).toEqual([
      { field: 'name', message: TEXTS.required },
      { field: 'systemName', message: TEXTS.fieldNameLength },
      { field: 'description', message: TEXTS.fieldDescriptionLength },
      { field: 'tabId', message: TEXTS.required },
    ])
    expect(await list()).toEqual(before)
  })

  test('[FIELDS-43] [FIELDS-44] [FIELDS-45] [FIELDS-46] [FIELDS-47] [FIELDS-48] [FIELDS-49] what disables Save is refused', async () => {
    const wrong: TypedValue[] = [
      { dataType: 'DROPDOWN', value: { hasIcon: false, hasDefault: false, options: [] } },
      { dataType: 'MULTI_SELECT', value: { hasDefault: false, options: [option(' ', 1)] } },
      { dataType: 'MULTI_SELECT', value: { hasDefault: true, options: [option('A', 1)] } },
      { dataType: 'DATE', value: { default: { kind: 'specificDate', date: '' } } },
      { dataType: 'USER', value: { default: { kind: 'specificUser', userId: null } } },
      { dataType: 'URI', value: { default: 'example' } },
      { dataType: 'STRING', value: { hasDefault: true, default: ' ' } },
    ]
    for (const typed of wrong) {
      const { status, errors } = await refusalOf(app, createTestCaseField, given(await aBody(typed)))
      expect([status, errors?.length]).toEqual([400, 1])
    }
  })

  test('a value of another type, and a type that only the product has', async () => {
    const foreign = { ...(await aBody()), dataType: 'DATE', value: { hasDefault: true, default: 'x' } }
    expect((await refusalOf(app, createTestCaseField, given(foreign))).status).toBe(400)
    const steps = { ...(await aBody()), dataType: 'STEPS', value: {} }
    expect((await refusalOf(app, createTestCaseField, given(steps))).status).toBe(400)
    const field = await create()
    const value = { default: { kind: 'author' } }
    const { errors } = await refusalOf(app, updateTestCaseField, given({ ...updating(field), value }, field.id))
    expect(errors?.map((error) => error.field)).toEqual(['value.hasDefault', 'value.default'])
  })

  test('[FIELDS-23] names and system names are there once, ignoring case, also beside the product’s own', async () => {
    const field = await create()
    const same = await refusalOf(
      app,
      createTestCaseField,
      given(await aBody({ name: 'STEPS ', systemName: 'SEVERITY' })),
    )
    expect(same.errors).toEqual([
      { field: 'name', message: TEXTS.nameTaken },
      { field: 'systemName', message: TEXTS.systemNameTaken },
    ])
    const other = await create({ name: 'Other', systemName: 'other' })
    const renamed = { ...updating(other), name: 'sEverity' }
    const { errors } = await refusalOf(app, updateTestCaseField, given(renamed, other.id))
    expect(errors).toEqual([{ field: 'name', message: TEXTS.nameTaken }])
    const itself = await ask(app, updateTestCaseField, given({ ...updating(field), name: 'SEVERITY' }, field.id))
    expect(itself.name).toBe('SEVERITY')
  })

  test('[FIELDS-23] two that come at once cannot both have the name', async () => {
    const body = await aBody()
    const ends = await Promise.allSettled([0, 1, 2].map(() => ask(app, createTestCaseField, given(body))))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('[FIELDS-24] [FIELDS-25] [FIELDS-54] type and system name stay, whatever an update says', async () => {
    const field = await create()
    const body = {
      ...updating(field),
      name: 'Impact',
      description: 'How bad',
      value: {
        hasDefault: true,
        default: 'low',
      },
      dataType: 'TEXT',
      systemName: 'impact',
    }
    const updated = await ask(app, updateTestCaseField, given(body, field.id))
    expect(updated).toEqual({
      ...field,
      name: 'Impact',
      description: 'How bad',
      value: {
        hasDefault: true,
        default: 'low',
      },
    })
  })

  test('[FIELDS-22] an update puts the field at the end of another tab', async () => {
    const field = await create()
    const { general } = await tabs()
    const updated = await ask(app, updateTestCaseField, given({ ...updating(field), tabId: general }, field.id))
    expect(updated).toMatchObject({ tabId: general, relativePosition: 6 })
    const foreign = await refusalOf(app, updateTestCaseField, given({ ...updating(field), tabId: 1_000_000 }, field.id))
    expect(foreign.errors?.map((error) => error.field)).toEqual(['tabId'])
  })

  test('[FIELDS-58] fields of the product are neither edited nor deleted', async () => {
    const steps = named((await list()).data.fields, 'Steps')
    expect(await refusalOf(app, updateTestCaseField, given(updating(steps), steps.id))).toMatchObject({ status: 403 })
    expect(await refusalOf(app, deleteTestCaseField, given(undefined, steps.id))).toMatchObject({ status: 403 })
  })

  test('fields of another project are not there', async () => {
    const field = await create()
    projectId = await aProject(app, owner, (projectKey = `ELSE${projects}`))
    for (const call of [getTestCaseField, getTestCaseFieldUsage, deleteTestCaseField])
      expect((await refusalOf(app, call, given(undefined, field.id))).status).toBe(404)
    const updated = await refusalOf(app, updateTestCaseField, given(updating(field), field.id))
    expect(updated.status).toBe(404)
  })
})

describe('deleting', () => {
  test('[FIELDS-55] [FIELDS-56] says how many cases hold a value, and takes the values with it', async () => {
    const field = await create()
    const other = await create({ name: 'Other', systemName: 'other' })
    await aCase(1, { [field.id]: 'low', [other.id]: 'x' })
    await aCase(2, { [field.id]: 'high' })
    await aCase(3, { [other.id]: 'y' })
    await aCase(4, { [field.id]: 'low' }, true)
    expect(await ask(app, getTestCaseFieldUsage, given(undefined, field.id))).toEqual({ cases: 2 })
    expect(await ask(app, deleteTestCaseField, given(undefined, field.id))).toEqual({ cases: 2 })
    const rows = await app.db
      .selectFrom('test_case')
      .select('field_values')
      .where('project_id', '=', projectId)
      .orderBy('number')
      .execute()
    expect(rows.map((row) => row.field_values)).toEqual([{ [other.id]: 'x' }, {}, { [other.id]: 'y' }, {}])
    expect((await refusalOf(app, getTestCaseField, given(undefined, field.id))).status).toBe(404)
  })
})

describe('saving places', () => {
  test('[FIELDS-08] [FIELDS-09] [FIELDS-10] [FIELDS-11] tabs, places and switches of all fields at once', async () => {
    const before = await list()
    const { general, properties } = await tabs()
    const steps = named(before.data.fields, 'Steps')
    const wanted = places(before.data.fields).map((place) =>
      place.id === steps.id ? { ...place, tabId: properties, relativePosition: 0, enabled: false } : place,
    )
    const saved = await ask(app, saveTestCaseFields, given({ version: before.version, fields: wanted }))
    const inTab = (tabId: number) => saved.data.fields.filter((one) => one.tabId === tabId).map(({ name }) => name)
    expect(inTab(properties)).toEqual(['Steps', 'Priority', 'Automation state'])
    expect(inTab(general)).toEqual(['Description', 'Preconditions', 'Postconditions', 'Attachments'])
    expect(saved.data.fields.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(['Steps'])
    expect(saved).toMatchObject({ version: before.version + 1, savedBy: { personId: owner.id, name: 'owner Tester' } })
    expect(await list()).toEqual(saved)
  })

  test('[FIELDS-10] a list that is not whole is refused', async () => {
    const { version, data } = await list()
    const { version: after } = await list()
    const all = places(data.fields)
    const [first] = all
    if (!first) throw new Error('no fields')
    const wrong: [fields: typeof all, at: string][] = [
      [all.slice(1), 'fields'],
      [[...all, first], 'fields.7.id'],
      [[...all, { ...first, id: 1_000_000 }], 'fields.7.id'],
      [[{ ...first, tabId: 1_000_000 }, ...all.slice(1)], 'fields.0.tabId'],
      [[{ ...first, type: 'CUSTOM' }, ...all.slice(1)], 'fields.0.type'],
    ]
    for (const [fields, at] of wrong) {
      const { status, errors } = await refusalOf(app, saveTestCaseFields, given({ version, fields }))
      expect([status, errors?.map(({ field }) => field)]).toEqual([400, [at]])
    }
    expect(after).toBe(version)
  })

  test('an older version is answered with what is stored; of two that come at once one wins', async () => {
    const { version, data } = await list()
    const off = (name: string) => ({
      version,
      fields: places(data.fields).map((place) =>
        place.id === named(data.fields, name).id ? { ...place, enabled: false } : place,
      ),
    })
    const ends = await Promise.allSettled([
      ask(app, saveTestCaseFields, given(off('Steps'))),
      ask(app, saveTestCaseFields, given(off('Priority'))),
    ])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = await refusalOf(app, saveTestCaseFields, given(off('Description')))
    expect([refused.status, refused.code]).toEqual([409, ERROR_CODES.stale])
    expect(TestCaseFields.parse(refused.current)).toEqual(await list())
  })

  test('a field that was made, changed or deleted makes held places old', async () => {
    const { version } = await list()
    const field = await create()
    expect((await list()).version).toBe(version + 1)
    await ask(app, updateTestCaseField, given({ ...updating(field), name: 'Impact' }, field.id))
    expect((await list()).version).toBe(version + 2)
    await ask(app, deleteTestCaseField, given(undefined, field.id))
    expect((await list()).version).toBe(version + 3)
  })

  test('a save that changes nothing leaves version and change log alone', async () => {
    const { version, data } = await list()
    const saved = await ask(app, saveTestCaseFields, given({ version, fields: places(data.fields) }))
    expect(saved.version).toBe(version)
    expect(await events()).toEqual([])
  })
})

describe('the change log', () => {
  test('one event for each save, with what was before and after', async () => {
    const { properties } = await tabs()
    const field = await create({ name: 'Impact', systemName: 'impact' })
    await ask(app, updateTestCaseField, given({ ...updating(field), name: 'Blast' }, field.id))
    await ask(app, updateTestCaseField, given({ ...updating(field), name: 'Blast' }, field.id))
    await aCase(1, { [field.id]: 'x' })
    await ask(app, deleteTestCaseField, given(undefined, field.id))
    const log = await events()
    expect(log.map(({ changes }) => changes.map(({ kind, subject }) => [kind, subject]))).toEqual([
      [['added', 'Impact']],
      [['changed', 'Blast']],
      [['deleted', 'Blast']],
    ])
    expect(log[0]?.changes[0]?.values).toMatchObject({
      name: { before: null, after: 'Impact' },
      dataType: { before: null, after: 'STRING' },
      tabId: { before: null, after: properties },
    })
    expect(log[1]?.changes[0]?.values).toEqual({ name: { before: 'Impact', after: 'Blast' } })
    expect(log[2]?.changes[0]?.values).toMatchObject({ cases: { before: 1, after: 0 } })
  })

  test('[FIELDS-10] of a reorder it names what was moved, not what made room', async () => {
    const { version, data } = await list()
    const attachments = named(data.fields, 'Attachments')
    const { general } = await tabs()
    const fields = places(data.fields).map((place) =>
      place.id === attachments.id ? { ...place, relativePosition: 0 } : place,
    )
    await ask(app, saveTestCaseFields, given({ version, fields }))
    expect(general).toBe(attachments.tabId)
    expect(await events()).toEqual([
      {
        area: 'test-case-fields',
        version: version + 1,
        changes: [
          {
            kind: 'moved',
            subject: 'Attachments',
            values: { tab: { before: 'General', after: 'General' }, place: { before: 5, after: 1 } },
          },
        ],
      },
    ])
  })
})

describe('people that a field can begin with', () => {
  test('[FIELDS-57] members, searched by name and username', async () => {
    await aPerson(app, { username: `lea${projects}`, roles: { [projectId]: 'ENGINEER' } })
    await aPerson(app, { username: `stranger${projects}` })
    const find = async (q: string) =>
      (await ask(app, listFieldUsers, { ...given(undefined), query: { q } })).items.map(({ name }) => name)
    expect(await find('')).toEqual([`lea${projects} Tester`, 'owner Tester'])
    expect(await find('LEA')).toEqual([`lea${projects} Tester`])
    expect(await find('%')).toEqual([])
    expect(await find('stranger')).toEqual([])
  })

  test('[FIELDS-30] the person has to be a member when chosen, and may have left when kept', async () => {
    const lea = await aPerson(app, { roles: { [projectId]: 'ENGINEER' } })
    const stranger = await aPerson(app)
    const chosen = (userId: number): TypedValue => ({
      dataType: 'USER',
      value: { default: { kind: 'specificUser', userId } },
    })
    const refused = await refusalOf(app, createTestCaseField, given(await aBody(chosen(stranger.id))))
    expect(refused.errors?.map(({ field }) => field)).toEqual(['value.default'])
    const field = await create(chosen(lea.id))
    await app.db.deleteFrom('project_member').where('person_id', '=', lea.id).execute()
    const kept = await ask(app, updateTestCaseField, given({ ...updating(field), name: 'Owner' }, field.id))
    expect(kept.value).toEqual(chosen(lea.id).value)
    const known = (id: number) => ask(app, listFieldUsers, { ...given(undefined), query: { id } })
    expect((await known(lea.id)).items.map((user) => user.id)).toEqual([lea.id])
    expect((await known(stranger.id)).items).toEqual([])
  })
})

describe('edition features', () => {
  test('[FIELDS-14] [FIELDS-15] without the custom layout fields are only switched on and off', async () => {
    const field = await create()
    const body = await aBody({ name: 'Other', systemName: 'other' })
    const { version, data } = await list()
    const all = places(data.fields)
    await withFeatures(['test-case-management'], async () => {
      const refusals = [
        await refusalOf(app, createTestCaseField, given(body)),
        await refusalOf(app, updateTestCaseField, given(updating(field), field.id)),
        await refusalOf(app, deleteTestCaseField, given(undefined, field.id)),
        await refusalOf(
          app,
          saveTestCaseFields,
          given({ version, fields: all.map((one) => (one.id === field.id ? { ...one, tabId: null } : one)) }),
        ),
      ]
      expect(refusals.map(({ status, code }) => [status, code])).toEqual(
        refusals.map(() => [403, ERROR_CODES.featureOff]),
      )
      const off = all.map((one) => ({ ...one, enabled: false }))
      const saved = await ask(app, saveTestCaseFields, given({ version, fields: off }))
      expect(saved.data.fields.every(({ enabled }) => !enabled)).toBe(true)
    })
  })

  test('[FIELDS-14] the custom layout without cases opens nothing', async () => {
    const body = await aBody()
    await withFeatures(['custom-test-case-layout'], async () => {
      for (const refused of [
        await refusalOf(app, createTestCaseField, given(body)),
        await refusalOf(app, listTestCaseFields, given(undefined)),
      ])
        expect(refused.code).toBe(ERROR_CODES.featureOff)
    })
  })
})
