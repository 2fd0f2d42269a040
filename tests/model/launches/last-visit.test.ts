import { expect, test } from 'vitest'
import type { LaunchNews } from '../../../contract/launches/launch-visits.ts'
import { hasNews, lastVisit, type LastVisitEvent } from '../../../machines/launches/last-visit.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

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
const paths = describeMachine(lastVisit, {
  input: undefined,
  events,
  table: {
    loading: 'done(loadNews) error(loadNews)',
    'known.shown': 'news/dismiss',
    'known.quiet': '',
    unknown: '',
  },
  ignored: {
    loading: { events: 'news/dismiss', because: 'no news are shown yet' },
    'known.quiet': { events: 'news/dismiss', because: 'no news are shown' },
    unknown: { events: 'news/dismiss', because: 'no news are shown' },
  },
  invariants: {
    'records a visit only once its news are known': (state) =>
      (state.children.visit !== undefined) === state.matches('known'),
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(lastVisit, path, undefined)).not.toThrow()
})

test('shows what others did as news, but not on a first visit', () => {
  expect(hasNews(nothing)).toBe(false)
  for (const kind of ['finished', 'failed', 'tagged', 'linked', 'marked'])
    expect(hasNews({ ...nothing, [kind]: one })).toBe(true)
  expect(hasNews({ ...nothing, hasEnded: true })).toBe(true)
  expect(hasNews({ ...nothing, review: { by: null, at: '2026-01-02T03:04:05.000Z' } })).toBe(true)
  expect(hasNews({ ...nothing, finished: one, since: null })).toBe(false)
})
