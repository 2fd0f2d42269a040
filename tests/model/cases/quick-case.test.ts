import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { quickCase, type QuickCaseEvent } from '../../../machines/cases/quick-case.machine.ts'
import { aTestCase } from '../../unit/cases/support.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const events = [
  { type: 'xstate.done.actor.restore', output: 'Half typed' },
  { type: 'xstate.done.actor.restore', output: null },
  { type: 'xstate.error.actor.restore', error: 'unreadable' },
  { type: 'title/typed', title: 'One' },
  { type: 'title/typed', title: ' ' },
  { type: 'title/submitted' },
  { type: 'xstate.done.actor.create', output: { testCase: aTestCase() } },
  { type: 'xstate.error.actor.create', error: 'refused' },
] as QuickCaseEvent[]
const paths = pathsOf(quickCase, {
  input: undefined,
  events,
  stopWhen: ({ context: c }) => c.waiting.length + c.refused.length > 2,
})

test('each state handles the events of its table', () =>
  expectTable(quickCase, {
    restoring: 'done(restore) error(restore) title/typed',
    resting: 'title/{submitted,typed}',
    saving: 'done(create) error(create) title/{submitted,typed}',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(quickCase, paths)).toEqual([]))

test('[TCASE-13] [TCASE-15] on every path no title is lost: it is created, being created, or back in its field', () => {
  const held = (s: (typeof paths)[number]['steps'][number]['state']) =>
    [...s.context.waiting, ...s.context.refused, s.context.typed].filter((title) => title.trim() !== '').length
  const wanted = { 'title/submitted': 0, 'xstate.error.actor.create': 0, 'xstate.done.actor.create': -1 }
  for (const { steps } of paths) {
    const { event, state } = steps.at(-1) ?? {}
    const before = steps.at(-2)?.state
    if (!event || !state || !before || !(event.type in wanted)) continue
    expect(held(state) - held(before)).toBe(wanted[event.type as keyof typeof wanted])
  }
})

test('on every path something is under way exactly while a title waits', () => {
  expect(breaches(paths, (s) => s.matches('saving') === s.context.waiting.length > 0)).toEqual([])
})

test('a stored title returns to the field, unless something was typed before it is read', async () => {
  const machine = quickCase.provide({
    actors: { restore: fromPromise<string | null>(() => Promise.resolve('Half typed')) },
  })
  const [waits, types] = [createActor(machine).start(), createActor(machine).start()]
  types.send({ type: 'title/typed', title: 'Typed now' })
  await waitFor(waits, (state) => state.matches('resting'))
  expect([waits, types].map((actor) => actor.getSnapshot().context.typed)).toEqual(['Half typed', 'Typed now'])
})

test('a running machine goes every path', () => {
  expect(() => paths.forEach((path) => play(quickCase, path, undefined))).not.toThrow()
})
