import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { launchLifeCycle, type LifeCycleEvent } from '../../../server/launchers/engine/launch-life-cycle.machine.ts'
import { LeaseLost } from '../../../server/launchers/workers/dispatch.ts'
import { RunProblem } from '../../../server/launchers/workers/problems.ts'
import { describeMachine } from '../support/describe-machine.ts'
import { inputOf, play } from '../support/paths.ts'

const isEnding = ({ context: { stop, isLost } }: SnapshotFrom<typeof launchLifeCycle>) => stop !== null || isLost
const inputs = [true, false].map((hasArtifacts) => ({ timeMs: 60_000, hasArtifacts }))
const failing = (actor: string, error: unknown) => ({ type: `xstate.error.actor.${actor}`, error })
// Paths distinguish events by their JSON.
const lost = Object.assign(new LeaseLost('another worker has it'), { is: 'lost' })
const events = [
  { type: 'launch/stopped', words: 'Aborted' },
  { type: 'launch/handedBack', words: 'The worker was stopped' },
  { type: 'launch/lost' },
  { type: 'command/begun' },
  { type: 'xstate.done.actor.clone' },
  failing('clone', new RunProblem('The repository has no branch main')),
  { type: 'xstate.done.actor.start' },
  failing('start', new Error('a fault of ours')),
  failing('start', lost),
  { type: 'xstate.done.actor.waitForEnd', output: { exitCode: 0, note: null } },
  { type: 'xstate.done.actor.waitForEnd', output: { exitCode: 3, note: null } },
  { type: 'xstate.done.actor.waitForEnd', output: { exitCode: null, note: 'Ended by SIGKILL' } },
  failing('waitForEnd', new Error('a fault of ours')),
  { type: 'xstate.done.actor.collectArtifacts' },
  failing('collectArtifacts', new Error('a fault of ours')),
  failing('collectArtifacts', lost),
  { type: 'xstate.done.actor.clear' },
  failing('clear', new Error('a fault of ours')),
  { type: 'xstate.done.actor.handBack' },
  failing('handBack', lost),
  { type: 'xstate.done.actor.report' },
  failing('report', lost),
  { type: 'xstate.after.timeLimit.launchLifeCycle.working' },
] as unknown as LifeCycleEvent[]
const ends = 'launch/{stopped,handedBack,lost} after(timeLimit)'
const paths = describeMachine(launchLifeCycle, {
  input: inputs[0]!,
  events,
  walks: inputs.map((input) => ({ input })),
  // A command starts once; its time limit ends once.
  isPossible: ({ context }, { type }) => {
    if (type === 'command/begun') return !context.hasBegun
    if ((type as string) === 'xstate.done.actor.start') return context.hasBegun
    return true
  },
  table: {
    'working.cloning': `${ends} done(clone) error(clone)`,
    'working.starting': `${ends} done(start) error(start) command/begun`,
    'working.running': `${ends} done(waitForEnd) error(waitForEnd)`,
    collecting: 'launch/lost done(collectArtifacts) error(collectArtifacts)',
    clearing: 'launch/lost done(clear) error(clear)',
    handingBack: 'launch/lost done(handBack) error(handBack)',
    reporting: 'launch/lost done(report) error(report)',
    over: 'launch/lost',
  },
  ignored: {
    'working.cloning': { events: 'command/begun', because: 'no command starts while the repository is cloned' },
    'working.running': { events: 'command/begun', because: 'the command has begun already' },
    collecting: {
      events: 'launch/stopped launch/handedBack command/begun',
      because: 'the launch has ended already, and no command starts any more',
    },
    clearing: {
      events: 'launch/stopped launch/handedBack command/begun',
      because: 'the launch has ended already, and no command starts any more',
    },
    handingBack: {
      events: 'launch/stopped launch/handedBack command/begun',
      because: 'the launch has ended already, and no command starts any more',
    },
    reporting: {
      events: 'launch/stopped launch/handedBack command/begun',
      because: 'the launch has ended already, and no command starts any more',
    },
  },
  invariants: {
    'hands back no launch whose command has begun': ({ value, context }) =>
      value !== 'handingBack' || !context.hasBegun,
    'collects artifacts only where they are wanted and the launch is still ours': ({ value, context }, before) =>
      value !== 'collecting' || before?.value === 'collecting' || (context.hasArtifacts && !context.isLost),
    'begins no command of a launch that is being ended': ({ context }, before) =>
      !context.hasBegun || before === undefined || before.context.hasBegun || !isEnding(before),
  },
})

/** One path for each event that leads from one state to another. */
const samples = Object.values(
  Object.fromEntries(
    paths.map((path) => {
      const [before, last] = path.steps.slice(-2)
      return [JSON.stringify([before?.state.value, last?.event, last?.state.value, path.steps[0]?.event]), path]
    }),
  ),
)

test('emits nothing', () => {
  // `play` throws where machine and model differ.
  const emitted = samples.flatMap((path) => {
    return play(launchLifeCycle, path, inputOf(path))
  })
  expect(emitted).toEqual([])
})

test('ends every launch with a clean-up and one report, unless another worker has it', () => {
  for (const { name, steps } of paths) {
    const visited = steps.map(({ state }) => (typeof state.value === 'string' ? state.value : state.value.working))
    const last = steps.at(-1)?.state
    if (last?.status !== 'done') continue
    expect([name, visited.includes('clearing')]).toEqual([name, true])
    const isTold = visited.includes('reporting') !== visited.includes('handingBack')
    const cleared = steps.findLast(({ state }) => state.value === 'clearing')?.state.context
    expect([name, isTold]).toEqual([name, cleared?.isLost === false])
  }
})

test('lets a launch wait again that is handed back while it starts', () => {
  const handedBack = paths.filter(({ steps }) => steps.some(({ state }) => state.value === 'handingBack'))
  const isRefused = ({ steps }: (typeof paths)[number]) =>
    steps.some(({ state }, place) => {
      const event: { type: string } | undefined = steps[place + 1]?.event
      return isEnding(state) && event?.type === 'command/begun'
    })
  expect(handedBack.some(isRefused)).toBe(true)
})

test('reports the first reason to stop, or else how the command ended', () => {
  const emitted = new Set<string | null>()
  for (const { steps } of paths) {
    const reporting = steps.find(({ state }) => state.value === 'reporting')?.state
    if (reporting === undefined) continue
    const first = steps.find(({ state }) => state.context.stop !== null)?.state.context.stop
    const { outcome } = reporting.context
    expect(outcome).toEqual(first == null ? outcome : { exitCode: null, reason: first.words })
    emitted.add(outcome.reason)
  }
  expect(emitted).toEqual(
    new Set([
      'Aborted',
      'Ended by SIGKILL',
      'Ended with exit code 3',
      'It took longer than 1 min',
      'The engine could not run it; the log of the server says why',
      'The repository has no branch main',
      'The worker was stopped',
      null,
    ]),
  )
})
