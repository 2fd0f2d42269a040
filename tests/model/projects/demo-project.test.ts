import { expect, test } from 'vitest'
import { demoProjectMachine, type DemoProjectEvent } from '../../../machines/projects/demo-project.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

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
const paths = pathsOf(demoProjectMachine, { input: fresh, events })
const pathsOfBegun = pathsOf(demoProjectMachine, { input: begun, events })
const pathsOfFirst = pathsOf(demoProjectMachine, { input: first, events })
const all = [...paths, ...pathsOfBegun, ...pathsOfFirst]

test('each state handles the events of its table', () =>
  expectTable(demoProjectMachine, {
    opening: 'always',
    offered: 'demo/create',
    unfinished: 'demo/continue demo/delete',
    working: 'done(makePart) error(makePart)',
    failed: 'demo/continue demo/delete',
    deleting: 'done(deleteProject) error(deleteProject)',
    done: '',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(demoProjectMachine, all)).toEqual([])
})

test('on every path it is done exactly when all parts are made, and a failed part is made again, none twice', () => {
  expect(breaches(all, (s) => s.matches('done') === (s.context.made === 3))).toEqual([])
  const isSteady = (made: number, before: number, isForgotten: boolean) =>
    isForgotten || made === before || made === before + 1
  expect(
    breaches(all, (s, before) =>
      before === undefined ? true : isSteady(s.context.made, before.context.made, s.matches('offered')),
    ),
  ).toEqual([])
})

test('on every path a project is deleted only once there is one', () => {
  expect(breaches(all, (s) => !s.matches('deleting') || s.context.unfinished === 'SHOP')).toEqual([])
})

test('as the first project it is made at once, and offered only after it was deleted', () => {
  expect(pathsOfFirst.map(({ steps }) => steps[0]?.state.value)).toEqual(pathsOfFirst.map(() => 'working'))
  expect(breaches(pathsOfFirst, (s, before) => !s.matches('offered') || before?.matches('working') !== true)).toEqual(
    [],
  )
})

test('a running machine takes every path, and emits the key of the project once it is complete', () => {
  for (const [input, some] of [
    [fresh, paths],
    [begun, pathsOfBegun],
    [first, pathsOfFirst],
  ] as const)
    expect(some.map((path) => play(demoProjectMachine, path, input))).toEqual(
      some.map(({ steps }) =>
        steps.at(-1)?.state.matches('done') === true ? [{ type: 'demo/created', projectKey: 'SHOP' }] : [],
      ),
    )
})
