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

test('lines become steps, and what follows a tab or a bar is the expected result', () => {
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

test('a cell of a spreadsheet is one text, however many lines it has', () => {
  const copied = '1. Open\tShown\n"Type ""5""\nPress Enter"\t"A total\r\nA tax"\n"Quoted"\tSaid "so"\n'
  expect(stepsOfText(copied)?.map(({ action, expectedResult }) => [action, expectedResult])).toEqual([
    ['Open', 'Shown'],
    ['Type "5"\nPress Enter', 'A total\nA tax'],
    ['"Quoted"', 'Said "so"'],
  ])
  expect(stepsOfText('"Open\nand wait"\tShown')).toMatchObject([{ action: 'Open\nand wait', expectedResult: 'Shown' }])
  expect(words(stepsOfText('"Say\nit"') ?? [])).toEqual(['"Say', 'it"'])
})

test('steps are put behind one, moved, copied and taken away', () => {
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

test('steps that nobody wrote anything into are not saved', () => {
  const shared: CaseStep = { kind: 'shared', id: 's', sharedStepsId: 4 }
  expect(written([open, newStep(), shared, newStep({ expectedResult: 'Seen' })])).toHaveLength(3)
})
