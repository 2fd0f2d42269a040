import { expect, test } from 'vitest'
import type { RelaunchWays } from '../../../contract/launches/relaunch.ts'
import { relaunch, type RelaunchEvent } from '../../../machines/launches/relaunch.machine.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'

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
  const ends = paths.map((path) => {
    const last = path.steps.at(-1)?.state
    const { ways = null, context = null } = last?.context ?? {}
    const isPrepared = ways?.launcher != null
    const wanted = isPrepared ? { type: 'relaunch/prepared', ways, context } : { type: 'relaunch/done', via: 'ci' }
    return { path, isPrepared, wanted: last?.value === 'done' ? [wanted] : [] }
  })
  for (const { path, wanted } of ends) expect([path.name, play(relaunch, path, input)]).toEqual([path.name, wanted])
  const ended = ends.filter(({ wanted }) => wanted.length > 0)
  expect(new Set(ended.map(({ isPrepared }) => isPrepared))).toEqual(new Set([true, false]))
})

test('nothing is started where nothing can start it', () =>
  expect(breaches(paths, (state) => state.value !== 'starting' || state.context.ways?.problem === null)).toEqual([]))

test('another choice makes the run context void', () =>
  expect(
    breaches(
      paths,
      ({ context }, before) =>
        before === undefined || context.option === before.context.option || context.context === null,
    ),
  ).toEqual([]))
