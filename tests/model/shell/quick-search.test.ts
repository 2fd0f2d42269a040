import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { expect, test } from 'vitest'
import {
  quickSearch,
  TYPING_MS,
  type Found,
  type QuickSearchEvent,
} from '../../../machines/shell/quick-search.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const machine = quickSearch<string>()
const paths = pathsOf(machine, {
  input: undefined,
  events: [
    { type: 'query/typed', q: 'pay' },
    { type: 'query/typed', q: ' p ' },
    { type: 'xstate.after.TYPING.quickSearch.typing' } as unknown as QuickSearchEvent,
    { type: 'query/retried' },
    {
      type: 'xstate.done.actor.search',
      output: { items: ['Pay by card'], failure: null },
    } as unknown as QuickSearchEvent,
    {
      type: 'xstate.done.actor.search',
      output: { items: ['Pay later'], failure: 'no' },
    } as unknown as QuickSearchEvent,
    { type: 'xstate.error.actor.search', error: 'no' } as unknown as QuickSearchEvent,
  ],
})

test('each state handles the events of its table', () =>
  expectTable(machine, {
    idle: 'query/typed',
    typing: 'after(TYPING) query/typed',
    searching: 'done(search) error(search) query/typed',
    found: 'query/typed',
    failed: 'query/{retried,typed}',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('on every path nothing is found for a single letter', () =>
  expect(breaches(paths, (s) => !s.matches('idle') || s.context.items.length === 0)).toEqual([]))

test('what is typed on over is not asked for, and an answer to another question is dropped', async () => {
  const clock = new SimulatedClock()
  const asked: { q: string; answer: (found: Found<string>) => void }[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        search: fromPromise<Found<string>, { q: string }>(
          ({ input: { q } }) => new Promise((answer) => asked.push({ q, answer })),
        ),
      },
    }),
    { clock },
  ).start()
  for (const q of ['pa', 'pay', 'pay l']) actor.send({ type: 'query/typed', q })
  clock.increment(TYPING_MS)
  expect(asked.map(({ q }) => q)).toEqual(['pay l'])
  actor.send({ type: 'query/typed', q: 'pay lat' })
  clock.increment(TYPING_MS)
  asked[1]?.answer({ items: ['Pay later'], failure: null })
  asked[0]?.answer({ items: ['Pay locally'], failure: null })
  const found = await waitFor(actor, (state) => state.matches('found'))
  expect(found.context.items).toEqual(['Pay later'])
})

test('what a part of the search found stays when another part fails, and a retry asks for all of it again', async () => {
  const clock = new SimulatedClock()
  const answers: Found<string>[] = [
    { items: ['Pay later'], failure: 'Launches are unavailable' },
    { items: ['Pay later', 'Payments #3'], failure: null },
  ]
  const actor = createActor(
    machine.provide({
      actors: {
        search: fromPromise<Found<string>, { q: string }>(() =>
          Promise.resolve(answers.shift() ?? { items: [], failure: null }),
        ),
      },
    }),
    { clock },
  ).start()
  actor.send({ type: 'query/typed', q: 'pay' })
  clock.increment(TYPING_MS)
  const failed = await waitFor(actor, (state) => state.matches('failed'))
  expect(failed.context).toMatchObject({ items: ['Pay later'], failure: 'Launches are unavailable' })
  actor.send({ type: 'query/retried' })
  const found = await waitFor(actor, (state) => state.matches('found'))
  expect(found.context).toMatchObject({ items: ['Pay later', 'Payments #3'], failure: null })
})
