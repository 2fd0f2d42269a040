import { expect, test } from 'vitest'
import { assert, constantFrom, integer, property, record, string, uniqueArray } from 'fast-check'
import {
  readSessionsQuery,
  sessionsHref,
  SORTS,
  STATES,
  type SessionsQuery,
} from '../../../views/exploratory/address.ts'

const ids = uniqueArray(integer({ min: 1, max: 10 ** 9 }), { maxLength: 3 })
const queries = record({
  q: string({ maxLength: 20 }).map((text) => text.toWellFormed().trim()),
  state: constantFrom(...STATES),
  assigneeId: ids,
  milestoneId: ids,
  environmentId: ids,
  sort: constantFrom(...SORTS),
  order: constantFrom('asc' as const, 'desc' as const),
  page: integer({ min: 1, max: 1000 }),
})

test('[ESLS-02] the whole query of the list is in its address', () => {
  assert(
    property(queries, (query) => {
      const search = new URL(sessionsHref('SHOP', query), 'https://assay.test').search.slice(1)
      const read: SessionsQuery = readSessionsQuery(search)
      expect(read).toEqual({ ...query, pageSize: 25 })
    }),
  )
})

test('ignores invalid parameters of an address', () => {
  expect(readSessionsQuery('state=ajar&sort=luck&order=up&page=-2&assignee=x&assignee=7&milestone=0')).toEqual({
    q: '',
    state: 'open',
    assigneeId: [7],
    milestoneId: [],
    environmentId: [],
    sort: 'created',
    order: 'desc',
    page: 1,
    pageSize: 25,
  })
})

test('the plain list has a plain address', () =>
  expect(sessionsHref('SHOP')).toBe('/projects/SHOP/exploratory-sessions'))
