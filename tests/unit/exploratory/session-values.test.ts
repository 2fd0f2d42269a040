import { expect, test } from 'vitest'
import {
  changeOf,
  formValuesOf,
  isTitle,
  problemsOf,
  valuesOf,
  writtenOf,
} from '../../../views/exploratory/form/session-values.ts'
import { aSession } from './support.ts'

test('[ESED-03] [ESED-04] a title has 1 to 255 characters after trim', () => {
  expect(['', '   ', 'x'.repeat(256)].map(isTitle)).toEqual([false, false, false])
  expect(['x', ` ${'x'.repeat(255)} `].map(isTitle)).toEqual([true, true])
})

test('a time box is a whole number of minutes, or nothing', () => {
  const typed = formValuesOf(aSession())
  const problem = (timeBoxMinutes: string) => problemsOf({ ...typed, timeBoxMinutes }).timeBoxMinutes
  expect(['', ' ', '1', '90', '1440'].map(problem)).toEqual(Array(5).fill(undefined))
  expect(['0', '1441', '1.5', 'an hour', '-3'].filter((words) => problem(words) === undefined)).toEqual([])
  expect(['', '90'].map((timeBoxMinutes) => writtenOf({ ...typed, timeBoxMinutes }).timeBoxMinutes)).toEqual([null, 90])
})

test('[ESED-14] what was changed is told with what it was; what was not is left alone', () => {
  const base = valuesOf(aSession({ title: 'Before', description: 'Kept', requirements: ['A'] }))
  expect(changeOf(base, { ...base, title: 'After', requirements: ['A', 'B'] })).toEqual({
    values: { title: 'After', requirements: ['A', 'B'] },
    expected: { title: 'Before', requirements: ['A'] },
  })
  expect(changeOf(base, base).values).toEqual({})
})

test('once somebody’s change has been seen, only what was changed here goes over it', () => {
  const base = valuesOf(aSession({ title: 'Before', description: 'Before' }))
  const theirs = { ...base, title: 'Theirs', description: 'Theirs' }
  expect(changeOf(base, { ...base, title: 'Mine' }, theirs)).toEqual({
    values: { title: 'Mine' },
    expected: { title: 'Theirs' },
  })
})
