import { expect, test } from 'vitest'
import type { LaunchNews } from '../../../contract/launches/launch-visits.ts'
import { hasNews, lastVisit, type LastVisitEvent } from '../../../machines/launches/last-visit.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const none = { count: 0, ids: [] }
const one = { count: 1, ids: [7] }
const nothing: LaunchNews = {
  since: '2026-01-02T03:04:05.000Z',
  hasEnded: false,
  finished: none,
  failed: none,
  tagged: none,
  linked: none,
  marked: none,
  review: null,
}
const events = [
  { type: 'news/dismiss' },
  { type: 'xstate.done.actor.loadNews', output: { ...nothing, finished: one } },
  { type: 'xstate.done.actor.loadNews', output: nothing },
  { type: 'xstate.error.actor.loadNews', error: 'offline' },
] as unknown as LastVisitEvent[]
const paths = pathsOf(lastVisit, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(lastVisit, {
    loading: 'done(loadNews) error(loadNews)',
    'known.shown': 'news/dismiss',
    'known.quiet': '',
    unknown: '',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(lastVisit, paths)).toEqual([])
  for (const path of paths) play(lastVisit, path, undefined)
})

test('a visit is recorded only once its news are known', () =>
  expect(breaches(paths, (state) => (state.children.visit !== undefined) === state.matches('known'))).toEqual([]))

test('anything that others did is news, but on a first visit', () => {
  expect(hasNews(nothing)).toBe(false)
  for (const kind of ['finished', 'failed', 'tagged', 'linked', 'marked'])
    expect(hasNews({ ...nothing, [kind]: one })).toBe(true)
  expect(hasNews({ ...nothing, hasEnded: true })).toBe(true)
  expect(hasNews({ ...nothing, review: { by: null, at: '2026-01-02T03:04:05.000Z' } })).toBe(true)
  expect(hasNews({ ...nothing, finished: one, since: null })).toBe(false)
})
