import { expect, test } from 'vitest'
import type { TestCase } from '../../../contract/cases/cases.ts'
import type { Step } from '../../../contract/cases/steps.ts'
import type { RunCaseContent } from '../../../contract/runs/run-cases.ts'
import { caseChanges } from '../../../machines/runs/case-changes.ts'

const step = (id: string, action: string): Step =>
  ({ kind: 'step', id, action, expectedResult: '', attachments: [] }) as unknown as Step
const asRun = {
  title: 'Pay by card',
  description: '',
  preConditions: 'Signed in',
  postConditions: '',
  attachments: [],
  steps: [
    step('a', 'Open the basket'),
    step('b', 'Pay'),
    { kind: 'shared', id: 's', sharedStepsId: 4, name: 'Sign out', steps: [step('x', 'Open the menu')] },
  ],
} as unknown as RunCaseContent
const now = (changes: object): TestCase =>
  ({
    ...asRun,
    steps: [asRun.steps[0], asRun.steps[1], { kind: 'shared', id: 's', sharedStepsId: 4 }],
    sharedSteps: [{ id: 4, name: 'Sign out', steps: [step('x', 'Open the menu')] }],
    ...changes,
  }) as unknown as TestCase
const emitted = (changes: object) => caseChanges(asRun, now(changes)).map(({ name, kind }) => `${name} ${kind}`)

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
  const [change] = caseChanges(asRun, now({ preConditions: 'Signed out' }))
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
