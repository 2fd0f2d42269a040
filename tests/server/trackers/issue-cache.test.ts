import { beforeEach, expect, test } from 'vitest'
import type { TrackedIssue } from '../../../contract/launches/issues.ts'
import { createIssueCache, type IssueCache } from '../../../server/trackers/issue-cache.ts'
import { TrackerFailure, type Tracker } from '../../../server/trackers/tracker.ts'

let now = 0
let cache: IssueCache
let requested: string[][]
let answer: (keys: readonly string[]) => Promise<Map<string, TrackedIssue>>
beforeEach(() => {
  now = 0
  requested = []
  cache = createIssueCache(() => now)
  answer = (keys) => Promise.resolve(new Map(keys.map((key) => [key, issueOf(key, now < 90_000 ? 'Open' : 'Closed')])))
})

const issueOf = (key: string, status: string): TrackedIssue => ({
  key,
  title: 'Payment fails',
  status,
  category: 'todo',
  url: `http://tracker.test/${key}`,
  assignee: null,
})
const tracker = {
  name: 'Jira',
  issues: (keys: readonly string[]) => {
    requested.push([...keys])
    return answer(keys)
  },
} as Pick<Tracker, 'name' | 'issues'> as Tracker
const read = async (keys: string[], isRefresh = false) =>
  [...(await cache.read({ tracker, identity: 'a' }, keys, isRefresh))].map(([key, { issue, problem }]) => [
    key,
    issue?.status ?? null,
    problem,
  ])

test('requests unknown issues at most once a minute, and earlier on a refresh', async () => {
  await read(['A-1'])
  await read(['A-1', 'A-2'])
  expect(requested).toEqual([['A-1'], ['A-2']])
  now = 10_000
  await read(['A-1'], true)
  now = 11_000
  await read(['A-1'], true)
  expect(requested).toHaveLength(3)
  now = 95_000
  expect(await read(['A-1'])).toEqual([['A-1', 'Closed', null]])
})

test('does not show issues read for one account to another', async () => {
  await read(['A-1'])
  await cache.read({ tracker, identity: 'b' }, ['A-1'], false)
  expect(requested).toHaveLength(2)
})

test('while the tracker fails, the last known status is shown with the reason', async () => {
  await read(['A-1'])
  now = 70_000
  answer = () => Promise.reject(new TrackerFailure('unreachable', 'Jira does not answer'))
  expect(await read(['A-1', 'A-2'])).toEqual([
    ['A-1', 'Open', 'Jira does not answer'],
    ['A-2', null, 'Jira does not answer'],
  ])
})

test('respects the tracker’s retry time, also on a refresh', async () => {
  answer = () => Promise.reject(new TrackerFailure('busy', 'Jira takes no more requests', { retryMs: 100_000 }))
  await read(['A-1'])
  now = 99_000
  await read(['A-1', 'A-2'], true)
  expect(requested).toHaveLength(1)
  answer = (keys) => Promise.resolve(new Map(keys.map((key) => [key, issueOf(key, 'Open')])))
  now = 101_000
  await read(['A-1'], true)
  expect(requested).toHaveLength(2)
})
