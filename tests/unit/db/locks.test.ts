import { expect, test } from 'vitest'
import { LOCKS } from '../../../server/db/locks.ts'

test('every purpose has its own class of advisory locks', () => {
  expect(new Set(Object.values(LOCKS)).size).toBe(Object.keys(LOCKS).length)
})
