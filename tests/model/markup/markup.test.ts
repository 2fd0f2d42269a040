import { expect, test } from 'vitest'
import {
  markupMachine,
  marksShown,
  type MarkupEvent,
  type MarkupSnapshot,
} from '../../../machines/markup/markup.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

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
const paths = describeMachine(markupMachine, {
  input,
  events: [],
  walks: [{ events: byPointer }, { events: byKeys }],
  stopWhen,
  table: {
    ready:
      'colour/choose edit/{redo,undo} mark/{choose,delete,nudge,place} markup/{cancel,done} pointer/down tool/choose',
    drawing: 'markup/cancel pointer/{cancel,move,up}',
    moving: 'markup/cancel pointer/{cancel,move,up}',
    flattening: 'done(flatten) error(flatten)',
    kept: '',
    left: '',
  },
  ignored: {
    ready: { events: 'pointer/move pointer/up pointer/cancel', because: 'the pointer is not pressed' },
    drawing: {
      events:
        'pointer/down edit/undo tool/choose colour/choose mark/place mark/choose mark/nudge mark/delete edit/redo markup/done',
      because: 'the pointer is pressed',
    },
    moving: {
      events:
        'pointer/down edit/undo tool/choose colour/choose mark/place mark/choose mark/nudge mark/delete edit/redo markup/done',
      because: 'the pointer is pressed',
    },
    flattening: {
      events:
        'pointer/down pointer/move pointer/up pointer/cancel edit/undo markup/cancel tool/choose colour/choose mark/place mark/choose mark/nudge mark/delete edit/redo markup/done',
      because: 'the picture is being made, and the dialog closes with it',
    },
  },
  invariants: {
    'keeps every mark within the picture': ({ context }) =>
      marksShown(context).every(({ points }) => points.every(({ x, y }) => x >= 0 && x <= 100 && y >= 0 && y <= 60)),
    'gives each mark an id of its own': ({ context: { marks } }) =>
      new Set(marks.map(({ id }) => id)).size === marks.length,
    'shows each mark once, and the one under the pointer as it is moved': ({ context }) => {
      const shown = marksShown(context)
      const ids = new Set([...context.marks, ...(context.drawn === null ? [] : [context.drawn])].map(({ id }) => id))
      return shown.length === ids.size && (context.drawn === null || shown.includes(context.drawn))
    },
  },
})

test('restores the previous marks on undo', () => {
  for (const { steps } of paths)
    for (const [i, { event, state }] of steps.entries()) {
      const before = steps[i - 1]?.state
      if (event.type !== 'edit/undo' || before === undefined || !before.matches('ready')) continue
      expect(state.context.marks).toEqual(before.context.before.at(-1) ?? before.context.marks)
    }
})

test('leaves nothing of a press without a movement, or of one that the browser cancels', () => {
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

const samples = samplesOf(paths)

test('emits its outcome once', () => {
  for (const path of samples) {
    const emitted = play(markupMachine, path, input)
    const last = path.steps.at(-1)?.state
    expect(emitted.map(({ type }) => type)).toEqual(
      last?.matches('kept') ? ['markup/kept'] : last?.matches('left') ? ['markup/left'] : [],
    )
  }
})
