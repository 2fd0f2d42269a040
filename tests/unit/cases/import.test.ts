import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { optionNamed, separatorIn, valuesIn } from '../../../contract/cases/import.ts'
import { delimiterOf } from '../../../server/cases/import/formats/csv.ts'
import { dayOf, isDateFormat } from '../../../server/cases/import/formats/xlsx-dates.ts'
import { itemsInLine, itemsOf, stepsOf } from '../../../server/cases/import/steps.ts'
import { partsOf } from '../../../server/cases/import/suites.ts'

test.each([
  ['Shop > Cards', ' > ', ['Shop', 'Cards']],
  ['/Shop/Cards/', '/', ['Shop', 'Cards']],
  [String.raw`Shop > Cards \> gift \\ old`, ' > ', ['Shop', String.raw`Cards > gift \ old`]],
  ['Shop - Sign-in', ' - ', ['Shop', 'Sign-in']],
  [String.raw`Shop\Cards`, '\\', ['Shop', 'Cards']],
  ['Shop::Cards', '::', ['Shop', 'Cards']],
  ['', '/', []],
])('%s is cut at %s', (path, separator, titles) => {
  expect(partsOf(path, separator)).toEqual(titles)
})

test('splits a path at its separators and keeps escaped ones in the titles', () => {
  const title = fc.string({ minLength: 1 }).map((text) => text.replaceAll('\n', ' ').trim())
  const titles = fc.array(
    title.filter((text) => text !== ''),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(titles, (given) => {
      const path = given.map((one) => one.replaceAll(/[\\>]/g, String.raw`\$&`)).join(' > ')
      expect(partsOf(path, ' > ')).toEqual(given)
    }),
  )
})

test('splits a numbered list into its steps and keeps numbers and line breaks inside a step', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '1', '2', '.', ' ', '\n', '-') })
  const steps = fc.array(text, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(steps, (given) => {
      const list = given.map((one, i) => `${i + 1}. ${one.replaceAll('\n', '\n   ')}`).join('\n')
      expect(itemsOf(list)).toEqual(given)
    }),
  )
})

test.each([
  '1.Open\n2.Close',
  '1、Open\n2、Close',
  '(1) Open\n(2) Close',
  '1 - Open\n2 - Close',
  '1- Open\n2- Close',
  '1: Open\n2: Close',
  '[1] Open\n[2] Close',
  'Step1: Open\nStep2: Close',
  'Step 1: Open\nStep 2: Close',
  'step 1 Open\nstep 2 Close'.replaceAll(/(\d)/g, '$1.'),
])('splits %j into its steps', (text) => {
  expect(itemsOf(text)).toEqual(['Open', 'Close'])
})

test.each([
  ['1. Open the page 2. Close it', ['Open the page', 'Close it']],
  [' 1) Open the page. 2) Wait 1.5 s 3) Close it ', ['Open the page.', 'Wait 1.5 s', 'Close it']],
  ['1. open 2. Close 3. Wait', ['open', 'Close', 'Wait']],
  ['1. Öffnen 2. 打开页面', ['Öffnen', '打开页面']],
  ['1. Open version 5. Then 2. Close it', ['Open version 5. Then', 'Close it']],
])('splits the list %j on one line into its steps', (text, steps) => {
  expect(itemsInLine(text)).toEqual(steps)
  const rows = [{ row: 2, steps: text, stepData: '', expectedResults: '' }]
  for (const form of ['numbered', 'rows'] as const)
    expect(stepsOf(rows, form).map(({ action }) => action)).toEqual(steps)
})

test.each([
  'Open the page',
  '1. Open the page',
  'Version 1. 2. beta',
  'Press 2. times',
  '1. Press 2. times',
  '1. 2. 2024',
  '1. 2. Close it',
  '1. Wait until 2. 3. 2024',
  '1. Enter 1.5 and 2.5',
  '1.Open 2.Close',
  '2. Open 3. Close',
  '1. Open 3. Close',
  '1. Open 2) Close',
  '1. Open\n2. Close',
])('%j is no list on one line', (text) => {
  expect(itemsInLine(text)).toBeNull()
})

test('a step that a tool exported is one step, whatever numbers its text has', () => {
  const rows = [{ row: 2, steps: '1. Open 2. Close', stepData: '', expectedResults: '' }]
  expect(stepsOf(rows, 'numbered', { isTyped: false }).map(({ action }) => action)).toEqual(['Open 2. Close'])
})

test('a number with decimals begins no step, and an indented line continues the step above', () => {
  expect(itemsOf('1.5 bar\n2.5 bar')).toEqual(['1.5 bar\n2.5 bar'])
  expect(itemsOf('1:30 pm\n2:00 pm')).toEqual(['1:30 pm\n2:00 pm'])
  const rows = [{ row: 2, steps: 'Open\n  and wait\nClose', stepData: '', expectedResults: '' }]
  expect(stepsOf(rows, 'lines').map(({ action }) => action)).toEqual(['Open\n  and wait', 'Close'])
})

test('a list with other numbers, or with none, is one step', () => {
  expect(itemsOf('2. Two\n3. Three')).toEqual(['2. Two\n3. Three'])
  expect(itemsOf('1) One\nstill one\n3) not the next\n2) Two')).toEqual(['One\nstill one\n3) not the next', 'Two'])
  expect(itemsOf('1. "Open"')).toEqual(['"Open"'])
})

test('quotes around whole items go where the tool is known to put them', () => {
  const cells = { row: 2, steps: '1. "Open, and ""look"""\n2. Leave', stepData: '', expectedResults: '' }
  expect(stepsOf([cells], 'numbered', { isQuoted: true }).map(({ action }) => action)).toEqual([
    'Open, and "look"',
    'Leave',
  ])
})

test('data of a step follows its action', () => {
  const cells = { row: 2, steps: 'Type the code', stepData: '4711', expectedResults: 'It fits' }
  expect(stepsOf([cells], 'rows')).toEqual([
    { row: 2, action: 'Type the code\n\nTest data: 4711', expectedResult: 'It fits' },
  ])
})

test('finds values by name, several per cell', () => {
  const options = [
    { id: 1, name: 'Cards, gift', otherNames: [] },
    { id: 2, name: 'Post', otherNames: ['mail'] },
  ]
  expect(optionNamed(options, ' MAIL ')).toBe(2)
  expect(valuesIn({ options, isMany: true }, 'Cards, gift\nPost; mail')).toEqual(['Cards, gift', 'Post', 'mail'])
  expect(valuesIn({ options, isMany: false }, 'Cards, gift')).toEqual(['Cards, gift'])
})

test('detects separators and delimiters from the content', () => {
  expect(separatorIn(['Shop', 'Shop / Cards'])).toBe(' / ')
  expect(separatorIn(['Shop'])).toBe(null)
  expect(delimiterOf('"a;b;c;d",e\n')).toBe(',')
  expect(delimiterOf('a\tb\tc\n')).toBe('\t')
})

test('days of workbooks', () => {
  expect([dayOf(46_000, false), dayOf(61, false), dayOf(1, false), dayOf(44_538, true)]).toEqual([
    '2025-12-09',
    '1900-03-01',
    '1900-01-01',
    '2025-12-09',
  ])
  expect(dayOf(46_000.5, false)).toBe('2025-12-09 12:00:00')
  expect([isDateFormat(14, undefined), isDateFormat(165, '"day" 0'), isDateFormat(166, 'dd/mm/yyyy')]).toEqual([
    true,
    false,
    true,
  ])
})
