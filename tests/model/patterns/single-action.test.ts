import { createActor, fromPromise, waitFor } from 'xstate'
import { expect, test } from 'vitest'
import { singleAction, type SingleActionEvent } from '../../../machines/patterns/single-action.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

const machine = singleAction<string, number>()
const paths = describeMachine(machine, {
  input: undefined,
  events: [
    { type: 'action/start', item: 'Nadia' },
    { type: 'xstate.done.actor.perform', output: { result: 1 } } as unknown as SingleActionEvent<string>,
    { type: 'xstate.error.actor.perform', error: 'no' } as unknown as SingleActionEvent<string>,
  ],
  table: { idle: 'action/start', working: 'done(perform) error(perform)' },
  ignored: {
    working: { events: 'action/start', because: 'the button shows progress until the answer' },
  },
  invariants: {
    'has an item exactly while it works': (s) => s.matches('working') === (s.context.item !== null),
  },
})

test('a running machine follows the tours as the model does', () => {
  for (const path of toursThrough(paths)) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('ignores a second press before the answer, and emits each answer with its item', async () => {
  const requested: { item: string; answer: (of: { result: number }) => void; refuse: (error: Error) => void }[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        perform: fromPromise<{ result: number }, { item: string }>(
          ({ input: { item } }) => new Promise((answer, refuse) => requested.push({ item, answer, refuse })),
        ),
      },
    }),
  ).start()
  const emitted: unknown[] = []
  actor.on('*', (event) => emitted.push(event))
  actor.send({ type: 'action/start', item: 'Nadia' })
  actor.send({ type: 'action/start', item: 'Tom' })
  expect(requested.map(({ item }) => item)).toEqual(['Nadia'])
  requested[0]?.answer({ result: 7 })
  await waitFor(actor, (state) => state.matches('idle'))
  actor.send({ type: 'action/start', item: 'Tom' })
  requested[1]?.refuse(new Error('no'))
  await waitFor(actor, (state) => state.matches('idle'))
  expect(emitted).toEqual([
    { type: 'action/done', item: 'Nadia', result: 7 },
    { type: 'action/refused', item: 'Tom', error: new Error('no') },
  ])
})
