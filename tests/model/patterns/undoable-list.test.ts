import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate'
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
  { type: 'change/undo', work: 'take a back' },
  { type: 'xstate.done.actor.load', output: { value: 'a, b' } },
  { type: 'xstate.error.actor.load', error: 'offline' },
  { type: 'xstate.done.actor.change', output: { done: { undo: 'take a back' } } },
  { type: 'xstate.done.actor.change', output: { done: { undo: null } } },
  { type: 'xstate.error.actor.change', error: 'conflict' },
] as UndoableListEvent<Work, Done>[]
const paths = describeMachine(machine, {
  input: undefined,
  events,
  stopWhen: ({ context }) => context.waiting.length > 1,
  table: {
    'list.loading.newest': 'list/refresh done(load) error(load)',
    'list.loading.overtaken': 'done(load) error(load)',
    'list.shown': 'list/refresh',
    'list.failed': 'list/refresh',
    'work.idle': 'always change/{made,perform,undo}',
    'work.changing': 'change/{made,perform,undo} done(change) error(change)',
  },
  ignored: {
    'list.loading.overtaken': { events: 'list/refresh', because: 'the list is loaded again already' },
  },
  invariants: {
    'loads the list again after each change, also after a rejected one': (state, before) => {
      const isNext = before !== undefined && state.context.waiting.length < before.context.waiting.length
      const wasAnswered = before?.matches({ work: 'changing' }) === true && (isNext || state.matches({ work: 'idle' }))
      return !wasAnswered || state.matches({ list: 'loading' })
    },
    'sends nothing for an empty change': (state) => state.context.change?.work !== '',
    'rests only when nothing waits': (state) => !state.matches({ work: 'idle' }) || state.context.waiting.length === 0,
  },
})

test('emits the outcome of each answered change once', () => {
  for (const path of toursThrough(paths)) {
    const answered = path.steps.filter(
      ({ event }) => /^xstate\.\w+\.actor\.change$/.test(event.type) || event.type === 'change/made',
    )
    expect(play(machine, path, undefined)).toHaveLength(answered.length)
  }
})

test('saves changes and undos one after the other, in the order of the presses', async () => {
  const sent: Work[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        load: fromPromise(() => Promise.resolve({ value: '' })),
        news: fromCallback(() => undefined),
        change: fromPromise<{ done: Done }, { work: Work }>(({ input }) => {
          sent.push(input.work)
          return Promise.resolve({ done: { undo: `undo ${input.work}` } })
        }),
      },
    }),
  ).start()
  const undos: (Work | null)[] = []
  actor.on('change/done', ({ undo }) => undos.push(undo))
  actor.send({ type: 'change/perform', work: 'a' })
  actor.send({ type: 'change/perform', work: 'b' })
  // The toast of an earlier change.
  actor.send({ type: 'change/undo', work: 'undo a' })
  await waitFor(actor, ({ context, value }) => value.work === 'idle' && context.waiting.length === 0)
  expect(sent).toEqual(['a', 'b', 'undo a'])
  expect(undos).toEqual(['undo a', 'undo b', null])
  actor.stop()
})
