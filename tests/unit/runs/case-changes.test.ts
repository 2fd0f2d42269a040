import { expect, test } from 'vitest'
import type { TestCase } from '../../../contract/cases/cases.ts'
import type { Step } from '../../../contract/cases/steps.ts'
import type { RunCaseContent } from '../../../contract/runs/run-cases.ts'
import { caseChanges, type FieldTexts } from '../../../machines/runs/case-changes.ts'

const step = (id: string, action: string): Step =>
  ({ kind: 'step', id, action, expectedResult: '', attachments: [] }) as unknown as Step
const asRun = {
  title: 'Pay by card',
  description: '',
  preConditions: 'Signed in',
  postConditions: '',
  attachments: [],
  priorityId: 1,
  automationStateId: null,
  customFields: { 10: 'Visa', 11: 'old' },
  steps: [
    step('a', 'Open the basket'),
    step('b', 'Pay'),
    { kind: 'shared', id: 's', sharedStepsId: 4, name: 'Sign out', steps: [step('x', 'Open the menu')] },
  ],
} as unknown as RunCaseContent
const now = (changes: object): TestCase =>
  ({
    ...asRun,
    priority: { id: 1 },
    automationState: null,
    steps: [asRun.steps[0], asRun.steps[1], { kind: 'shared', id: 's', sharedStepsId: 4 }],
    sharedSteps: [{ id: 4, name: 'Sign out', steps: [step('x', 'Open the menu')] }],
    ...changes,
  }) as unknown as TestCase
const texts: FieldTexts = {
  isShown: (field) => field !== 'description' && field !== 'field:11',
  name: (field) => field.charAt(0).toUpperCase() + field.slice(1),
  value: (field, { priority, automationState, customFields }) =>
    field === 'priority'
      ? `${priority?.id ?? ''}`
      : field === 'automationState'
        ? `${automationState?.id ?? ''}`
        : String(customFields[field.slice('field:'.length)] ?? ''),
}
const emitted = (changes: object) => caseChanges(asRun, now(changes), texts).map(({ name, kind }) => `${name} ${kind}`)

test('a case that is the same, shared steps included, has no changes', () => expect(emitted({})).toEqual([]))

test('texts, steps and files that changed are named, with both sides', () => {
  expect(emitted({ title: 'Pay', attachments: [{ id: '1', name: 'a.png' }] })).toEqual([
    'Title changed',
    'Attachments changed',
  ])
  expect(emitted({ steps: [step('a', 'Open the cart'), step('c', 'Wait')] })).toEqual([
    'Step 2 removed',
    'Step 3 removed',
    'Step 1 changed',
    'Step 2 added',
  ])
  const [change] = caseChanges(asRun, now({ preConditions: 'Signed out' }), texts)
  expect(change).toMatchObject({ before: 'Signed in', after: 'Signed out' })
})

test('a step of shared steps that changed is named, and so is another order', () => {
  expect(emitted({ sharedSteps: [{ id: 4, name: 'Sign out', steps: [step('x', 'Press Sign out')] }] })).toEqual([
    'Step 3 changed',
  ])
  const shared = { kind: 'shared', id: 's', sharedStepsId: 4 }
  expect(emitted({ steps: [step('b', 'Pay'), step('a', 'Open the basket'), shared] })).toEqual([
    'Order of steps changed',
  ])
})

test('a priority, an automation state and custom fields that changed are named, with both sides', () => {
  const changes = {
    priority: { id: 2 },
    automationState: { id: 5 },
    customFields: { 10: 'Mastercard', 11: 'old', 12: 'new' },
  }
  expect(emitted(changes)).toEqual([
    'Priority changed',
    'AutomationState changed',
    'Field:10 changed',
    'Field:12 changed',
  ])
  const [change] = caseChanges(asRun, now({ customFields: { 10: 'Mastercard', 11: 'old' } }), texts)
  expect(change).toMatchObject({ before: 'Visa', after: 'Mastercard' })
})

test('fields that the project does not display are not named', () => {
  expect(emitted({ description: 'Switched off', customFields: { 10: 'Visa', 11: 'switched off' } })).toEqual([])
})
