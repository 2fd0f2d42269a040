import { expect, test } from 'vitest'
import { assign, createActor, setup, waitFor } from 'xstate'
import { knownOrAsked } from '../../../views/launches/launch/known-or-asked.ts'

const asking = (known: (input: { words: string }) => string | null) =>
  setup({
    types: { context: {} as { answer: string | null }, events: {} as { type: 'ask' } },
    actors: {
      load: knownOrAsked<string, { words: string }>(known, ({ input }) => Promise.resolve(`asked for ${input.words}`)),
    },
  }).createMachine({
    initial: 'idle',
    context: { answer: null },
    states: {
      idle: { on: { ask: 'loading' } },
      loading: {
        invoke: {
          id: 'load',
          src: 'load',
          input: { words: 'cart' },
          onDone: { target: 'shown', actions: assign({ answer: ({ event }) => event.output }) },
        },
      },
      shown: {},
    },
  })

test('returns known data synchronously and anything else later', async () => {
  const known = createActor(asking(({ words }) => `known of ${words}`)).start()
  known.send({ type: 'ask' })
  expect(known.getSnapshot().value).toBe('shown')
  expect(known.getSnapshot().context.answer).toBe('known of cart')

  const unknown = createActor(asking(() => null)).start()
  unknown.send({ type: 'ask' })
  expect(unknown.getSnapshot().value).toBe('loading')
  expect((await waitFor(unknown, (snapshot) => snapshot.matches('shown'))).context.answer).toBe('asked for cart')
})
