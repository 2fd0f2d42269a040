import { expect, test } from 'vitest'
import { byReason } from '../../../views/launches/refusals.ts'

test('[ACTIONS-16] [LFIL-25] groups rejections by reason, with their items', () => {
  const refused = [
    { item: 1, reason: 'The launch is in progress' },
    { item: 2, reason: 'Launch not found' },
    { item: 3, reason: 'The launch is in progress' },
  ]
  expect(byReason(refused)).toEqual([
    { reason: 'The launch is in progress', items: [1, 3] },
    { reason: 'Launch not found', items: [2] },
  ])
  expect(byReason([])).toEqual([])
})
