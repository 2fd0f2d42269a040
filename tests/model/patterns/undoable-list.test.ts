import { expect, test } from 'vitest'
import { undoableList, type UndoableListEvent } from '../../../machines/patterns/undoable-list.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

type Work = string
interface Done {
  undo: Work | null
}
/** A change can be undone, and its undo cannot. */
const machine = undoableList<string, Work, Done>({
  undoOf: ({ undo }, isUndo) => (isUndo ? null : undo),
  isEmpty: (work) => work === '',
})
const events = [
  { type: 'list/refresh' },
  { type: 'change/perform', work: 'release a' },
  { type: 'change/perform', work: '' },
  { type: 'change/made', done: { undo: 'take b back' } },
  { type: 'change/undo' },
  { type: 'xstate.done.actor.load', output: { value: 'a, b' } },
  { type: 'xstate.error.actor.load', error: 'offline' },
  { type: 'xstate.done.actor.change', output: { done: { undo: 'take a back' } } },
  { type: 'xstate.done.actor.change', output: { done: { undo: null } } },
  { type: 'xstate.error.actor.change', error: 'conflict' },
  { type: 'xstate.done.actor.undo', output: { done: { undo: 'release a' } } },
  { type: 'xstate.error.actor.undo', error: 'conflict' },
] as UndoableListEvent<Work, Done>[]
const paths = describeMachine(machine, {
  input: undefined,
  events,
  table: {
    'list.loading.newest': 'list/refresh done(load) error(load)',
    'list.loading.overtaken': 'done(load) error(load)',
    'list.shown': 'list/refresh',
    'list.failed': 'list/refresh',
    'work.idle': 'change/{made,perform,undo}',
    'work.changing': 'change/made done(change) error(change)',
    'work.undoing': 'change/made done(undo) error(undo)',
  },
  ignored: {
    'list.loading.overtaken': { events: 'list/refresh', because: 'the list is loaded again already' },
    'work.changing': { events: 'change/perform change/undo', because: 'buttons show progress while a change is saved' },
    'work.undoing': { events: 'change/perform change/undo', because: 'buttons show progress while a change is undone' },
  },
  invariants: {
    'loads the list again after each change, also after a rejected one': (state, before) => {
      const wasWorking = before !== undefined && !before.matches({ work: 'idle' })
      return !wasWorking || !state.matches({ work: 'idle' }) || state.matches({ list: 'loading' })
    },
    'sends nothing for an empty change': (state) => state.context.work !== '',
  },
})

test('emits the outcome of each answered change once', () => {
  for (const path of toursThrough(paths)) {
    const answered = path.steps.filter(
      ({ event }) => /^xstate\.\w+\.actor\.(change|undo)$/.test(event.type) || event.type === 'change/made',
    )
    expect(play(machine, path, undefined)).toHaveLength(answered.length)
  }
})

test('undoes only the last change, and only once', () => {
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
})

test('leaves after an undo what its rule returns: here nothing', () => {
  const left = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) =>
      /^xstate\.done\.actor\.undo$/.test(event.type) && steps[i - 1]?.state.matches({ work: 'undoing' }) === true
        ? [state.context.undo]
        : [],
    ),
  )
  expect(left.length).toBeGreaterThan(0)
  expect(left.filter((undo) => undo !== null)).toEqual([])
})
