import { expect, test } from 'vitest'
import { flakyTestsHref, isFlakyFiltered, readFlakyQuery } from '../../../views/launches/flaky/address.ts'

const searchOf = (address: string) => address.split('?')[1] ?? ''

test('a query of flaky tests survives the way into an address and back', () => {
  const query = {
    ...readFlakyQuery('days=90&branch=main&branch=a%26b&owner=ada&show=marked&sort=cost&order=asc&page=3'),
    q: 'pays & ships',
  }
  expect(query).toMatchObject({ days: 90, branch: ['main', 'a&b'], owner: ['ada'], isMarked: true, page: 3 })
  expect(readFlakyQuery(searchOf(flakyTestsHref('DEF', query)))).toEqual(query)
})

test('what an address of flaky tests has wrong is as if it had nothing', () => {
  expect(readFlakyQuery('days=8&branch=&sort=size&page=-1&show=some')).toEqual(readFlakyQuery(''))
  expect(isFlakyFiltered(readFlakyQuery(''))).toBe(false)
  expect(flakyTestsHref('DEF')).toBe('/projects/DEF/automation-launches/flaky-tests')
})
