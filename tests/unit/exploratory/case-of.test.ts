import { expect, test } from 'vitest'
import { caseOf } from '../../../views/exploratory/observations/case-of.ts'

const emitted = (description: string) => {
  const { title, description: rest, steps = [] } = caseOf({ description }, () => 'id')
  return { title, rest, steps: steps.map((step) => (step.kind === 'step' ? step.action : null)) }
}

test('the first line is the title, items of lists are steps in their order, the rest is the description', () => {
  expect(
    emitted(
      '## Voucher is counted twice\nSeen with a guest.\n1. Put an olive tree into the basket\n2) Use SPRING10\n- Press Back\nOnly on phones.',
    ),
  ).toEqual({
    title: 'Voucher is counted twice',
    rest: 'Seen with a guest.\nOnly on phones.',
    steps: ['Put an olive tree into the basket', 'Use SPRING10', 'Press Back'],
  })
})

test('an observation without a list becomes one step', () => {
  expect(emitted('Apply can be pressed twice')).toEqual({
    title: 'Apply can be pressed twice',
    rest: '',
    steps: ['Apply can be pressed twice'],
  })
})

test('cuts a long first line to the limit of a title', () => {
  expect(emitted('x'.repeat(400)).title).toHaveLength(255)
})
