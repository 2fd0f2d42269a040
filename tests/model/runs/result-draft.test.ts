import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  EMPTY_DRAFT,
  livingResult,
  resultDraft,
  shownValues,
  type ResultDraft,
  valuesOf,
  type ResultDraftEvent,
} from '../../../machines/runs/result-draft.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

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
const written = 'draft/discard file/{added,removed} result/{changed,save} step/changed timer/toggled'
const paths = describeMachine(resultDraft, {
  input: undefined,
  events,
  // Independent subjects are covered separately.
  stopWhen: ({ context: { values, failure, early } }) =>
    early.length > 1 ||
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
  table: {
    restoring: 'done(restore) error(restore) file/added result/{changed,save} step/changed timer/toggled',
    'writing.timed': `${written} timer/ticked`,
    'writing.paused': written,
    saving: `${written} done(save) error(save)`,
  },
  ignored: {
    restoring: {
      events: 'file/removed timer/ticked draft/discard',
      because: 'nothing was entered that could be removed or discarded, and the clock has not started',
    },
    'writing.paused': { events: 'timer/ticked', because: 'the clock is paused' },
    saving: { events: 'timer/ticked', because: 'the clock is stopped' },
  },
  invariants: {
    'saves nothing without a status': (state) => !state.matches('saving') || state.context.values.statusId !== null,
  },
})

test('loses a comment only to a save or a discard', () => {
  const lost = paths.filter(({ steps }) =>
    steps.some(({ event, state }, i) => {
      const before = steps[i - 1]?.state.context.values.comment ?? ''
      const waited = steps[i - 1]?.state.context.early.some(({ type }) => type === 'draft/discard') === true
      const isEnd =
        waited || ['draft/discard', 'xstate.done.actor.save', 'xstate.done.actor.restore'].includes(event.type)
      return before !== '' && state.context.values.comment === '' && !isEnd
    }),
  )
  expect(lost.map(({ name }) => name)).toEqual([])
})

test('counts time only while the timer runs', () =>
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

const samples = samplesOf(paths)

test('emits each saved result', () => {
  for (const path of samples) {
    const saved = path.steps.filter(({ event }) => (event.type as string) === 'xstate.done.actor.save').length
    const emitted = play(resultDraft, path, undefined)
    expect(emitted.filter(({ type }) => type === 'result/saved')).toHaveLength(saved)
  }
})

test('records no step without status and comment, and zero time as null', () => {
  const values = valuesOf({ ...EMPTY_DRAFT, comment: ' Fine ' }, 1)
  expect(values).toMatchObject({ statusId: 1, comment: 'Fine', durationMs: null, steps: [] })
})

test('keeps the file of a step with the step, and records no empty step', async () => {
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

test('keeps a status chosen before the stored draft is loaded, and takes the rest from the draft', async () => {
  const retained: ResultDraft = { ...EMPTY_DRAFT, statusId: 2, comment: 'The total is wrong', elapsedMs: 5000 }
  const actor = createActor(
    resultDraft.provide({ actors: { restore: fromPromise<ResultDraft | null>(() => Promise.resolve(retained)) } }),
  ).start()
  actor.send({ type: 'result/changed', values: { statusId: 1 } })
  await waitFor(actor, (state) => state.matches('writing'))
  expect(actor.getSnapshot().context).toMatchObject({
    isDirty: true,
    values: { statusId: 1, comment: 'The total is wrong', elapsedMs: 5000 },
  })
})

test('applies a step, a file, the timer and a save that arrive before the stored draft', async () => {
  const retained: ResultDraft = { ...EMPTY_DRAFT, statusId: 2, comment: 'The total is wrong' }
  const saved: ResultDraft[] = []
  const restore = fromPromise<ResultDraft | null>(() => Promise.resolve(retained))
  const save = fromPromise<void, { values: ResultDraft }>(({ input }) => {
    saved.push(input.values)
    return Promise.resolve()
  })
  const actor = createActor(resultDraft.provide({ actors: { restore, save } })).start()
  actor.send({ type: 'step/changed', stepId: 'a', values: { statusId: 1 } })
  actor.send({ type: 'file/added', file })
  actor.send({ type: 'timer/toggled' })
  actor.send({ type: 'result/save', goesOn: false })
  await waitFor(actor, (state) => state.matches('writing'))
  expect(saved).toMatchObject([{ ...retained, steps: { a: { statusId: 1 } }, attachments: [file] }])
})

test('text that a user types during a save stays in its field, and belongs to the next result', async () => {
  let end: () => void = () => undefined
  const saving = new Promise<void>((resolve) => (end = resolve))
  const actor = createActor(
    resultDraft.provide({
      actors: {
        restore: fromPromise<ResultDraft | null>(() => Promise.resolve(null)),
        save: fromPromise<void, { values: ResultDraft }>(() => saving),
      },
    }),
  ).start()
  await waitFor(actor, (state) => state.matches('writing'))
  actor.send({ type: 'result/changed', values: { statusId: 2 } })
  actor.send({ type: 'result/save', goesOn: false })
  for (const comment of ['H', 'Ha', 'Half']) {
    actor.send({ type: 'result/changed', values: { comment } })
    expect(shownValues(actor.getSnapshot().context).comment).toBe(comment)
  }
  end()
  await waitFor(actor, (state) => state.matches('writing'))
  expect(shownValues(actor.getSnapshot().context)).toEqual({ ...EMPTY_DRAFT, comment: 'Half' })
})

test('a status that was switched off or deleted reads as none; comments and files of its steps stay', () => {
  const step = (stepId: string, statusId: number | null, comment = '') => ({
    stepId,
    statusId,
    comment,
    attachments: [],
  })
  const draft = {
    ...EMPTY_DRAFT,
    statusId: 9,
    comment: 'Seen',
    steps: { a: step('a', 1), b: step('b', 9, 'It failed'), c: step('c', 9), d: step('d', null, 'Odd') },
  }
  const living = livingResult(draft, (statusId) => statusId === 1)
  expect(living.steps).toEqual(['b', 'c'])
  expect(living.draft).toEqual({
    ...draft,
    statusId: null,
    steps: { a: step('a', 1), b: step('b', null, 'It failed'), d: step('d', null, 'Odd') },
  })
  expect(livingResult(draft, () => true)).toEqual({ draft, steps: [] })
})

test.each([
  ['the next result when it was stored', true],
  ['the same result when it could not be stored', false],
])('keeps what is entered while a result is stored for %s', async (_, isStored) => {
  let answer: () => void = () => undefined
  const save = fromPromise<void, { values: ResultDraft }>(
    () =>
      new Promise((resolve, reject) => {
        answer = () => (isStored ? resolve() : reject(new Error('full')))
      }),
  )
  const restore = fromPromise<ResultDraft | null>(() => Promise.resolve(null))
  const actor = createActor(resultDraft.provide({ actors: { restore, save } })).start()
  await waitFor(actor, (state) => state.matches('writing'))
  actor.send({ type: 'result/changed', values: { statusId: 2, comment: 'Slow' } })
  actor.send({ type: 'result/save', goesOn: false })
  actor.send({ type: 'file/added', file, stepId: 'a' })
  actor.send({ type: 'result/changed', values: { comment: 'Slower' } })
  answer()
  const { context } = await waitFor(actor, (state) => state.matches('writing'))
  expect(context.values).toMatchObject({
    statusId: isStored ? null : 2,
    comment: 'Slower',
    steps: { a: { attachments: [file] } },
  })
})
