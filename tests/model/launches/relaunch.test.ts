import { expect, test } from 'vitest'
import type { RelaunchWays } from '../../../contract/launches/relaunch.ts'
import { relaunch, type RelaunchEvent } from '../../../machines/launches/relaunch.machine.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { play } from '../support/paths.ts'

const WAYS: Record<'launcher' | 'gone' | 'nothing', RelaunchWays> = {
  launcher: {
    launcher: { repoId: 1, launcherId: 2, presetId: null },
    isConfigurationGone: false,
    ci: null,
    problem: null,
  },
  gone: { launcher: null, isConfigurationGone: true, ci: null, problem: null },
  nothing: { launcher: null, isConfigurationGone: false, ci: null, problem: 'no CI service' },
}
const input = { option: 'RERUN_ALL' } as const
const events = [
  { type: 'option/chosen', option: 'RERUN_FAILURES_ONLY' },
  { type: 'relaunch/confirm' },
  { type: 'context/ask' },
  { type: 'ways/retry' },
  ...Object.values(WAYS).map((output) => ({ type: 'xstate.done.actor.readWays', output })),
  { type: 'xstate.error.actor.readWays', error: 'unreachable' },
  { type: 'xstate.done.actor.ask', output: 'context' },
  { type: 'xstate.error.actor.ask', error: 'refused' },
  { type: 'xstate.done.actor.prepare', output: 'context' },
  { type: 'xstate.error.actor.prepare', error: 'refused' },
  { type: 'xstate.done.actor.start', output: 'ci' },
  { type: 'xstate.error.actor.start', error: 'refused' },
] as RelaunchEvent[]
const paths = describeMachine(relaunch, {
  input,
  events,
  table: {
    loading: 'done(readWays) error(readWays) option/chosen',
    failed: 'option/chosen ways/retry',
    choosing: 'context/ask option/chosen relaunch/confirm',
    asking: 'done(ask) error(ask) option/chosen',
    preparing: 'done(prepare) error(prepare)',
    starting: 'done(start) error(start)',
    done: '',
  },
  ignored: {
    loading: {
      events: 'relaunch/confirm context/ask ways/retry',
      because: 'the button is disabled until the ways are known',
    },
    failed: { events: 'relaunch/confirm context/ask', because: 'the button is a retry' },
    choosing: { events: 'ways/retry', because: 'a retry is offered only after a failure' },
    asking: {
      events: 'relaunch/confirm context/ask ways/retry',
      because: 'the button shows progress until the answer',
    },
    preparing: {
      events: 'option/chosen relaunch/confirm context/ask ways/retry',
      because: 'the button shows progress: the relaunch has begun with the chosen option',
    },
    starting: {
      events: 'option/chosen relaunch/confirm context/ask ways/retry',
      because: 'the button shows progress: the relaunch has begun with the chosen option',
    },
  },
  invariants: {
    'starts nothing where nothing can start it': (state) =>
      state.value !== 'starting' || state.context.ways?.problem === null,
    'drops the run context with another option': ({ context }, before) =>
      before === undefined || context.option === before.context.option || context.context === null,
  },
})

test('[RELAUNCH-01] [RELAUNCH-02] prepares a launch for the page of its launcher, and starts any other', () => {
  const ends = paths.map((path) => {
    const last = path.steps.at(-1)?.state
    const { ways = null, context = null } = last?.context ?? {}
    const isPrepared = ways?.launcher != null
    const requested = isPrepared ? { type: 'relaunch/prepared', ways, context } : { type: 'relaunch/done', via: 'ci' }
    return { path, isPrepared, wanted: last?.value === 'done' ? [requested] : [] }
  })
  for (const { path, wanted } of ends) expect([path.name, play(relaunch, path, input)]).toEqual([path.name, wanted])
  const ended = ends.filter(({ wanted }) => wanted.length > 0)
  expect(new Set(ended.map(({ isPrepared }) => isPrepared))).toEqual(new Set([true, false]))
})

test('takes another option while it loads, after a failure and while the context is made', () => {
  const chosen = paths.flatMap(({ steps }) => {
    const [before, last] = steps.slice(-2)
    const isOther = before?.state.context.option !== last?.state.context.option
    return last?.event.type === 'option/chosen' && isOther ? [before?.state.value] : []
  })
  expect(new Set(chosen)).toEqual(new Set(['loading', 'failed', 'choosing', 'asking']))
})
