import { expect, test } from 'vitest'
import {
  markupMachine,
  marksShown,
  type MarkupEvent,
  type MarkupSnapshot,
} from '../../../machines/markup/markup.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const input = { widthPx: 100, heightPx: 60, colour: 'red' }
const picture = new Blob(['p'])
const byPointer = [
  { type: 'pointer/down', at: { x: 10, y: 10 }, on: null },
  { type: 'pointer/down', at: { x: 20, y: 20 }, on: 1 },
  { type: 'pointer/move', at: { x: 11, y: 11 } },
  { type: 'pointer/move', at: { x: 130, y: -20 } },
  { type: 'pointer/up' },
  { type: 'pointer/cancel' },
  { type: 'edit/undo' },
  { type: 'markup/cancel' },
] as MarkupEvent[]
const byKeys = [
  { type: 'tool/choose', tool: 'box' },
  { type: 'colour/choose', colour: 'blue' },
  { type: 'mark/place' },
  { type: 'mark/choose', id: 1 },
  { type: 'mark/nudge', dx: 0, dy: 30, isSizing: false },
  { type: 'mark/nudge', dx: -50, dy: 0, isSizing: true },
  { type: 'mark/delete' },
  { type: 'edit/undo' },
  { type: 'edit/redo' },
  { type: 'markup/done' },
  { type: 'markup/cancel' },
  { type: 'xstate.done.actor.flatten', output: picture },
  { type: 'xstate.error.actor.flatten', error: new Error('no canvas') },
] as MarkupEvent[]
const stopWhen = ({ context: { marks, before, after } }: MarkupSnapshot) =>
  marks.length > 1 || before.length + after.length > 1 || marks.some(({ id }) => id > 2)
const paths = [byPointer, byKeys].flatMap((events) => pathsOf(markupMachine, { input, events, stopWhen }))

test('each state handles the events of its table', () =>
  expectTable(markupMachine, {
    ready:
      'colour/choose edit/{redo,undo} mark/{choose,delete,nudge,place} markup/{cancel,done} pointer/down tool/choose',
    drawing: 'markup/cancel pointer/{cancel,move,up}',
    moving: 'markup/cancel pointer/{cancel,move,up}',
    flattening: 'done(flatten) error(flatten)',
    kept: '',
    left: '',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(markupMachine, paths)).toEqual([])
})

test('on every path no mark leaves the picture, and each has a name of its own', () => {
  const isInside = ({ context }: MarkupSnapshot) =>
    marksShown(context).every(({ points }) => points.every(({ x, y }) => x >= 0 && x <= 100 && y >= 0 && y <= 60))
  expect(breaches(paths, isInside)).toEqual([])
  const areNamed = ({ context: { marks } }: MarkupSnapshot) => new Set(marks.map(({ id }) => id)).size === marks.length
  expect(breaches(paths, areNamed)).toEqual([])
})

test('on every path an undo brings back what was there, and a redo what was undone', () => {
  for (const { steps } of paths)
    for (const [i, { event, state }] of steps.entries()) {
      const before = steps[i - 1]?.state
      if (event.type !== 'edit/undo' || before === undefined || !before.matches('ready')) continue
      expect(state.context.marks).toEqual(before.context.before.at(-1) ?? before.context.marks)
    }
})

test('on every path a press without a movement leaves nothing, and what the browser breaks off neither', () => {
  const touched = (state: MarkupSnapshot | undefined) => state?.matches('drawing') || state?.matches('moving')
  const broken = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) => {
      const before = steps[i - 1]?.state
      return event.type === 'pointer/cancel' && touched(before) ? [{ before, state }] : []
    }),
  )
  expect(broken.length).toBeGreaterThan(0)
  for (const { before, state } of broken) expect(state.context.marks).toEqual(before?.context.marks)
})

test('a running machine takes every path, and emits its outcome once', () => {
  for (const path of paths) {
    const emitted = play(markupMachine, path, input)
    const last = path.steps.at(-1)?.state
    expect(emitted.map(({ type }) => type)).toEqual(
      last?.matches('kept') ? ['markup/kept'] : last?.matches('left') ? ['markup/left'] : [],
    )
  }
})
