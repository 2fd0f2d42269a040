import { createActor, fromPromise } from 'xstate'
import { expect, test } from 'vitest'
import {
  bulkWizard,
  CASES_AT_A_TIME,
  type BulkOutcome,
  type BulkTask,
  type BulkWizardEvent,
  type PartDone,
  type PreparedWork,
  type WorkPart,
} from '../../../machines/cases/bulk-wizard.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const many = Array.from({ length: CASES_AT_A_TIME + 1 }, (_, i) => i + 1)
const edit: BulkTask = { action: 'edit', changes: { draft: true } }
const events = [
  { type: 'action/chosen', action: 'edit' },
  { type: 'action/chosen', action: 'delete' },
  { type: 'action/chosen', action: 'export-pdf' },
  { type: 'cases/confirmed', ids: many },
  { type: 'cases/confirmed', ids: [] },
  { type: 'task/confirmed', task: edit },
  { type: 'task/confirmed', task: { action: 'move', target: { projectId: null, suiteId: 1 } } },
  { type: 'wizard/back' },
  { type: 'work/stopped' },
  { type: 'work/retry' },
  { type: 'wizard/closed' },
  { type: 'xstate.done.actor.prepare', output: { ids: many, operationId: 'one' } },
  { type: 'xstate.error.actor.prepare', error: 'refused' },
  { type: 'xstate.done.actor.perform', output: { successfullyProcessed: [1], failed: [], text: '', rows: [] } },
  {
    type: 'xstate.done.actor.perform',
    output: { successfullyProcessed: [1], failed: [{ id: 2, message: 'gone' }], text: 'a', rows: [] },
  },
  { type: 'xstate.error.actor.perform', error: 'refused' },
] as BulkWizardEvent[]
const paths = describeMachine(bulkWizard, {
  input: undefined,
  events,
  table: {
    choosing: 'action/chosen wizard/closed',
    selecting: 'cases/confirmed wizard/{back,closed}',
    settings: 'task/confirmed wizard/{back,closed}',
    preparing: 'done(prepare) error(prepare) work/stopped',
    'working.going': 'done(perform) error(perform) work/stopped',
    'working.stopping': 'done(perform) error(perform)',
    interrupted: 'work/{retry,stopped}',
    finished: 'always wizard/closed',
    closed: '',
  },
  ignored: {
    choosing: {
      events: 'cases/confirmed task/confirmed wizard/back work/stopped work/retry',
      because: 'only the actions are shown',
    },
    selecting: {
      events: 'action/chosen task/confirmed work/stopped work/retry',
      because: 'only the cases and the way back are shown',
    },
    settings: {
      events: 'action/chosen cases/confirmed work/stopped work/retry',
      because: 'only the settings and the way back are shown',
    },
    preparing: {
      events: 'action/chosen cases/confirmed task/confirmed wizard/back work/retry wizard/closed',
      because: 'the work is being prepared: it offers only to stop',
    },
    'working.going': {
      events: 'action/chosen cases/confirmed task/confirmed wizard/back work/retry wizard/closed',
      because: 'the work goes on: it offers only to stop',
    },
    'working.stopping': {
      events: 'action/chosen cases/confirmed task/confirmed wizard/back work/stopped work/retry wizard/closed',
      because: 'the work is stopping after this part, and its button is disabled',
    },
    interrupted: {
      events: 'action/chosen cases/confirmed task/confirmed wizard/back wizard/closed',
      because: 'the failure offers only to continue and to stop',
    },
    finished: {
      events: 'action/chosen cases/confirmed task/confirmed wizard/back work/stopped work/retry',
      because: 'the outcome offers only to close',
    },
  },
  invariants: {
    '[BULK-03] works only on cases': (state) =>
      !['working', 'preparing', 'settings'].some((name) => state.matches(name as 'preparing')) ||
      state.context.ids.length > 0,
    '[BULK-03] works only with the chosen action': (state) =>
      !(state.matches('working') || state.matches('preparing')) || state.context.task.action === state.context.action,
    'shows failed cases until they are dismissed': (s, before) =>
      !s.matches('closed') || s.context.failed.length === 0 || !before?.matches('working'),
  },
})

test('emits the outcome once', () => {
  for (const path of toursThrough(paths)) {
    const begins = path.steps.filter(({ state }, i) => {
      const before = path.steps[i - 1]?.state
      const wasAtWork = before?.matches('working') || before?.matches('interrupted')
      const isOver = state.matches('finished') || (state.matches('closed') && state.context.done.length > 0)
      return wasAtWork && isOver
    })
    const emitted = play(bulkWizard, path, undefined).filter(({ type }) => type === 'work/finished')
    expect(emitted).toHaveLength(begins.length)
  }
})

test('[BULK-06] reports chosen cases for printing in their order, without further work', () => {
  for (const path of toursThrough(paths)) {
    const last = path.steps.at(-1)
    const before = path.steps.at(-2)?.state
    const isWanted =
      last?.event.type === 'cases/confirmed' &&
      last.event.ids.length > 0 &&
      before?.matches('selecting') === true &&
      before.context.action === 'export-pdf'
    const emitted = play(bulkWizard, path, undefined).filter(({ type }) => type === 'report/wanted')
    expect(emitted).toEqual(isWanted ? [{ type: 'report/wanted', ids: many }] : [])
  }
})

test('loads cases each time before they are chosen, and emits the end once', () => {
  for (const path of toursThrough(paths)) {
    const came = path.steps.filter(
      ({ state }, i) => state.matches('selecting') && path.steps[i - 1]?.state.matches('selecting') !== true,
    )
    const emitted = play(bulkWizard, path, undefined).map(({ type }) => type)
    expect(emitted.filter((type) => type === 'cases/wanted')).toHaveLength(came.length)
    expect(emitted.filter((type) => type === 'wizard/ended')).toHaveLength(
      path.steps.at(-1)?.state.matches('closed') === true ? 1 : 0,
    )
  }
})

const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A wizard that has loaded the cases and waits for a task. */
const wizardWith = (ids: readonly number[], perform: (part: WorkPart) => Promise<PartDone>) => {
  const actor = createActor(
    bulkWizard.provide({
      actors: {
        prepare: fromPromise<PreparedWork, { task: BulkTask; ids: readonly number[] }>(({ input }) =>
          Promise.resolve({ ids: input.ids.toSorted((one, other) => one - other), operationId: 'one' }),
        ),
        perform: fromPromise<PartDone, WorkPart>(({ input }) => perform(input)),
      },
    }),
  )
  const outcomes: BulkOutcome[] = []
  actor.on('work/finished', ({ outcome }) => outcomes.push(outcome))
  actor.start()
  actor.send({ type: 'action/chosen', action: 'edit' })
  actor.send({ type: 'cases/confirmed', ids })
  return { actor, outcomes }
}

test('works in parts that share one id and follow each other', async () => {
  const parts: WorkPart[] = []
  const { actor, outcomes } = wizardWith(many.toReversed(), (part) => {
    parts.push(part)
    return Promise.resolve({ successfullyProcessed: [...part.ids], failed: [], text: '', rows: [] })
  })
  actor.send({ type: 'task/confirmed', task: edit })
  await settled()
  expect(parts.map(({ operationId, ids, after, part }) => [operationId, ids.length, after, part])).toEqual([
    ['one', CASES_AT_A_TIME, null, 0],
    ['one', 1, CASES_AT_A_TIME, CASES_AT_A_TIME],
  ])
  expect(outcomes).toHaveLength(1)
  expect(outcomes[0]?.done).toEqual(many)
  expect(actor.getSnapshot().status).toBe('done')
})

test('[BULK-05] joins the rows of all parts of a workbook in their order', async () => {
  const actor = createActor(
    bulkWizard.provide({
      actors: {
        prepare: fromPromise<PreparedWork, { task: BulkTask; ids: readonly number[] }>(({ input }) =>
          Promise.resolve({ ids: input.ids, operationId: 'one' }),
        ),
        perform: fromPromise<PartDone, WorkPart>(({ input: { ids, part } }) =>
          Promise.resolve({
            successfullyProcessed: [...ids],
            failed: [],
            text: '',
            rows: [...(part === 0 ? [['Key']] : []), ...ids.map((id) => [String(id)])],
          }),
        ),
      },
    }),
  )
  const outcomes: BulkOutcome[] = []
  actor.on('work/finished', ({ outcome }) => outcomes.push(outcome))
  actor.start()
  actor.send({ type: 'action/chosen', action: 'export-xlsx' })
  actor.send({ type: 'cases/confirmed', ids: many })
  await settled()
  expect(outcomes[0]?.rows.flat()).toEqual([['Key'], ...many.map((id) => [String(id)])])
})

test('stops after the current part', async () => {
  let answer = (_: PartDone): void => undefined
  let calls = 0
  const { actor, outcomes } = wizardWith(many, () => {
    calls += 1
    return new Promise((resolve) => (answer = resolve))
  })
  actor.send({ type: 'task/confirmed', task: edit })
  await settled()
  actor.send({ type: 'work/stopped' })
  expect(outcomes).toEqual([])
  answer({ successfullyProcessed: many.slice(0, CASES_AT_A_TIME), failed: [], text: '', rows: [] })
  await settled()
  expect(calls).toBe(1)
  expect(outcomes.map(({ done, total }) => [done.length, total])).toEqual([[CASES_AT_A_TIME, CASES_AT_A_TIME + 1]])
})

test('repeats a part that failed once, and nothing that is done', async () => {
  const tried: number[] = []
  // A part has the same number each time: what adds cases can tell it from the next.
  const numbers: number[] = []
  const { actor, outcomes } = wizardWith(many, (part) => {
    numbers.push(part.part)
    tried.push(part.ids.length)
    if (tried.length === 2) return Promise.reject(new Error('unreachable'))
    return Promise.resolve({ successfullyProcessed: [...part.ids], failed: [], text: '', rows: [] })
  })
  actor.send({ type: 'task/confirmed', task: edit })
  await settled()
  expect(actor.getSnapshot().value).toBe('interrupted')
  actor.send({ type: 'work/retry' })
  await settled()
  expect(tried).toEqual([CASES_AT_A_TIME, 1, 1])
  expect(numbers).toEqual([0, CASES_AT_A_TIME, CASES_AT_A_TIME])
  expect(outcomes[0]?.done).toEqual(many)
})
