import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  runEditor,
  type LeftTo,
  type ReadRun,
  type RunEditorEvent,
  type RunEditorMode,
} from '../../../machines/runs/run-editor.machine.ts'
import { NEW_RUN, type Rerun } from '../../../machines/runs/run-values.ts'
import { breaches, missedBy, pathsOf } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const run = { id: 7, title: 'Regression', environment: null, configurations: [], requirements: [], milestone: null }
const earlier = {
  run,
  cases: [
    { id: 1, assigneeId: 5, outcome: 'failed' },
    { id: 2, assigneeId: null, outcome: 'other' },
  ],
  missingCases: 0,
  missingConfigurations: [],
  missingEnvironment: false,
} as unknown as Rerun
const stored = earlier.run
const editable: ReadRun = { mode: 'edit', run: stored, initial: { ...NEW_RUN, title: 'Regression' }, isEditable: true }
const closed: ReadRun = { mode: 'edit', run: stored, isEditable: false }
const again: ReadRun = { mode: 'rerun', rerun: earlier }

const shared = [
  { type: 'xstate.error.actor.read', error: 'offline' },
  { type: 'editor/retry' },
  { type: 'run/saved', runId: 9 },
  { type: 'editor/cancelled' },
] as unknown as RunEditorEvent[]
const answer = (output: ReadRun) => ({ type: 'xstate.done.actor.read', output }) as unknown as RunEditorEvent
const pathsIn = (mode: RunEditorMode, ...answers: ReadRun[]) =>
  pathsOf(runEditor, { input: { mode, outcome: 'failed' }, events: [...answers.map(answer), ...shared] })
const paths = [...pathsIn('new'), ...pathsIn('edit', editable, closed), ...pathsIn('rerun', again)]

test('each state handles the events of its table', () =>
  expectTable(runEditor, {
    deciding: 'always',
    reading: 'done(read) error(read)',
    failed: 'editor/retry',
    'writing.plain': 'run/saved editor/cancelled',
    'writing.rerun': 'run/saved editor/cancelled',
    left: '',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(runEditor, paths)).toEqual([])
})

test('[RUNED-11] [RUNED-12] nothing is written in before it is read, nor where the run is closed or of a plan', () =>
  expect(
    breaches(paths, (s) => {
      const { mode, initial, run: read } = s.context
      if (s.matches('writing')) return initial !== null && (mode === 'new' ? read === null : read !== null)
      return !s.matches('reading') || initial === null
    }),
  ).toEqual([]))

describe('the view receives the address that the editor is left for', () => {
  const played = async (mode: RunEditorMode, found: ReadRun | null, end?: RunEditorEvent): Promise<LeftTo[]> => {
    const left: LeftTo[] = []
    const actor = createActor(
      runEditor.provide({
        actors: {
          read: fromPromise(() => (found === null ? Promise.reject(new Error('offline')) : Promise.resolve(found))),
        },
        actions: { leave: (_, to: LeftTo) => left.push(to) },
      }),
      { input: { mode } },
    ).start()
    await waitFor(actor, (state) => !state.matches('reading'))
    if (end !== undefined) actor.send(end)
    return left
  }
  const saved = { type: 'run/saved', runId: 9 } as const
  const cancelled = { type: 'editor/cancelled' } as const

  test('to the run that was saved', async () => {
    expect(await played('new', null, saved)).toEqual([{ runId: 9, why: 'saved' }])
    expect(await played('rerun', again, saved)).toEqual([{ runId: 9, why: 'saved' }])
    expect(await played('edit', editable, saved)).toEqual([{ runId: 9, why: 'saved' }])
  })
  test('given up, to the run it began with, or to the list', async () => {
    expect(await played('new', null, cancelled)).toEqual([{ runId: null, why: 'cancelled' }])
    expect(await played('rerun', again, cancelled)).toEqual([{ runId: 7, why: 'cancelled' }])
    expect(await played('edit', editable, cancelled)).toEqual([{ runId: 7, why: 'cancelled' }])
  })
  test('[RUNED-11] [RUNED-12] at once, to the page of a run that cannot be changed', async () =>
    expect(await played('edit', closed)).toEqual([{ runId: 7, why: 'closed' }]))
  test('not at all while nothing could be read', async () => expect(await played('edit', null, saved)).toEqual([]))
})

test('a rerun begins with the cases that its address asks for', async () => {
  const read = fromPromise<ReadRun>(() => Promise.resolve(again))
  const actor = createActor(runEditor.provide({ actors: { read } }), { input: { mode: 'rerun', outcome: 'failed' } })
  actor.start()
  await waitFor(actor, (state) => state.matches({ writing: 'rerun' }))
  expect(actor.getSnapshot().context.initial?.cases).toEqual([[1, 5]])
  expect(actor.getSnapshot().children['rerun']?.getSnapshot()).toMatchObject({ value: 'whole' })
})
