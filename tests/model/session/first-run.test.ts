import { expect, test } from 'vitest'
import { firstRunMachine, type FirstRunEvent } from '../../../machines/session/first-run.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const input = undefined
const events = [
  { type: 'workspace/created' },
  { type: 'demo/chosen' },
  { type: 'own/chosen' },
  { type: 'choice/reopened' },
  { type: 'project/created', projectKey: 'SHOP' },
  { type: 'firstRun/retry' },
  ...['workspace', 'project', 'nothing'].map((output) => ({ type: 'xstate.done.actor.ask', output })),
  { type: 'xstate.error.actor.ask', error: 'unreachable' },
] as FirstRunEvent[]
const paths = pathsOf(firstRunMachine, { input, events })

test('each state handles the events of its table', () =>
  expectTable(firstRunMachine, {
    asking: 'done(ask) error(ask)',
    unanswered: 'firstRun/retry',
    workspace: 'workspace/created',
    choosing: 'demo/chosen own/chosen',
    project: 'choice/reopened project/created',
    demo: 'choice/reopened project/created',
    results: '',
    shop: '',
    elsewhere: '',
  }))

test('the paths reach every state and take every transition', () => {
  expect(missedBy(firstRunMachine, paths)).toEqual([])
})

test('on every path results are waited for exactly when there is a project, and it is never created twice', () => {
  const isSetUp = (s: (typeof paths)[number]['steps'][number]['state']) => s.matches('results') || s.matches('shop')
  expect(breaches(paths, (s) => isSetUp(s) === (s.context.projectKey === 'SHOP'))).toEqual([])
  expect(breaches(paths, (s, before) => before === undefined || !isSetUp(before) || isSetUp(s))).toEqual([])
})

test('on every path a workspace is asked for only as long as none was created', () => {
  const isAskedAgain = (before: (typeof paths)[number]['steps'][number]['state'] | undefined) =>
    before?.matches('choosing') || before?.matches('project') || before?.matches('results')
  expect(breaches(paths, (s, before) => !s.matches('workspace') || !isAskedAgain(before))).toEqual([])
})

test('a running machine goes every path', () => {
  expect(paths.map((path) => play(firstRunMachine, path, input))).toEqual(paths.map(() => []))
})
