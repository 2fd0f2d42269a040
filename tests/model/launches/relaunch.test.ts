import { expect, test } from 'vitest'
import type { RelaunchWays } from '../../../contract/launches/relaunch.ts'
import { relaunch, type RelaunchEvent } from '../../../machines/launches/relaunch.machine.ts'
import { missedBy, pathsOf, play } from '../support/paths.ts'

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
const paths = pathsOf(relaunch, { input, events })

test('the paths reach every state and take every transition', () => expect(missedBy(relaunch, paths)).toEqual([]))

test('[RELAUNCH-01] [RELAUNCH-02] a launch whose launcher is there is prepared for its page, any other is started', () => {
  const seen = new Set<string>()
  for (const path of paths) {
    const last = path.steps.at(-1)?.state
    const told = play(relaunch, path, input)
    if (last?.value !== 'done') {
      expect([path.name, told]).toEqual([path.name, []])
      continue
    }
    const { ways, context } = last.context
    const isPrepared = ways?.launcher != null
    seen.add(String(isPrepared))
    expect([path.name, told]).toEqual([
      path.name,
      [isPrepared ? { type: 'relaunch/prepared', ways, context } : { type: 'relaunch/done', via: 'ci' }],
    ])
  }
  expect([...seen].sort()).toEqual(['false', 'true'])
})

test('nothing is started where nothing can start it, and another choice makes the run context void', () => {
  for (const { name, steps } of paths)
    for (const [i, { event, state }] of steps.entries()) {
      if (state.value === 'starting') expect([name, state.context.ways?.problem]).toEqual([name, null])
      if (event.type === 'option/chosen' && steps[i - 1]?.state.value === 'choosing')
        expect([name, state.context]).toMatchObject([name, { option: 'RERUN_FAILURES_ONLY', context: null }])
    }
})
