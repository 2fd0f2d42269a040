import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { expect, test } from 'vitest'
import { searchAsYouType, type Found, type SearchEvent } from '../../../machines/patterns/search.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const TYPING_MS = 150
const machine = searchAsYouType<string>({ minLetters: 2, pauseMs: TYPING_MS })
const paths = describeMachine(machine, {
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
  table: {
    idle: 'query/typed',
    typing: 'after(TYPING) query/{submitted,typed}',
    searching: 'done(search) error(search) query/typed',
    found: 'query/typed',
    failed: 'query/{retried,typed}',
  },
  ignored: {
    idle: { events: 'query/retried query/submitted', because: 'the text is too short to search for' },
    typing: { events: 'query/retried', because: 'a retry is offered only after a failure' },
    searching: { events: 'query/retried query/submitted', because: 'this text is searched for already' },
    found: { events: 'query/retried query/submitted', because: 'the results of this text are shown' },
    failed: {
      events: 'query/submitted',
      because: 'Enter searches only what was typed since: a failed search has its own button',
    },
  },
  invariants: {
    'shows no results for a single letter': (s) => !s.matches('idle') || s.context.items.length === 0,
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('searches for the text of an address first, unless it is too short', () => {
  const sentRequests: string[] = []
  const open = (initialQuery: string) =>
    createActor(
      searchAsYouType<string>({ minLetters: 2, pauseMs: TYPING_MS, initialQuery }).provide({
        actors: {
          search: fromPromise<Found<string>, { q: string }>(({ input: { q } }) => {
            sentRequests.push(q)
            return Promise.resolve({ items: [] })
          }),
        },
      }),
    ).start()
  expect(open('pay').getSnapshot().context.q).toBe('pay')
  open('p')
  expect(sentRequests).toEqual(['pay'])
})

test('searches once typing pauses, and drops an answer to an earlier text', async () => {
  const clock = new SimulatedClock()
  const requested: { q: string; answer: (found: Found<string>) => void }[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        search: fromPromise<Found<string>, { q: string }>(
          ({ input: { q } }) => new Promise((answer) => requested.push({ q, answer })),
        ),
      },
    }),
    { clock },
  ).start()
  for (const q of ['pa', 'pay', 'pay l']) actor.send({ type: 'query/typed', q })
  clock.increment(TYPING_MS)
  expect(requested.map(({ q }) => q)).toEqual(['pay l'])
  actor.send({ type: 'query/typed', q: 'pay lat' })
  clock.increment(TYPING_MS)
  requested[1]?.answer({ items: ['Pay later'], failure: null })
  requested[0]?.answer({ items: ['Pay locally'], failure: null })
  const found = await waitFor(actor, (state) => state.matches('found'))
  expect(found.context.items).toEqual(['Pay later'])
})

test('keeps results of one source when another fails, and a retry asks all of them again', async () => {
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

/** A running search of names and its requests; the test answers each. */
const namesSearch = (minLetters: number) => {
  const clock = new SimulatedClock()
  const requested: { q: string; answer: (found: Found<string>) => void; refuse: (reason: string) => void }[] = []
  const actor = createActor(
    searchAsYouType<string>({ minLetters, pauseMs: TYPING_MS }).provide({
      actors: {
        search: fromPromise<Found<string>, { q: string }>(
          ({ input: { q } }) =>
            new Promise((answer, refuse) => {
              requested.push({ q, answer, refuse: (reason) => refuse(new Error(reason)) })
            }),
        ),
      },
    }),
    { clock },
  ).start()
  return { actor, asked: requested, clock }
}

test('searches for names before anything is typed, and without the pause on Enter', async () => {
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

test('shows no results of the previous text when a search fails, and offers a retry', async () => {
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
