import { createActor, fromPromise } from 'xstate'
import { expect, test } from 'vitest'
import {
  confirmedAction,
  isPartial,
  triedOf,
  type ConfirmedActionEvent,
} from '../../../machines/patterns/confirmed-action.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const machine = confirmedAction<string>()
const events = [
  { type: 'action/ask', items: ['a', 'b'] },
  { type: 'action/ask', items: [] },
  { type: 'action/confirm' },
  { type: 'action/cancel' },
  { type: 'action/stop' },
  { type: 'action/retry' },
  { type: 'action/dismiss' },
  { type: 'xstate.done.actor.perform', output: undefined },
  { type: 'xstate.error.actor.perform', error: 'refused' },
] as ConfirmedActionEvent<string>[]
const mayBegin = ['asking', 'working', 'failed']
/** Starts with the confirmation; idle and asking again after a cancel. */
const begun = confirmedAction<string>(['a', 'b'])
const paths = describeMachine(begun, {
  input: undefined,
  events,
  table: {
    idle: 'action/ask always',
    asking: 'action/{cancel,confirm}',
    working: 'action/stop done(perform) error(perform)',
    done: 'action/{ask,dismiss}',
    failed: 'action/{ask,dismiss,retry}',
  },
  ignored: {
    idle: {
      events: 'action/confirm action/cancel action/stop action/retry action/dismiss',
      because: 'no dialog is open',
    },
    asking: {
      events: 'action/ask action/stop action/retry action/dismiss',
      because: 'the dialog covers the page and offers only Confirm and Cancel',
    },
    working: {
      events: 'action/ask action/confirm action/cancel action/retry action/dismiss',
      because: 'until the last answer the dialog offers only to stop',
    },
    done: {
      events: 'action/confirm action/cancel action/stop action/retry',
      because: 'nothing is left to confirm, stop or retry',
    },
    failed: {
      events: 'action/confirm action/cancel action/stop',
      because: 'the dialog offers only to retry and to close',
    },
  },
  invariants: {
    'counts each item once: as remaining, done or rejected': ({ context: { items, left, done, refused } }) =>
      [...done, ...refused.map(({ item }) => item), ...left].toSorted().join() === [...items].toSorted().join(),
    'is done when all items are done': (s) => !s.matches('done') || s.context.done.length === s.context.items.length,
    'fails when an item was rejected': (s) => !s.matches('failed') || s.context.refused.length > 0,
    'begins only after a confirmation or a retry': (s, before) =>
      !s.matches('working') || mayBegin.includes(before?.value ?? ''),
  },
})

test('emits each outcome once', () => {
  for (const path of toursThrough(paths)) {
    const outcomes = path.steps.filter(({ state }, i) => {
      const wasWorking = path.steps[i - 1]?.state.matches('working')
      return wasWorking && !state.matches('working')
    })
    expect(play(begun, path, undefined)).toHaveLength(outcomes.length)
  }
})

test('starts with the confirmation when items are given, and finishes once all are done', async () => {
  let finished = 0
  const given = confirmedAction(['a']).provide({
    actors: { perform: fromPromise<unknown, { item: string }>(() => Promise.resolve()) },
    actions: { finish: () => void (finished += 1) },
  })
  const actor = createActor(given).start()
  expect(actor.getSnapshot().value).toBe('asking')
  actor.send({ type: 'action/confirm' })
  expect(finished).toBe(0)
  await new Promise((resolve) => setImmediate(resolve))
  expect([actor.getSnapshot().value, finished]).toEqual(['done', 1])
})

test('[ACTIONS-16] finishes the current item and skips the rest when stopped, and counts what was done', async () => {
  const tried: string[] = []
  const perform = fromPromise<unknown, { item: string }>(({ input: { item } }) => {
    tried.push(item)
    return Promise.resolve()
  })
  const actor = createActor(machine.provide({ actors: { perform } })).start()
  const emitted: (readonly string[])[] = []
  actor.on('action/finished', ({ done }) => emitted.push(done))
  actor.send({ type: 'action/ask', items: ['a', 'b', 'c'] })
  actor.send({ type: 'action/confirm' })
  actor.send({ type: 'action/stop' })
  await new Promise((resolve) => setImmediate(resolve))
  expect([actor.getSnapshot().value, tried, emitted]).toEqual(['done', ['a'], [['a']]])
})

test('continues after rejections, counts both, and retries only what was rejected', async () => {
  const tried: string[] = []
  const refuse = new Set(['b'])
  const perform = fromPromise<unknown, { item: string }>(({ input: { item } }) => {
    tried.push(item)
    return refuse.has(item) ? Promise.reject(new Error('refused')) : Promise.resolve()
  })
  const actor = createActor(machine.provide({ actors: { perform } })).start()
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  actor.send({ type: 'action/ask', items: ['a', 'b', 'c'] })
  actor.send({ type: 'action/confirm' })
  actor.send({ type: 'action/confirm' })
  expect(triedOf(actor.getSnapshot())).toEqual({ tried: 0, of: 3 })
  await settled()
  expect(tried).toEqual(['a', 'b', 'c'])
  expect(isPartial(actor.getSnapshot())).toBe(true)
  refuse.clear()
  actor.send({ type: 'action/retry' })
  await settled()
  expect(tried.slice(3)).toEqual(['b'])
  expect(actor.getSnapshot().value).toBe('done')
})

test.each(['done', 'failed'] as const)('forgets the items when a %s outcome is dismissed', (end) => {
  const ended = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) =>
      event.type === 'action/dismiss' && steps[i - 1]?.state.matches(end) === true ? [state] : [],
    ),
  )
  expect(ended.length).toBeGreaterThan(0)
  expect(ended.filter((state) => !state.matches('idle') || state.context.items.length > 0)).toEqual([])
})
