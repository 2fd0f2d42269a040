import { createActor, fromPromise, waitFor } from 'xstate'
import { expect, test } from 'vitest'
import { singleAction, type SingleActionEvent } from '../../../machines/patterns/single-action.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const machine = singleAction<string, number>()
const paths = pathsOf(machine, {
  input: undefined,
  events: [
    { type: 'action/start', item: 'Nadia' },
    { type: 'xstate.done.actor.perform', output: { result: 1 } } as unknown as SingleActionEvent<string>,
    { type: 'xstate.error.actor.perform', error: 'no' } as unknown as SingleActionEvent<string>,
  ],
})

test('each state handles the events of its table', () =>
  expectTable(machine, { idle: 'action/start', working: 'done(perform) error(perform)' }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('a running machine goes every path as the model says', () => {
  for (const path of paths) expect(() => play(machine, path, undefined)).not.toThrow()
})

test('on every path it works on something, or has nothing', () =>
  expect(breaches(paths, (s) => s.matches('working') === (s.context.item !== null))).toEqual([]))

test('a second press before the answer does nothing, and the answer is emitted with its subject', async () => {
  const asked: { item: string; answer: (of: { result: number }) => void; refuse: (error: Error) => void }[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        perform: fromPromise<{ result: number }, { item: string }>(
          ({ input: { item } }) => new Promise((answer, refuse) => asked.push({ item, answer, refuse })),
        ),
      },
    }),
  ).start()
  const emitted: unknown[] = []
  actor.on('*', (event) => emitted.push(event))
  actor.send({ type: 'action/start', item: 'Nadia' })
  actor.send({ type: 'action/start', item: 'Tom' })
  expect(asked.map(({ item }) => item)).toEqual(['Nadia'])
  asked[0]?.answer({ result: 7 })
  await waitFor(actor, (state) => state.matches('idle'))
  actor.send({ type: 'action/start', item: 'Tom' })
  asked[1]?.refuse(new Error('no'))
  await waitFor(actor, (state) => state.matches('idle'))
  expect(emitted).toEqual([
    { type: 'action/done', item: 'Nadia', result: 7 },
    { type: 'action/refused', item: 'Tom', error: new Error('no') },
  ])
})
