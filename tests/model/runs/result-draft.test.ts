import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  EMPTY_DRAFT,
  resultDraft,
  type ResultDraft,
  valuesOf,
  type ResultDraftEvent,
} from '../../../machines/runs/result-draft.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const file = { fileUuid: '00000000-0000-4000-8000-00000000000f', name: 'a.png', contentType: 'image/png', sizeBytes: 1 }
const events = [
  { type: 'xstate.done.actor.restore', output: null },
  { type: 'xstate.done.actor.restore', output: { ...EMPTY_DRAFT, comment: 'The total is wrong' } },
  { type: 'xstate.error.actor.restore', error: 'unreadable' },
  { type: 'result/changed', values: { statusId: 2 } },
  { type: 'result/changed', values: { comment: 'The total is wrong' } },
  { type: 'step/changed', stepId: 'a', values: { statusId: 1 } },
  { type: 'file/added', file },
  { type: 'file/added', file, stepId: 'a' },
  { type: 'file/removed', fileUuid: file.fileUuid },
  { type: 'timer/toggled' },
  { type: 'timer/ticked', ms: 1000 },
  { type: 'result/save', goesOn: true },
  { type: 'result/save', goesOn: false },
  { type: 'draft/discard' },
  { type: 'xstate.done.actor.save', output: undefined },
  { type: 'xstate.error.actor.save', error: 'full' },
] as unknown as ResultDraftEvent[]
const paths = pathsOf(resultDraft, {
  input: undefined,
  events,
  // What has nothing to do with each other is not walked together.
  stopWhen: ({ context: { values, failure } }) =>
    [
      values.comment !== '',
      Object.keys(values.steps).length > 0,
      values.attachments.length > 0,
      failure !== null,
    ].filter(Boolean).length +
      values.attachments.length +
      Object.values(values.steps).flatMap(({ attachments }) => attachments).length +
      values.elapsedMs / 1000 >
    1,
})
const written = 'draft/discard file/{added,removed} result/{changed,save} step/changed timer/toggled'

test('each state handles the events of its table', () =>
  expectTable(resultDraft, {
    restoring: 'done(restore) error(restore) result/changed',
    'writing.timed': `${written} timer/ticked`,
    'writing.paused': written,
    saving: 'done(save) error(save)',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(resultDraft, paths)).toEqual([]))

test('on every path nothing is saved without a status, and only saving or discarding takes away what was written', () => {
  expect(breaches(paths, (state) => !state.matches('saving') || state.context.values.statusId !== null)).toEqual([])
  const lost = paths.filter(({ steps }) =>
    steps.some(({ event, state }, i) => {
      const before = steps[i - 1]?.state.context.values.comment ?? ''
      const isEnd = ['draft/discard', 'xstate.done.actor.save', 'xstate.done.actor.restore'].includes(event.type)
      return before !== '' && state.context.values.comment === '' && !isEnd
    }),
  )
  expect(lost.map(({ name }) => name)).toEqual([])
})

test('on every path time passes only while the timer runs', () =>
  expect(
    paths.filter(({ steps }) =>
      steps.some(
        ({ event, state }, i) =>
          event.type === 'timer/ticked' &&
          steps[i - 1]?.state.matches({ writing: 'timed' }) !== true &&
          state.context.values.elapsedMs !== steps[i - 1]?.state.context.values.elapsedMs,
      ),
    ),
  ).toEqual([]))

test('a running machine takes every path, and emits each saved result', () => {
  for (const path of paths) {
    const saved = path.steps.filter(({ event }) => (event.type as string) === 'xstate.done.actor.save').length
    const emitted = play(resultDraft, path, undefined)
    expect(emitted.filter(({ type }) => type === 'result/saved')).toHaveLength(saved)
  }
})

test('a step without status and comment is not recorded, and no time is null', () => {
  const values = valuesOf({ ...EMPTY_DRAFT, comment: ' Fine ' }, 1)
  expect(values).toMatchObject({ statusId: 1, comment: 'Fine', durationMs: null, steps: [] })
})

test('a file of a step stays with the step, and a step without anything is not recorded', async () => {
  const actor = createActor(
    resultDraft.provide({
      actors: {
        restore: fromPromise<ResultDraft | null>(() => Promise.resolve(null)),
        save: fromPromise(() => Promise.resolve()),
      },
    }),
  ).start()
  await waitFor(actor, (state) => state.matches('writing'))
  actor.send({ type: 'file/added', file, stepId: 'a' })
  actor.send({ type: 'step/changed', stepId: 'b', values: { comment: 'Slow' } })
  expect(valuesOf(actor.getSnapshot().context.values, 1)).toMatchObject({
    attachments: [],
    steps: [
      { stepId: 'a', statusId: null, attachments: [file] },
      { stepId: 'b', comment: 'Slow' },
    ],
  })
  actor.send({ type: 'file/removed', fileUuid: file.fileUuid })
  actor.send({ type: 'step/changed', stepId: 'b', values: { comment: '' } })
  expect(valuesOf(actor.getSnapshot().context.values, 1).steps).toEqual([])
})

test('a status that is chosen before the kept draft is there counts, and the rest of the draft comes along', async () => {
  const kept: ResultDraft = { ...EMPTY_DRAFT, statusId: 2, comment: 'The total is wrong', elapsedMs: 5000 }
  const actor = createActor(
    resultDraft.provide({ actors: { restore: fromPromise<ResultDraft | null>(() => Promise.resolve(kept)) } }),
  ).start()
  actor.send({ type: 'result/changed', values: { statusId: 1 } })
  await waitFor(actor, (state) => state.matches('writing'))
  expect(actor.getSnapshot().context).toMatchObject({
    isDirty: true,
    values: { statusId: 1, comment: 'The total is wrong', elapsedMs: 5000 },
  })
})
