import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { expect, test } from 'vitest'
import { searchAsYouType, type Found, type SearchEvent } from '../../../machines/patterns/search.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const TYPING_MS = 150
const machine = searchAsYouType<string>({ leastLetters: 2, pauseMs: TYPING_MS })
const paths = pathsOf(machine, {
  input: undefined,
  events: [
    { type: 'query/typed', q: 'pay' },
    { type: 'query/typed', q: ' p ' },
    { type: 'xstate.after.TYPING.search.typing' } as unknown as SearchEvent,
    { type: 'query/retried' },
    { type: 'query/submitted' },
    {
      type: 'xstate.done.actor.search',
      output: { items: ['Pay by card'], hasMore: true },
    } as unknown as SearchEvent,
    {
      type: 'xstate.done.actor.search',
      output: { items: ['Pay later'], failure: 'no' },
    } as unknown as SearchEvent,
    { type: 'xstate.error.actor.search', error: 'no' } as unknown as SearchEvent,
  ],
})

test('each state handles the events of its table', () =>
  expectTable(machine, {
    idle: 'query/typed',
    typing: 'after(TYPING) query/{submitted,typed}',
    searching: 'done(search) error(search) query/typed',
    found: 'query/typed',
    failed: 'query/{retried,typed}',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('words of an address are searched for first, unless they are too few', () => {
  const asked: string[] = []
  const open = (initialQuery: string) =>
    createActor(
      searchAsYouType<string>({ leastLetters: 2, pauseMs: TYPING_MS, initialQuery }).provide({
        actors: {
          search: fromPromise<Found<string>, { q: string }>(({ input: { q } }) => {
            asked.push(q)
            return Promise.resolve({ items: [] })
          }),
        },
      }),
    ).start()
  expect(open('pay').getSnapshot().context.q).toBe('pay')
  open('p')
  expect(asked).toEqual(['pay'])
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

/** A running search of names, and what it asks for; each question is answered by hand. */
const namesSearch = (leastLetters: number) => {
  const clock = new SimulatedClock()
  const asked: { q: string; answer: (found: Found<string>) => void; refuse: (reason: string) => void }[] = []
  const actor = createActor(
    searchAsYouType<string>({ leastLetters, pauseMs: TYPING_MS }).provide({
      actors: {
        search: fromPromise<Found<string>, { q: string }>(
          ({ input: { q } }) =>
            new Promise((answer, refuse) => {
              asked.push({ q, answer, refuse: (reason) => refuse(new Error(reason)) })
            }),
        ),
      },
    }),
    { clock },
  ).start()
  return { actor, asked, clock }
}

test('a search of names asks before anything is typed, and Enter asks without the pause', async () => {
  const { actor, asked, clock } = namesSearch(0)
  expect(asked.map(({ q }) => q)).toEqual([''])
  asked[0]?.answer({ items: ['Mara', 'Nadia'], hasMore: true })
  const first = await waitFor(actor, (state) => state.matches('found'))
  expect(first.context).toMatchObject({ items: ['Mara', 'Nadia'], hasMore: true, failure: null })
  actor.send({ type: 'query/typed', q: 'mar' })
  actor.send({ type: 'query/submitted' })
  expect(asked.map(({ q }) => q)).toEqual(['', 'mar'])
  clock.increment(TYPING_MS)
  expect(asked).toHaveLength(2)
  expect(actor.getSnapshot().context.items).toEqual(['Mara', 'Nadia'])
})

test('a refused search shows nothing of the question before, and can be retried', async () => {
  const { actor, asked, clock } = namesSearch(0)
  asked[0]?.answer({ items: ['Mara'] })
  await waitFor(actor, (state) => state.matches('found'))
  actor.send({ type: 'query/typed', q: 'nad' })
  clock.increment(TYPING_MS)
  asked[1]?.refuse('offline')
  const failed = await waitFor(actor, (state) => state.matches('failed'))
  expect(failed.context).toMatchObject({ q: 'nad', items: [], hasMore: false, failure: new Error('offline') })
  actor.send({ type: 'query/retried' })
  expect(asked.map(({ q }) => q)).toEqual(['', 'nad', 'nad'])
})
