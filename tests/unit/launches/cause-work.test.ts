import { expect, test } from 'vitest'
import { isNoWork, undoOfAccepted } from '../../../machines/launches/cause-work.ts'

const groups = [
  { ids: [1], before: { tagId: 1, userFeedbackRequired: true, issueId: null }, after: { tagId: 2, issueId: null } },
]

test('accepted suggestions are taken back by their groups, unless nothing was accepted', () => {
  expect(undoOfAccepted({ tests: 0, groups: [], isMore: false })).toBeNull()
  expect(undoOfAccepted({ tests: 1, groups, isMore: false })).toEqual({ kind: 'takeBack', groups })
})

test('accepting an empty list of causes does nothing, and a merge does', () => {
  expect(isNoWork({ kind: 'accept', causes: [] })).toBe(true)
  expect(isNoWork({ kind: 'merge', key: 'a', into: 'b', label: 'A' })).toBe(false)
})
