import { expect, test } from 'vitest'
import { demoProjectMachine, type DemoProjectEvent } from '../../../machines/projects/demo-project.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { inputOf, play } from '../support/paths.ts'

const events = [
  { type: 'demo/create' },
  { type: 'demo/continue' },
  { type: 'demo/delete' },
  { type: 'xstate.done.actor.makePart', output: 'SHOP' },
  { type: 'xstate.error.actor.makePart', error: 'unreachable' },
  { type: 'xstate.done.actor.deleteProject', output: {} },
  { type: 'xstate.error.actor.deleteProject', error: 'unreachable' },
] as DemoProjectEvent[]
const fresh = { parts: 3, unfinished: null, isFirst: false }
const begun = { parts: 3, unfinished: 'SHOP', isFirst: false }
const first = { parts: 3, unfinished: null, isFirst: true }
const all = describeMachine(demoProjectMachine, {
  input: fresh,
  events,
  walks: [fresh, begun, first].map((input) => ({ input })),
  table: {
    opening: 'always',
    offered: 'demo/create',
    unfinished: 'demo/continue demo/delete',
    working: 'done(makePart) error(makePart)',
    failed: 'demo/continue demo/delete',
    deleting: 'done(deleteProject) error(deleteProject)',
    done: '',
  },
  ignored: {
    offered: { events: 'demo/continue demo/delete', because: 'no project was begun' },
    unfinished: { events: 'demo/create', because: 'the unfinished project is offered in place of a new one' },
    working: {
      events: 'demo/create demo/continue demo/delete',
      because: 'the button shows progress until all parts are made',
    },
    failed: { events: 'demo/create', because: 'the unfinished project is offered in place of a new one' },
    deleting: {
      events: 'demo/create demo/continue demo/delete',
      because: 'the buttons show progress until the answer',
    },
  },
  invariants: {
    'is done exactly when all parts are made': (s) => s.matches('done') === (s.context.made === 3),
    'makes a failed part again, and none twice': (s, before) =>
      before === undefined ||
      s.matches('offered') ||
      s.context.made === before.context.made ||
      s.context.made === before.context.made + 1,
    'deletes only an unfinished project': (s) => !s.matches('deleting') || s.context.unfinished === 'SHOP',
    'offers a first project only after it was deleted': (s, before) =>
      !s.matches('offered') || before?.matches('working') !== true,
  },
})

test('makes a first project without an offer', () => {
  const states = all.filter((path) => inputOf(path).isFirst).map(({ steps }) => steps[0]?.state.value)
  expect(new Set(states)).toEqual(new Set(['working']))
})

test('emits the key of the project once it is complete', () => {
  for (const path of all) {
    const isDone = path.steps.at(-1)?.state.matches('done') === true
    const wanted = isDone ? [{ type: 'demo/created', projectKey: 'SHOP' }] : []
    expect([path.name, play(demoProjectMachine, path, inputOf(path))]).toEqual([path.name, wanted])
  }
})
