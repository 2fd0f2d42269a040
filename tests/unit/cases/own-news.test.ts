import { expect, test } from 'vitest'
import { createOwnNews } from '../../../machines/cases/own-news.ts'

const newsOf = (caseId: number, by = 1) => ({ suites: false, sharedSteps: false, suiteIds: [1], caseIds: [caseId], by })

test('the news of a change that this page has shown is recognised once', () => {
  const own = createOwnNews(1)
  own.expect(7)
  expect(own.isOwn(newsOf(7, 2))).toBe(false)
  expect(own.isOwn(newsOf(8))).toBe(false)
  expect(own.isOwn({ ...newsOf(7), suites: true })).toBe(false)
  expect(own.isOwn({ ...newsOf(7), caseIds: [7, 8] })).toBe(false)
  expect(own.isOwn(newsOf(7))).toBe(true)
  // The same user has changed it again, in another tab.
  expect(own.isOwn(newsOf(7))).toBe(false)
})

test('a change that failed is no longer expected, and says whether its news was ignored before', () => {
  const own = createOwnNews(1)
  const before = own.expect(7)
  expect(before.cancel()).toBe(false)
  expect(own.isOwn(newsOf(7))).toBe(false)
  const after = own.expect(7)
  expect(own.isOwn(newsOf(7))).toBe(true)
  expect(after.cancel()).toBe(true)
})

test('forgets expected messages after a gap in the live channel, and after ten seconds', () => {
  let now = 0
  const own = createOwnNews(1, () => now)
  own.expect(7)
  own.forget()
  expect(own.isOwn(newsOf(7))).toBe(false)
  own.expect(7)
  now = 10_001
  expect(own.isOwn(newsOf(7))).toBe(false)
})
