import { expect, test } from 'vitest'
import {
  launchesAddress,
  launchesQueryOf,
  launchesQuestion,
  testsAddress,
  testsQueryOf,
} from '../../../views/launches/address.ts'

const searchOf = (address: string) => address.split('?')[1] ?? ''

test('[LIST-05] [LIST-06] a list query survives the way into an address and back', () => {
  const query = {
    ...launchesQueryOf('page=3&status=FAILED&status=ABORTED&label=team%3Aweb%3A2&reviewed=false&sort=name&order=asc'),
    q: 'a & b',
  }
  expect(launchesQueryOf(searchOf(launchesAddress('DEF', query)))).toEqual(query)
})

test('[DETAILS-06] [DETAILS-07] [DETAILS-08] [DETAILS-13] a tests query survives the way into an address and back', () => {
  const query = testsQueryOf('page=2&pageSize=100&sort=name&group=failure&testsState=failed&testCase=linked&q=cart')
  expect(query).toMatchObject({ page: 2, pageSize: 100, sort: 'name', group: 'failure', testsState: ['failed'] })
  expect(testsQueryOf(searchOf(testsAddress('DEF', 4, query)))).toEqual(query)
})

test('[DETAILS-11] a launch is opened on the first fifty of its tests, in the order they began, unfiltered, and grouped by cause if they failed', () => {
  expect(testsQueryOf('')).toEqual({
    page: 1,
    pageSize: 50,
    q: '',
    testsState: [],
    label: [],
    testId: [],
    failureTag: [],
    sort: 'startTime',
    order: 'asc',
    group: 'auto',
  })
})

test('the plain list has a plain address', () => {
  expect(launchesAddress('DEF', launchesQueryOf(''))).toBe('/projects/DEF/automation-launches')
  expect(testsAddress('DEF', 4, testsQueryOf(''))).toBe('/projects/DEF/automation-launches/4')
  // Nothing is what the reader chose.
  expect(testsAddress('DEF', 4, testsQueryOf('group=none'))).toBe('/projects/DEF/automation-launches/4?group=none')
})

test('[DETAILS-07] [DETAILS-08] [DETAILS-09] an address with the specified names sorts, groups and filters the tests', () => {
  expect(testsQueryOf('sortBy=-duration&groupBy=status&filters=failed,skipped')).toEqual(
    testsQueryOf('sort=duration&order=desc&group=status&testsState=failed&testsState=skipped'),
  )
  expect(testsQueryOf('sortBy=size&groupBy=moon&filters=x&q=cart')).toEqual(testsQueryOf('q=cart'))
})

test('ignores invalid parameters of an address', () => {
  expect(launchesQueryOf('page=-1&status=GREEN')).toEqual(launchesQueryOf(''))
})

test('equal queries have one text, independent of their order', () => {
  const a = launchesQueryOf('status=FAILED&q=x')
  expect(launchesQuestion(launchesQueryOf('q=x&status=FAILED'))).toBe(launchesQuestion(a))
})
