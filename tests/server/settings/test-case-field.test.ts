import { describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { TypedValue } from '../../../contract/settings/test-case-field-values.ts'
import {
  createTestCaseField,
  deleteTestCaseField,
  getTestCaseField,
  getTestCaseFieldUsage,
  listFieldUsers,
  updateTestCaseField,
} from '../../../contract/settings/test-case-fields.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ask, refusalOf } from '../support/app.ts'
import { aUser } from '../support/people.ts'
import {
  aBody,
  aCase,
  app,
  create,
  eachInNewProject,
  enterNewProject,
  get,
  given,
  list,
  named,
  projectId,
  tabs,
  updating,
  type Body,
} from '../support/test-case-fields.ts'

eachInNewProject()

describe('a field', () => {
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
  test.each(values)('[FIELDS-06] [FIELDS-53] $dataType $value.default', async (typed) => {
    const made = await create({ ...typed, description: ' What breaks ' })
    expect(made).toMatchObject({
      type: 'CUSTOM',
      name: 'Severity',
      systemName: 'severity',
      description: 'What breaks',
      enabled: true,
      relativePosition: 7,
      dataType: typed.dataType,
      value: typed.value,
    })
    expect(await get(made.id), '[FIELDS-52]').toEqual(made)
    expect(named((await list()).data.fields, 'Severity')).toEqual(made)
  })

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

  test('rejects ids of options of other fields', async () => {
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

  test('[FIELDS-17] [FIELDS-18] [FIELDS-20] [FIELDS-22] [FIELDS-23] reports all problems in one answer, and stores nothing', async () => {
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

  test('rejects every input that disables Save', async () => {
    const wrong: [row: string, typed: TypedValue][] = [
      ['[FIELDS-43]', { dataType: 'DROPDOWN', value: { hasIcon: false, hasDefault: false, options: [] } }],
      ['[FIELDS-44]', { dataType: 'MULTI_SELECT', value: { hasDefault: false, options: [option(' ', 1)] } }],
      ['[FIELDS-45]', { dataType: 'MULTI_SELECT', value: { hasDefault: true, options: [option('A', 1)] } }],
      ['[FIELDS-46]', { dataType: 'DATE', value: { default: { kind: 'specificDate', date: '' } } }],
      ['[FIELDS-47]', { dataType: 'USER', value: { default: { kind: 'specificUser', userId: null } } }],
      ['[FIELDS-48]', { dataType: 'URI', value: { default: 'example' } }],
      ['[FIELDS-49]', { dataType: 'STRING', value: { hasDefault: true, default: ' ' } }],
    ]
    for (const [row, typed] of wrong) {
      const { status, errors } = await refusalOf(app, createTestCaseField, given(await aBody(typed)))
      expect([status, errors?.length], `${row} is refused`).toEqual([400, 1])
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

  test('[FIELDS-23] accepts one of two concurrent fields with the same name', async () => {
    const body = await aBody()
    const ends = await Promise.allSettled([0, 1, 2].map(() => ask(app, createTestCaseField, given(body))))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('[FIELDS-24] [FIELDS-25] [FIELDS-54] an update cannot change type and system name', async () => {
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

  test('[FIELDS-22] an update moves the field to the end of another tab', async () => {
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
    await enterNewProject()
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

describe('users as default values', () => {
  test('[FIELDS-57] members, searched by name and username', async () => {
    await aUser(app, { username: `lea${projectId}`, roles: { [projectId]: 'ENGINEER' } })
    await aUser(app, { username: `stranger${projectId}` })
    const find = async (q: string) =>
      (await ask(app, listFieldUsers, { ...given(undefined), query: { q } })).items.map(({ name }) => name)
    expect(await find('')).toEqual([`lea${projectId} Tester`, 'owner Tester'])
    expect(await find('LEA')).toEqual([`lea${projectId} Tester`])
    expect(await find('%')).toEqual([])
    expect(await find('stranger')).toEqual([])
    const { items } = await ask(app, listFieldUsers, { ...given(undefined), query: { pageSize: 1 } })
    expect(items).toHaveLength(1)
    const tooMany = await refusalOf(app, listFieldUsers, { ...given(undefined), query: { pageSize: 1001 } })
    expect(tooMany.errors?.map(({ field }) => field)).toEqual(['pageSize'])
  })

  test('users who left are found by the filter and by id, while cases refer to them', async () => {
    const lea = await aUser(app, { username: `lea${projectId}`, roles: { [projectId]: 'ENGINEER' } })
    await aUser(app, { username: `stranger${projectId}` })
    const field = await create({ dataType: 'USER', value: { default: null } } as Partial<Body>)
    await aCase(1, { [field.id]: lea.id })
    await app.db.deleteFrom('project_member').where('user_id', '=', lea.id).execute()
    const find = async (query: object) =>
      (await ask(app, listFieldUsers, { ...given(undefined), query: { ...query } })).items.map(({ name }) => name)
    expect(await find({})).toEqual(['owner Tester'])
    expect(await find({ inUse: true })).toEqual([`lea${projectId} Tester`, 'owner Tester'])
    expect(await find({ id: lea.id })).toEqual([`lea${projectId} Tester`])
  })

  test('[FIELDS-30] a new default must be a member, and a stored one may have left', async () => {
    const lea = await aUser(app, { roles: { [projectId]: 'ENGINEER' } })
    const stranger = await aUser(app)
    const chosen = (userId: number): TypedValue => ({
      dataType: 'USER',
      value: { default: { kind: 'specificUser', userId } },
    })
    const refused = await refusalOf(app, createTestCaseField, given(await aBody(chosen(stranger.id))))
    expect(refused.errors?.map(({ field }) => field)).toEqual(['value.default'])
    const field = await create(chosen(lea.id))
    await app.db.deleteFrom('project_member').where('user_id', '=', lea.id).execute()
    const saved = await ask(app, updateTestCaseField, given({ ...updating(field), name: 'Owner' }, field.id))
    expect(saved.value).toEqual(chosen(lea.id).value)
    const known = (id: number) => ask(app, listFieldUsers, { ...given(undefined), query: { id } })
    expect((await known(lea.id)).items.map((user) => user.id)).toEqual([lea.id])
    expect((await known(stranger.id)).items).toEqual([])
  })
})
