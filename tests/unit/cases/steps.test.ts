import { expect, test } from 'vitest'
import type { CaseStep } from '../../../contract/cases/steps.ts'
import {
  changed,
  duplicated,
  insertAfter,
  moved,
  newStep,
  stepsOfText,
  without,
  written,
} from '../../../views/shared/steps/steps.ts'

const words = (steps: readonly CaseStep[]) => steps.map((step) => (step.kind === 'step' ? step.action : step.kind))
const [open, pay] = [newStep({ action: 'Open the basket' }), newStep({ action: 'Pay' })]

test('lines become steps, and text after a tab or a bar is the expected result', () => {
  expect(
    stepsOfText('1. Open the basket\tSubtotal is shown\r\n\r\n2) Pay | Receipt is shown\n- Leave')?.map(
      ({ action, expectedResult }) => [action, expectedResult],
    ),
  ).toEqual([
    ['Open the basket', 'Subtotal is shown'],
    ['Pay', 'Receipt is shown'],
    ['Leave', ''],
  ])
  expect(stepsOfText('Just words')).toBeNull()
})

test('a spreadsheet cell is one text, also with several lines', () => {
  const copied = '1. Open\tShown\n"Type ""5""\nPress Enter"\t"A total\r\nA tax"\n"Quoted"\tSaid "so"\n'
  expect(stepsOfText(copied)?.map(({ action, expectedResult }) => [action, expectedResult])).toEqual([
    ['Open', 'Shown'],
    ['Type "5"\nPress Enter', 'A total\nA tax'],
    ['"Quoted"', 'Said "so"'],
  ])
  expect(stepsOfText('"Open\nand wait"\tShown')).toMatchObject([{ action: 'Open\nand wait', expectedResult: 'Shown' }])
  expect(words(stepsOfText('"Say\nit"') ?? [])).toEqual(['"Say', 'it"'])
})

test('inserts, moves, copies and removes steps', () => {
  const steps = [open, pay]
  expect(words(insertAfter(steps, open.id, [newStep({ action: 'Look' })]))).toEqual(['Open the basket', 'Look', 'Pay'])
  expect(words(insertAfter(steps, null, [newStep({ action: 'Look' })]))).toEqual(['Open the basket', 'Pay', 'Look'])
  expect(words(moved(steps, pay.id, 0))).toEqual(['Pay', 'Open the basket'])
  expect(words(without(steps, open.id))).toEqual(['Pay'])
  const copied = duplicated(steps, open.id)
  expect(words(copied)).toEqual(['Open the basket', 'Open the basket', 'Pay'])
  expect(new Set(copied.map(({ id }) => id)).size).toBe(3)
  expect(words(changed(steps, pay.id, { action: 'Pay by card' }))).toEqual(['Open the basket', 'Pay by card'])
})

test('does not save empty steps', () => {
  const shared: CaseStep = { kind: 'shared', id: 's', sharedStepsId: 4 }
  expect(written([open, newStep(), shared, newStep({ expectedResult: 'Seen' })])).toHaveLength(3)
})
