import { expect, test } from 'vitest'
import type { CausesAnswer } from '../../../contract/launches/causes.ts'
import { launchCauses, undoOfAccepted, type CausesEvent } from '../../../machines/launches/causes.machine.ts'
import { missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const answer: CausesAnswer = {
  items: [],
  fixed: [],
  comparedWith: null,
  causesTotal: 0,
  failures: 0,
  withoutText: 0,
}
const groups = [
  {
    ids: [1],
    before: { tagId: 1, userFeedbackRequired: true, issueId: null },
    after: { tagId: 2, issueId: null },
  },
]
const events = [
  { type: 'causes/refresh' },
  { type: 'suggestions/accept', causes: [{ key: 'a', tagId: 2, issueId: null }] },
  { type: 'suggestions/accept', causes: [] },
  { type: 'cause/merge', key: 'a', into: 'b', label: 'A' },
  { type: 'cause/split', key: 'a', from: 'b', label: 'A' },
  { type: 'change/undo' },
  { type: 'xstate.done.actor.loadCauses', output: answer },
  { type: 'xstate.error.actor.loadCauses', error: 'offline' },
  { type: 'xstate.done.actor.change', output: { tests: 1, isMore: false, undo: { kind: 'takeBack', groups } } },
  { type: 'xstate.done.actor.change', output: { tests: 1, isMore: false, undo: null } },
  { type: 'xstate.error.actor.change', error: 'conflict' },
] as CausesEvent[]
const paths = pathsOf(launchCauses, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(launchCauses, {
    'causes.loading.newest': 'causes/refresh done(loadCauses) error(loadCauses)',
    'causes.loading.overtaken': 'done(loadCauses) error(loadCauses)',
    'causes.shown': 'causes/refresh',
    'causes.failed': 'causes/refresh',
    'work.idle': 'cause/merge cause/split change/undo suggestions/accept',
    'work.working': 'done(change) error(change)',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(launchCauses, paths)).toEqual([]))

test('a change is told once, and what was shown is asked for again', () => {
  for (const path of paths) {
    let expected = 0
    path.steps.forEach(({ event, state }) => {
      const { type }: { type: string } = event
      if (!type.startsWith('xstate') || !type.endsWith('.change')) return
      expected += 1
      expect(state.matches({ work: 'idle' }) && state.matches({ causes: 'loading' })).toBe(true)
    })
    expect(play(launchCauses, path, undefined)).toHaveLength(expected)
  }
})

test('only what was done last can be taken back, and only once', () => {
  const undone = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      const isTaken = event.type === 'change/undo' && before?.matches({ work: 'idle' }) === true
      return isTaken ? [[before.context.undo, state.context.work, state.context.undo]] : []
    }),
  )
  const taken = undone.filter(([wanted]) => wanted !== null)
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.filter(([wanted, work, left]) => work !== wanted || left !== null)).toEqual([])
  expect(undoOfAccepted({ tests: 0, groups: [], isMore: false })).toBeNull()
  expect(undoOfAccepted({ tests: 1, groups, isMore: false })).toEqual({ kind: 'takeBack', groups })
})
