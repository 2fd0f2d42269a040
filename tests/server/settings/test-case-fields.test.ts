import { describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../../contract/errors.ts'
import {
  createTestCaseField,
  deleteTestCaseField,
  listTestCaseFields,
  saveTestCaseFields,
  TestCaseFields,
  updateTestCaseField,
} from '../../../contract/settings/test-case-fields.ts'
import { ask, refusalOf } from '../support/app.ts'
import {
  aBody,
  aCase,
  app,
  create,
  eachInNewProject,
  events,
  given,
  list,
  named,
  owner,
  places,
  tabs,
  updating,
  withFeatures,
} from '../support/test-case-fields.ts'

eachInNewProject()

describe('the list', () => {
  test('[FIELDS-02] [FIELDS-05] [FIELDS-07] [FIELDS-51] [TREE-57] a new project', async () => {
    const { data, savedBy } = await list()
    expect(savedBy).toBeNull()
    expect(
      data.tabs.map(({ name }) => name),
      '[FIELDS-04]',
    ).toEqual(['General', 'Properties'])
    const [general, properties] = data.tabs
    expect(
      data.fields.map(({ name, dataType, tabId, relativePosition }) => [name, dataType, tabId, relativePosition]),
    ).toEqual([
      ['Description', 'TEXT', general?.id, 1],
      ['Pre-conditions', 'TEXT', general?.id, 2],
      ['Steps', 'STEPS', general?.id, 3],
      ['Post-conditions', 'TEXT', general?.id, 4],
      ['Attachments', 'ATTACHMENTS', general?.id, 5],
      ['Priority', 'PRIORITY', properties?.id, 1],
      ['Automation state', 'AUTOMATION_STATE', properties?.id, 2],
      ['Draft', 'DRAFT', properties?.id, 3],
      ['Deprecated', 'DEPRECATED', properties?.id, 4],
      ['Author', 'AUTHOR', properties?.id, 5],
      ['Created on', 'CREATED_ON', properties?.id, 6],
    ])
    expect(data.fields.every(({ type, enabled }) => type === 'SYSTEM' && enabled)).toBe(true)
  })

  test('[FIELDS-03] fields without a tab come last', async () => {
    const field = await create()
    const { data, version } = await list()
    const requested = places(data.fields).map((one) => (one.id === field.id ? { ...one, tabId: null } : one))
    const saved = await ask(app, saveTestCaseFields, given({ version, fields: requested }))
    expect(saved.data.fields.at(-1)).toMatchObject({ id: field.id, tabId: null, relativePosition: 1 })
  })
})

describe('saving places', () => {
  test('[FIELDS-08] [FIELDS-09] [FIELDS-10] [FIELDS-11] saves tabs, positions and switches of all fields in one call', async () => {
    const before = await list()
    const { general, properties } = await tabs()
    const steps = named(before.data.fields, 'Steps')
    const requested = places(before.data.fields).map((place) =>
      place.id === steps.id ? { ...place, tabId: properties, relativePosition: 0, enabled: false } : place,
    )
    const saved = await ask(app, saveTestCaseFields, given({ version: before.version, fields: requested }))
    const inTab = (tabId: number) => saved.data.fields.filter((one) => one.tabId === tabId).map(({ name }) => name)
    expect(inTab(properties)).toEqual([
      'Steps',
      'Priority',
      'Automation state',
      'Draft',
      'Deprecated',
      'Author',
      'Created on',
    ])
    expect(inTab(general)).toEqual(['Description', 'Pre-conditions', 'Post-conditions', 'Attachments'])
    expect(saved.data.fields.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(['Steps'])
    expect(saved).toMatchObject({ version: before.version + 1, savedBy: { userId: owner.id, name: 'owner Tester' } })
    expect(await list()).toEqual(saved)
  })

  test('[FIELDS-10] rejects an incomplete list', async () => {
    const { version, data } = await list()
    const { version: after } = await list()
    const all = places(data.fields)
    const [first] = all
    if (!first) throw new Error('no fields')
    const wrong: [fields: typeof all, at: string][] = [
      [all.slice(1), 'fields'],
      [[...all, first], 'fields.11.id'],
      [[...all, { ...first, id: 1_000_000 }], 'fields.11.id'],
      [[{ ...first, tabId: 1_000_000 }, ...all.slice(1)], 'fields.0.tabId'],
      [[{ ...first, type: 'CUSTOM' }, ...all.slice(1)], 'fields.0.type'],
    ]
    for (const [fields, at] of wrong) {
      const { status, errors } = await refusalOf(app, saveTestCaseFields, given({ version, fields }))
      expect([status, errors?.map(({ field }) => field)]).toEqual([400, [at]])
    }
    expect(after).toBe(version)
  })

  test('rejects an older version with the stored list, and one of two concurrent saves', async () => {
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
  test('has one event for each save, with the list before and after', async () => {
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
      tab: { before: null, after: 'Properties' },
    })
    expect(log[1]?.changes[0]?.values).toEqual({ name: { before: 'Impact', after: 'Blast' } })
    expect(log[2]?.changes[0]?.values).toMatchObject({ cases: { before: 1, after: 0 } })
  })

  test('[FIELDS-10] names the moved fields of a reorder, not the ones that shifted', async () => {
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

describe('edition features', () => {
  test('[FIELDS-14] [FIELDS-15] without the custom layout fields can only be switched on and off', async () => {
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
