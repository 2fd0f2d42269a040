import { createActor, fromPromise } from 'xstate'
import { expect, test } from 'vitest'
import {
  confirmedAction,
  isPartial,
  triedOf,
  type ConfirmedActionEvent,
} from '../../../machines/patterns/confirmed-action.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(machine, { input: undefined, events })

test('each state handles the events of its table', () =>
  expectTable(machine, {
    idle: 'action/ask always',
    asking: 'action/{cancel,confirm}',
    working: 'action/stop done(perform) error(perform)',
    done: 'action/{ask,dismiss}',
    failed: 'action/{ask,dismiss,retry}',
  }))

test('the paths reach every state and take every transition', () => {
  const first = pathsOf(confirmedAction(['a']), { input: undefined, events })
  expect(missedBy(machine, paths).filter((missed) => !missedBy(machine, first).includes(missed))).toEqual([])
})

test('on every path each item is left, done or refused, and counted once', () => {
  const holds = ({ context: { items, left, done, refused } }: (typeof paths)[number]['steps'][number]['state']) =>
    [...done, ...refused.map(({ item }) => item), ...left].toSorted().join() === [...items].toSorted().join()
  expect(breaches(paths, holds)).toEqual([])
})

test('on every path done means all, failed means some, and work begins only where it was asked about', () => {
  expect(breaches(paths, (s) => !s.matches('done') || s.context.done.length === s.context.items.length)).toEqual([])
  expect(breaches(paths, (s) => !s.matches('failed') || s.context.refused.length > 0)).toEqual([])
  const mayBegin = ['asking', 'working', 'failed']
  expect(breaches(paths, (s, before) => !s.matches('working') || mayBegin.includes(before?.value ?? ''))).toEqual([])
})

test('a running machine takes every path, and emits each outcome once', () => {
  for (const path of paths) {
    const outcomes = path.steps.filter(({ state }, i) => {
      const wasWorking = path.steps[i - 1]?.state.matches('working')
      return wasWorking && !state.matches('working')
    })
    expect(play(machine, path, undefined)).toHaveLength(outcomes.length)
  }
})

test('given what is asked for it starts with the question, and finishes once all is done', async () => {
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

test('[ACTIONS-16] a stopped action finishes what is under way, leaves the rest, and counts what was done', async () => {
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

test('a bulk action continues past refusals, counts both, and repeats only what failed', async () => {
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

test.each(['done', 'failed'] as const)('what is dismissed when it is %s is asked about no more', (end) => {
  const ended = paths.flatMap(({ steps }) =>
    steps.flatMap(({ event, state }, i) =>
      event.type === 'action/dismiss' && steps[i - 1]?.state.matches(end) === true ? [state] : [],
    ),
  )
  expect(ended.length).toBeGreaterThan(0)
  expect(ended.filter((state) => !state.matches('idle') || state.context.items.length > 0)).toEqual([])
})
