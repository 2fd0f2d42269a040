import { expect, test } from 'vitest'
import { newStep } from '../../../views/shared/steps/steps.ts'
import { changesBetween, stepChanges } from '../../../views/cases/case/version-diff.ts'
import { aTestCase } from './support.ts'

const known = {
  vocabulary: { priorities: [], automationStates: [], fields: [], tabs: [], enabledFields: [] },
  people: [],
}
const [open, pay, leave] = ['Open', 'Pay', 'Leave'].map((action) => newStep({ action })) as [
  ReturnType<typeof newStep>,
  ReturnType<typeof newStep>,
  ReturnType<typeof newStep>,
]

test('marks steps as added, deleted, changed and moved by their content', () => {
  const after = [{ ...pay, expectedResult: 'A receipt' }, open, newStep({ action: 'Wave' })]
  expect(stepChanges([open, pay, leave], after).map(({ did, before, after: now }) => [did, before, now])).toEqual([
    ['changed', 'Pay', 'Pay → A receipt'],
    ['moved', 'Open', 'Open'],
    ['added', '', 'Wave'],
    ['deleted', 'Leave', ''],
  ])
  expect(stepChanges([open, pay], [open, pay])).toEqual([])
})

test('[CPAGE-09] compares versions field by field and omits equal ones', () => {
  const before = aTestCase({ title: 'Pay', draft: true, steps: [open] })
  const after = aTestCase({ title: 'Pay by card', draft: false, steps: [open], customFields: { 7: 'x' } })
  expect(changesBetween(before, after, known).map(({ field }) => field)).toEqual(['title', 'draft', 'field:7'])
})
