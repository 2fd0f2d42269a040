import { expect, test } from 'vitest'
import { livingChanges } from '../../../machines/cases/living-changes.ts'
import { changesOf, valuesOf, type CaseValues } from '../../../views/cases/case/case-values.ts'
import { existingCase, livingForm } from '../../../views/cases/case/case-parts-of-form.ts'
import type { Vocabulary } from '../../../views/shared/cases/vocabulary.tsx'
import { aTestCase } from './support.ts'

const field = (id: number, dataType: string, options: number[] = []) => ({
  id,
  type: 'CUSTOM',
  name: `Field ${id}`,
  systemName: `field${id}`,
  description: '',
  tabId: 1,
  relativePosition: id,
  enabled: true,
  dataType,
  value: { hasDefault: false, default: '', options: options.map((option) => ({ id: option, name: `${option}` })) },
})
const vocabulary = {
  priorities: [{ id: 1, name: 'Low' }],
  automationStates: [{ id: 2, name: 'Manual' }],
  fields: [
    field(10, 'STRING'),
    field(11, 'DROPDOWN', [100, 101]),
    field(12, 'MULTI_SELECT', [200, 201]),
    field(14, 'USER'),
  ],
  tabs: [],
  enabledFields: [],
} as unknown as Vocabulary

test('drops a removed priority, automation state, field and option from changes and names them', () => {
  const changes = {
    title: 'Pay',
    priority: { id: 9 },
    automationState: { id: 9 },
    customFields: { 10: 'text', 11: 109, 12: [200, 209], 13: 'typed' },
  }
  expect(livingChanges(changes, vocabulary)).toEqual({
    changes: { title: 'Pay', customFields: { 10: 'text', 12: [200] } },
    gone: ['priority', 'automationState', 'field:11', 'field:12', 'field:13'],
  })
})

test('keeps changes that refer to nothing removed, cleared values included', () => {
  const changes = { priority: null, automationState: { id: 2 }, customFields: { 10: null, 11: 100, 12: [201, 200] } }
  expect(livingChanges(changes, vocabulary)).toEqual({ changes, gone: [] })
})

const base = valuesOf(aTestCase({ priority: { id: 1 }, customFields: { 10: 'text', 11: 100 } }))
const typed = (changes: Partial<CaseValues>): CaseValues => ({ ...base, ...changes })

test('a form drops an edit whose value was removed, and saves the rest of the draft', () => {
  const values = typed({ title: 'Mine', priority: 9, customFields: { ...base.customFields, 11: 109, 13: 'typed' } })
  const form = livingForm({ base, values }, vocabulary)
  expect(form.removed).toEqual(['priority', 'field:11', 'field:13'])
  expect(form.values).toMatchObject({ title: 'Mine', priority: 1, customFields: { 10: 'text', 11: 100 } })
  expect(changesOf(form.base, form.values)).toEqual({ title: 'Mine' })
})

test('a form keeps the remaining options of a multi-select', () => {
  const form = livingForm(
    { base, values: typed({ customFields: { ...base.customFields, 12: [209, 201] } }) },
    vocabulary,
  )
  expect(form.removed).toEqual(['field:12'])
  expect(changesOf(form.base, form.values)).toEqual({ customFields: { 12: [201] } })
})

test('a form shows a stored value of a removed option as none, without a notice, and does not send it', () => {
  const stored = typed({ priority: 9, customFields: { 11: 109, 13: 'of a deleted field' } })
  const form = livingForm({ base: stored, values: { ...stored, title: 'Mine' } }, vocabulary)
  expect(form.removed).toEqual([])
  expect(form.values).toMatchObject({ priority: null, customFields: {} })
  expect(changesOf(form.base, form.values)).toEqual({ title: 'Mine' })
})

test('drops the user whom the server rejects from the changes of a users field only', () => {
  const changes = { title: 'Pay', customFields: { 10: 'text', 14: 7 } }
  const errors = ['changes.customFields.10', 'changes.customFields.14'].map((field) => ({ field }))
  expect(livingChanges(changes, vocabulary, errors)).toEqual({
    changes: { title: 'Pay', customFields: { 10: 'text' } },
    gone: ['field:14'],
  })
})

test('[TCASE-17] a new case is saved without a user who left the project', () => {
  const draft = typed({ title: 'Mine', customFields: { 10: 'text', 14: 7 } })
  const rest = existingCase(vocabulary)(draft, draft, [{ field: 'customFields.14' }])
  expect(rest).toEqual({
    values: typed({ title: 'Mine', customFields: { 10: 'text', 14: null } }),
    missing: ['field:14'],
  })
})

test('an edited case keeps its stored user when the new one left the project', () => {
  const stored = typed({ customFields: { 14: 5 } })
  const rest = existingCase(vocabulary)(stored, { ...stored, title: 'Mine', customFields: { 14: 7 } }, [
    { field: 'changes.customFields.14' },
  ])
  expect(changesOf(stored, rest?.values ?? stored)).toEqual({ title: 'Mine' })
})

test('a case is not saved again when another field was rejected, too', () => {
  const errors = [{ field: 'customFields.14' }, { field: 'customFields.10' }]
  expect(existingCase(vocabulary)(base, base, errors)).toBeNull()
})

const file = (id: string) => ({ id, name: `${id}.png`, contentType: 'image/png', sizeBytes: 1 })
const blank = { kind: 'step' as const, id: 'blank', action: ' ', expectedResult: '', attachments: [] }
const withFiles = {
  kind: 'step' as const,
  id: 'files',
  action: 'Look',
  expectedResult: '',
  attachments: [file('a'), file('b')],
}
const sharedSteps = (id: string) => ({ kind: 'shared' as const, id, sharedStepsId: 7 })

test('a case is saved without shared steps and files that were deleted since its draft', () => {
  const draft = typed({
    title: 'Mine',
    steps: [blank, sharedSteps('one'), withFiles, sharedSteps('other')],
    attachments: [file('c'), file('d')],
  })
  // Positions are those of the steps that were sent, which are without blank ones.
  const shared = ['changes.steps.0.sharedStepsId', 'changes.steps.2.sharedStepsId']
  const files = ['changes.attachments.1', 'changes.steps.1.attachments.0']
  const errors = [...shared, ...files].map((field) => ({ field }))
  expect(existingCase(vocabulary)(base, draft, errors)).toEqual({
    values: typed({
      title: 'Mine',
      steps: [{ ...withFiles, attachments: [file('b')] }],
      attachments: [file('c')],
    }),
    missing: ['sharedSteps', 'stepAttachments', 'attachments'],
  })
})

test('changes lose shared steps and files that the server rejects, and no others', () => {
  const changes = { title: 'Pay', steps: [withFiles, sharedSteps('one')], attachments: [file('c')] }
  const errors = ['changes.steps.1.sharedStepsId', 'changes.steps.0.attachments.1', 'changes.title']
  expect(
    livingChanges(
      changes,
      vocabulary,
      errors.map((field) => ({ field })),
    ),
  ).toEqual({
    changes: { title: 'Pay', steps: [{ ...withFiles, attachments: [file('a')] }], attachments: [file('c')] },
    gone: ['sharedSteps', 'stepAttachments'],
  })
})
