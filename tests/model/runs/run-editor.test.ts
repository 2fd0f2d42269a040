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
import { describeMachine } from '../support/describe-machine.ts'

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
  isMilestoneCompleted: false,
  missingMilestone: false,
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
const walkIn = (mode: RunEditorMode, ...answers: ReadRun[]) => ({
  input: { mode, outcome: 'failed' as const },
  events: [...answers.map(answer), ...shared],
})

describeMachine(runEditor, {
  ...walkIn('new'),
  walks: [{}, walkIn('edit', editable, closed), walkIn('rerun', again)],
  table: {
    deciding: 'always',
    reading: 'done(read) error(read)',
    failed: 'editor/retry',
    'writing.plain': 'run/saved editor/cancelled',
    'writing.rerun': 'run/saved editor/cancelled',
    left: '',
  },
  ignored: {
    reading: {
      events: 'editor/retry run/saved editor/cancelled',
      because: 'the form is not shown yet, and a retry is offered only after a failure',
    },
    failed: { events: 'run/saved editor/cancelled', because: 'only the failure is shown' },
    writing: { events: 'editor/retry', because: 'a retry is offered only after a failure' },
  },
  invariants: {
    '[RUNED-11] [RUNED-12] edits only what was read, and no run that is closed or of a plan': (s) => {
      const { mode, initial, run: read } = s.context
      if (s.matches('writing')) return initial !== null && (mode === 'new' ? read === null : read !== null)
      return !s.matches('reading') || initial === null
    },
  },
})

describe('passes the next address to the view', () => {
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

  test('of the saved run', async () => {
    expect(await played('new', null, saved)).toEqual([{ runId: 9, why: 'saved' }])
    expect(await played('rerun', again, saved)).toEqual([{ runId: 9, why: 'saved' }])
    expect(await played('edit', editable, saved)).toEqual([{ runId: 9, why: 'saved' }])
  })
  test('of the original run, or of the list, when cancelled', async () => {
    expect(await played('new', null, cancelled)).toEqual([{ runId: null, why: 'cancelled' }])
    expect(await played('rerun', again, cancelled)).toEqual([{ runId: 7, why: 'cancelled' }])
    expect(await played('edit', editable, cancelled)).toEqual([{ runId: 7, why: 'cancelled' }])
  })
  test('[RUNED-11] [RUNED-12] of the page of a run that cannot be changed, before anything is edited', async () =>
    expect(await played('edit', closed)).toEqual([{ runId: 7, why: 'closed' }]))
  test('only after the run is read', async () => expect(await played('edit', null, saved)).toEqual([]))
})

test('begins a rerun with the cases in its address', async () => {
  const read = fromPromise<ReadRun>(() => Promise.resolve(again))
  const actor = createActor(runEditor.provide({ actors: { read } }), { input: { mode: 'rerun', outcome: 'failed' } })
  actor.start()
  await waitFor(actor, (state) => state.matches({ writing: 'rerun' }))
  expect(actor.getSnapshot().context.initial?.cases).toEqual([[1, 5]])
  expect(actor.getSnapshot().children['rerun']?.getSnapshot()).toMatchObject({ value: 'whole' })
})
