import { expect, test } from 'vitest'
import type { CaseFilter } from '../../../contract/cases/filter.ts'
import type { TestCaseField } from '../../../contract/settings/test-case-fields.ts'
import { filterFields } from '../../../views/cases/search/filters.ts'

const place = { description: '', tabId: 1, relativePosition: 1 }
const system = (systemName: string, enabled = true): TestCaseField => ({
  id: systemName.length,
  type: 'SYSTEM',
  name: systemName,
  systemName,
  enabled,
  ...place,
  dataType: 'TEXT',
  value: { hasDefault: false, default: '' },
})
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
const fields = [
  ...['description', 'preConditions', 'steps', 'postConditions', 'priority', 'automationState'].map((name) =>
    system(name),
  ),
  area,
]
const attribute = { icon: 'equal', isDefault: true, relativePosition: 1 } as const
const vocabulary = {
  fields,
  tabs: [],
  priorities: [{ id: 1, name: 'High', ...attribute }],
  automationStates: [{ id: 2, name: 'Manual', ...attribute }],
}
const offered = (filter: CaseFilter = {}, given = vocabulary) =>
  filterFields({ filter, vocabulary: given, authors: [{ id: 3, name: 'Nadia Krol' }] })
const labels = (given = vocabulary) => offered({}, given).map(({ label }) => label)

test('[TREE-35] [TREE-36] [TREE-37] [TREE-38] [TREE-39] [TREE-40] every filter is offered', () => {
  expect(labels()).toEqual([
    'Updated',
    'Description',
    'Pre-conditions',
    'Post-conditions',
    'Created',
    'Author',
    'Priority',
    'Automation State',
    'Draft',
    'Deprecated',
    'Steps to reproduce',
    'Area',
  ])
})

test('[TRASH-05] [TRASH-06] [TRASH-07] [TRASH-08] [TRASH-09] [TRASH-10] [TRASH-11] what was deleted can be asked for by when and by whom, too', () => {
  const deleters = [{ id: 3, name: 'Nadia Krol' }]
  const all = filterFields({ filter: {}, vocabulary, authors: [], deleters })
  expect(all.map(({ label }) => label)).toEqual(['Deleted', 'Deleted by', ...labels()])
  // Any, yes or no.
  const draft = (filter: CaseFilter) =>
    filterFields({ filter, vocabulary, authors: [], deleters }).find(({ id }) => id === 'draft')
  expect([{}, { draft: true }, { draft: false }].map((filter) => draft(filter)?.words)).toEqual([null, 'Yes', 'No'])
  expect(draft({ draft: false })?.without).toEqual({})
})

test('[TREE-40] [TREE-41] fields that are switched off are not offered, but what is in force can be taken away', () => {
  const off = { ...vocabulary, fields: [system('description', false), { ...area, enabled: false }] }
  expect(labels(off)).toEqual(['Updated', 'Created', 'Author', 'Draft', 'Deprecated'])
  const filter: CaseFilter = { description: 'basket', fields: [{ fieldId: 50, wanted: { kind: 'options', ids: [5] } }] }
  const inForce = offered(filter, off).filter(({ words }) => words !== null)
  expect(inForce.map(({ label, words }) => [label, words])).toEqual([
    ['Description', 'basket'],
    ['Area', 'Web'],
  ])
  expect(inForce.map(({ without }) => without)).toEqual([{ fields: filter.fields }, { description: 'basket' }])
})

test('a value takes the place of the one before, and none takes the filter away', () => {
  const wanted = (id: string, filter: CaseFilter) => {
    const field = offered(filter).find((one) => one.id === id)
    if (field?.kind !== 'options') throw new Error(`${id} is no choice`)
    return field.wanted
  }
  expect(wanted('priorities', { priorities: [1], draft: true })([])).toEqual({ draft: true })
  expect(wanted('authors', { draft: true })([3])).toEqual({ draft: true, authors: [3] })
  expect(wanted('field-50', {})([5])).toEqual({ fields: [{ fieldId: 50, wanted: { kind: 'options', ids: [5] } }] })
})
