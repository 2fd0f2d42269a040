import { expect, test } from 'vitest'
import { undoHistory, type UndoHistoryEvent, type UndoStep } from '../../../machines/cases/undo-history.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const stepOf = (id: string): UndoStep => ({ id, words: id, way: { kind: 'operation', operationId: id } })
const input = undefined
const events = [
  { type: 'change/made', step: stepOf('first') },
  { type: 'change/made', step: stepOf('second') },
  { type: 'undo/wanted', id: null },
  { type: 'undo/wanted', id: 'first' },
  { type: 'xstate.done.actor.takeBack', output: { count: 1, stayed: [], refused: null } },
  { type: 'xstate.error.actor.takeBack', error: 'unreachable' },
] as UndoHistoryEvent[]
const paths = describeMachine(undoHistory, {
  input,
  events,
  stopWhen: ({ context }) => context.steps.length + context.waiting.length > 2,
  table: {
    idle: 'change/made undo/wanted',
    undoing: 'change/made done(takeBack) error(takeBack) undo/wanted',
  },
  invariants: {
    'undoes exactly while changes wait': (s) => s.matches('undoing') === s.context.waiting.length > 0,
  },
})
const idsOf = (steps: readonly UndoStep[]) => steps.map(({ id }) => id)

test('removes a change from the history only when its undo is answered', () => {
  const all = ({ context }: (typeof paths)[number]['steps'][number]['state']) =>
    idsOf([...context.steps, ...context.waiting]).toSorted()
  const isOnce = ({ steps }: (typeof paths)[number]) => {
    const made = steps.flatMap(({ event }) => (event.type === 'change/made' ? [event.step.id] : []))
    return new Set(made).size === made.length
  }
  for (const { name, steps } of paths.filter(isOnce))
    steps.forEach(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      if (before === undefined) return
      const left = all(before)
      if (event.type === 'change/made') left.push(event.step.id)
      if (event.type.startsWith('xstate.done')) left.splice(left.indexOf(before.context.waiting[0]?.id ?? ''), 1)
      expect([name, all(state)]).toEqual([name, left.toSorted()])
    })
})

test('undoes the last change by default, and each in the order of the requests', () => {
  for (const { name, steps } of paths)
    steps.forEach(({ event, state }, i) => {
      const before = steps[i - 1]?.state.context
      if (before === undefined || event.type !== 'undo/wanted') return
      const requested = event.id === null ? before.steps.at(-1) : before.steps.find(({ id }) => id === event.id)
      const queue = [...idsOf(before.waiting), ...(requested === undefined ? [] : [requested.id])]
      expect([name, idsOf(state.context.waiting)]).toEqual([name, queue])
    })
})

test('keeps every change when an undo fails, the last one first again', () => {
  for (const { name, steps } of paths)
    steps.forEach(({ event, state }, i) => {
      const before = steps[i - 1]?.state.context
      if (before === undefined || !event.type.startsWith('xstate.error')) return
      const saved = [...before.steps, ...before.waiting.toReversed()]
      expect([name, idsOf(state.context.steps)]).toEqual([name, idsOf(saved)])
    })
})

test('emits each answer, and that the history is empty', () => {
  const emitted = toursThrough(paths).flatMap((path) => play(undoHistory, path, input))
  expect(new Set(emitted.map(({ type }) => type))).toEqual(new Set(['undo/done', 'undo/failed', 'undo/empty']))
})
