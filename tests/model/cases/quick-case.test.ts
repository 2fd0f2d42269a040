import { expect, test } from 'vitest'
import { createActor, fromPromise, type SnapshotFrom } from 'xstate'
import { quickCase, type QuickCaseEvent, type RestoredTitles } from '../../../machines/cases/quick-case.machine.ts'
import { aTestCase } from '../../unit/cases/support.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const never = () => new Promise<never>(() => undefined)
const events = [
  { type: 'xstate.done.actor.restore', output: { titles: ['Waited', 'Half typed'] } },
  { type: 'xstate.done.actor.restore', output: { titles: [] } },
  { type: 'xstate.error.actor.restore', error: 'unreadable' },
  { type: 'title/typed', title: 'One' },
  { type: 'title/typed', title: ' ' },
  { type: 'title/submitted' },
  { type: 'xstate.done.actor.create', output: { testCase: aTestCase() } },
  { type: 'xstate.error.actor.create', error: 'refused' },
] as QuickCaseEvent[]
const paths = describeMachine(quickCase, {
  input: undefined,
  events,
  stopWhen: ({ context: c }) => c.waiting.length + c.refused.length > 2,
  table: {
    resting: 'done(restore) error(restore)! title/{submitted,typed}',
    saving: 'done(restore) error(restore)! done(create) error(create) title/{submitted,typed}',
  },
  invariants: {
    'saves exactly while a title waits': (s) => s.matches('saving') === s.context.waiting.length > 0,
  },
})

test('[TCASE-13] [TCASE-15] loses no title: it is created, being created, or back in its field', () => {
  const held = (s: SnapshotFrom<typeof quickCase>) =>
    [...s.context.waiting, ...s.context.refused, s.context.typed].filter((title) => title.trim() !== '').length
  const requested = { 'title/submitted': 0, 'xstate.error.actor.create': 0, 'xstate.done.actor.create': -1 }
  for (const { steps } of paths) {
    const { event, state } = steps.at(-1) ?? {}
    const before = steps.at(-2)?.state
    if (!event || !state || !before || !(event.type in requested)) continue
    expect(held(state) - held(before)).toBe(requested[event.type as keyof typeof requested])
  }
})

/** One path for each event that leads from one state to another. */
const samples = Object.values(
  Object.fromEntries(
    paths.map((path) => {
      const [before, last] = path.steps.slice(-2)
      return [
        JSON.stringify([
          before?.state.value,
          last?.event,
          last?.state.value,
          last?.state.context.waiting.length,
          last?.state.context.refused.length,
        ]),
        path,
      ]
    }),
  ),
)

test('[TCASE-15] stores on this device exactly the titles that are not saved', () => {
  for (const path of samples) {
    const changes = play(quickCase, path, undefined).filter(
      (event): event is RestoredTitles & typeof event => event.type === 'draft/changed',
    )
    const { waiting, refused, typed } = path.steps.at(-1)?.state.context ?? { waiting: [], refused: [], typed: '' }
    const held = [...waiting, ...refused, typed].filter((title) => title.trim() !== '')
    expect([...(changes.at(-1)?.titles ?? [])].sort()).toEqual(held.sort())
  }
})

test('puts restored titles behind text that is already in the field', () => {
  const restored = { type: 'xstate.done.actor.restore', output: { titles: ['Waited', 'Half typed'] } }
  const after = (...sent: object[]) => {
    const actor = createActor(quickCase.provide({ actors: { restore: fromPromise<RestoredTitles>(never) } })).start()
    for (const event of sent) actor.send(event as QuickCaseEvent)
    const { typed, refused } = actor.getSnapshot().context
    return [typed, ...refused]
  }
  expect(after(restored)).toEqual(['Waited', 'Half typed'])
  expect(after({ type: 'title/typed', title: 'Typed now' }, restored)).toEqual(['Typed now', 'Waited', 'Half typed'])
})
