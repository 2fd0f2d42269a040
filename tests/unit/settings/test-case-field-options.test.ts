import { expect, test } from 'vitest'
import {
  addOption,
  chooseDefault,
  isFull,
  moveOption,
  removeOption,
  switchDefault,
} from '../../../contract/settings/test-case-field-options.ts'

const anOption = (name: string, isDefault = false) => ({ name, isDefault })
const value = (hasDefault: boolean, ...options: { name: string; isDefault: boolean }[]) => ({ hasDefault, options })
const defaultsOf = ({ options }: { options: { name: string; isDefault: boolean }[] }) =>
  options.filter(({ isDefault }) => isDefault).map(({ name }) => name)

test('[FIELDS-34] the 24th option is the last', () => {
  let list = value(false)
  for (let i = 1; i <= 23; i += 1) list = addOption(list, anOption(`${i}`))
  expect(isFull(list)).toBe(false)
  list = addOption(list, anOption('24'))
  expect(isFull(list)).toBe(true)
  expect(addOption(list, anOption('25')).options).toHaveLength(24)
})

test('[FIELDS-35] switching the default off clears the default option', () => {
  const off = switchDefault(value(true, anOption('Low', true), anOption('High', true)), false)
  expect(off.hasDefault).toBe(false)
  expect(defaultsOf(off)).toEqual([])
})

test('[FIELDS-36] a single option is the default while a default is required', () => {
  expect(defaultsOf(switchDefault(value(false, anOption('Low')), true))).toEqual(['Low'])
  expect(defaultsOf(addOption(value(true), anOption('Low')))).toEqual(['Low'])
  expect(defaultsOf(removeOption(value(true, anOption('Low'), anOption('High', true)), 1))).toEqual(['Low'])
  expect(defaultsOf(addOption(value(false), anOption('Low')))).toEqual([])
  expect(defaultsOf(switchDefault(value(false, anOption('Low'), anOption('High')), true))).toEqual([])
})

test('[FIELDS-37] a second option clears the default; a third does not', () => {
  const two = addOption(value(true, anOption('Low', true)), anOption('High'))
  expect(defaultsOf(two)).toEqual([])
  const chosen = chooseDefault(two, 1, true, 'one')
  expect(defaultsOf(addOption(chosen, anOption('Highest')))).toEqual(['High'])
})

test('[FIELDS-38] choosing another default of a dropdown moves it', () => {
  const chosen = chooseDefault(value(true, anOption('Low', true), anOption('High')), 1, true, 'one')
  expect(defaultsOf(chosen)).toEqual(['High'])
})

test('[FIELDS-39] a multi-select has as many defaults as are chosen', () => {
  const both = chooseDefault(value(true, anOption('Low', true), anOption('High')), 1, true, 'several')
  expect(defaultsOf(both)).toEqual(['Low', 'High'])
  expect(defaultsOf(chooseDefault(both, 0, false, 'several'))).toEqual(['High'])
})

test('[FIELDS-35] selects nothing while the switch is off', () => {
  expect(defaultsOf(chooseDefault(value(false, anOption('Low'), anOption('High')), 0, true, 'several'))).toEqual([])
})

test('[FIELDS-50] an option moves with its default', () => {
  const list = value(true, anOption('a', true), anOption('b'), anOption('c'))
  expect(moveOption(list, 0, 2).options).toEqual([anOption('b'), anOption('c'), anOption('a', true)])
  expect(moveOption(list, 2, 0).options.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  expect(moveOption(list, 9, 0).options).toEqual(list.options)
})
