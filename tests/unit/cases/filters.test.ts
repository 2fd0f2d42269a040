import { expect, test } from 'vitest'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import { ALL_SYSTEM_FIELDS, type SystemField, type TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { filterFields } from '../../../views/shared/cases/filters/filters.ts'
import type { Vocabulary } from '../../../views/shared/cases/vocabulary.tsx'

const place = { description: '', tabId: 1, relativePosition: 1 }
const custom = (over: Partial<TestCaseField>): TestCaseField =>
  ({ id: 50, type: 'CUSTOM', name: 'Area', systemName: 'area', enabled: true, ...place, ...over }) as TestCaseField
const area = custom({
  dataType: 'DROPDOWN',
  value: {
    hasIcon: false,
    hasDefault: false,
    options: [{ id: 5, name: 'Web', isDefault: false, relativePosition: 1, icon: null }],
  },
})
const attribute = { icon: 'equal', isDefault: true, relativePosition: 1 } as const
const vocabulary = {
  fields: [area],
  tabs: [],
  enabledFields: ALL_SYSTEM_FIELDS,
  priorities: [{ id: 1, name: 'High', ...attribute }],
  automationStates: [{ id: 2, name: 'Manual', ...attribute }],
}
const offered = (filter: CaseFilter = {}, given: Vocabulary = vocabulary) =>
  filterFields({ filter, vocabulary: given, authors: [{ id: 3, name: 'Nadia Krol' }], people: [] })
const labels = (given: Vocabulary = vocabulary) => offered({}, given).map(({ label }) => label)

test('offers every filter', () => {
  const all = labels()
  expect(all, '[TREE-35]').toEqual(expect.arrayContaining(['Updated', 'Created']))
  expect(all, '[TREE-36]').toEqual(
    expect.arrayContaining(['Description', 'Pre-conditions', 'Post-conditions', 'Steps to reproduce']),
  )
  expect(all, '[TREE-37]').toContain('Author')
  expect(all, '[TREE-38]').toEqual(expect.arrayContaining(['Priority', 'Automation state']))
  expect(all, '[TREE-39]').toEqual(expect.arrayContaining(['Draft', 'Deprecated']))
  expect(all, '[TREE-40]').toContain('Area')
  expect(all).toHaveLength(12)
})

test('the trash bin also offers filters by date and author of the deletion', () => {
  const deleters = [{ id: 3, name: 'Nadia Krol' }]
  const all = filterFields({ filter: {}, vocabulary, authors: [], people: [], deleters })
  const offered = all.map(({ label }) => label)
  expect(offered.slice(0, 2), '[TRASH-05]').toEqual(['Deleted', 'Deleted by'])
  expect(offered.slice(2), '[TRASH-06] [TRASH-07] [TRASH-08] [TRASH-10] [TRASH-11]').toEqual(labels())
  // Any value, yes, or no.
  const draft = (filter: CaseFilter) =>
    filterFields({ filter, vocabulary, authors: [], people: [], deleters }).find(({ id }) => id === 'draft')
  const words = [{}, { draft: true }, { draft: false }].map((filter) => draft(filter)?.words)
  expect(words, '[TRASH-09]').toEqual([null, 'Yes', 'No'])
  expect(draft({ draft: false })?.without).toEqual({})
})

test('[TCASE-03] a disabled field has no filter', () => {
  const without = (field: SystemField) =>
    labels({ ...vocabulary, enabledFields: ALL_SYSTEM_FIELDS.filter((one) => one !== field) })
  const gone = ALL_SYSTEM_FIELDS.map((field) => [field, labels().filter((label) => !without(field).includes(label))])
  expect(gone).toEqual([
    ['DESCRIPTION', ['Description']],
    ['PRE_CONDITIONS', ['Pre-conditions']],
    ['POST_CONDITIONS', ['Post-conditions']],
    ['CREATED_ON', ['Created']],
    ['AUTHOR', ['Author']],
    ['PRIORITY', ['Priority']],
    ['AUTOMATION_STATE', ['Automation state']],
    ['DRAFT', ['Draft']],
    ['DEPRECATED', ['Deprecated']],
    ['STEPS', ['Steps to reproduce']],
    ['ATTACHMENTS', []],
  ])
})

test('[TREE-40] [TREE-41] does not offer disabled fields, but an active filter can be removed', () => {
  const off = { ...vocabulary, enabledFields: [], fields: [{ ...area, enabled: false }] }
  expect(labels(off)).toEqual(['Updated'])
  const filter: CaseFilter = {
    description: 'basket',
    draft: false,
    fields: [{ fieldId: 50, wanted: { kind: 'options', ids: [5] } }],
  }
  const inForce = offered(filter, off).filter(({ words }) => words !== null)
  expect(inForce.map(({ label, words }) => [label, words])).toEqual([
    ['Description', 'basket'],
    ['Draft', 'No'],
    ['Area', 'Web'],
  ])
  const { description, draft, fields } = filter
  expect(inForce.map(({ without }) => without)).toEqual([
    { draft, fields },
    { description, fields },
    { description, draft },
  ])
})

test('a new value replaces the previous one, and an empty one removes the filter', () => {
  const requested = (id: string, filter: CaseFilter) => {
    const field = offered(filter).find((one) => one.id === id)
    if (field?.kind !== 'options') throw new Error(`${id} is no choice`)
    return field.wanted
  }
  expect(requested('priorities', { priorities: [1], draft: true })([])).toEqual({ draft: true })
  expect(requested('authors', { draft: true })([3])).toEqual({ draft: true, authors: [3] })
  expect(requested('field-50', {})([5])).toEqual({ fields: [{ fieldId: 50, wanted: { kind: 'options', ids: [5] } }] })
})

test('a filter on a user field offers its possible users, not the authors of cases', () => {
  const owner = custom({ id: 60, name: 'Owner', dataType: 'USER', value: { default: null } })
  const people = [{ id: 8, name: 'Lea Marti' }]
  const given = { ...vocabulary, fields: [...vocabulary.fields, owner] }
  const all = filterFields({ filter: {}, vocabulary: given, authors: [{ id: 3, name: 'Nadia Krol' }], people })
  expect(all.find(({ label }) => label === 'Owner')).toMatchObject({ kind: 'options', options: people })
})
