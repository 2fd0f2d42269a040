import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { firstRunMachine, type FirstRunEvent } from '../../../machines/session/first-run.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play, toursThrough } from '../support/paths.ts'

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
  { type: 'xstate.done.actor.createDemo', output: 'SHOP' },
  { type: 'xstate.error.actor.createDemo', error: 'unreachable' },
] as FirstRunEvent[]
const isSetUp = (s: SnapshotFrom<typeof firstRunMachine>) => s.matches('results') || s.matches('shop')
const paths = describeMachine(firstRunMachine, {
  input,
  events,
  table: {
    asking: 'done(ask) error(ask)',
    unanswered: 'firstRun/retry',
    workspace: 'workspace/created',
    choosing: 'demo/chosen own/chosen',
    project: 'choice/reopened project/created',
    'demo.creating': 'done(createDemo) error(createDemo)',
    'demo.failed': 'demo/chosen choice/reopened',
    results: '',
    shop: '',
    elsewhere: '',
  },
  ignored: {
    asking: {
      events: 'workspace/created demo/chosen own/chosen choice/reopened project/created firstRun/retry',
      because: 'no step is shown yet',
    },
    workspace: {
      events: 'demo/chosen own/chosen choice/reopened project/created firstRun/retry',
      because: 'only the form of the workspace is shown',
    },
    unanswered: {
      events: 'workspace/created demo/chosen own/chosen choice/reopened project/created',
      because: 'only the failure and its retry are shown',
    },
    choosing: {
      events: 'workspace/created choice/reopened project/created firstRun/retry',
      because: 'only the choice of a project is shown',
    },
    'demo.creating': {
      events: 'workspace/created demo/chosen own/chosen choice/reopened project/created firstRun/retry',
      because: 'the button shows progress until the answer',
    },
    'demo.failed': {
      events: 'workspace/created own/chosen project/created firstRun/retry',
      because: 'only the failure, its retry and the way back are shown',
    },
    project: {
      events: 'workspace/created demo/chosen own/chosen firstRun/retry',
      because: 'only the form of the project is shown',
    },
  },
  invariants: {
    'shows the results exactly when there is a project': (s) => isSetUp(s) === (s.context.projectKey === 'SHOP'),
    'never creates the project twice': (s, before) => before === undefined || !isSetUp(before) || isSetUp(s),
    'asks for a workspace only until one was created': (s, before) =>
      !s.matches('workspace') ||
      !['choosing', 'project', 'results'].some((name) => before?.matches(name as 'choosing')),
  },
})

test('emits nothing on its tours', () => {
  expect(toursThrough(paths).flatMap((path) => play(firstRunMachine, path, input))).toEqual([])
})
