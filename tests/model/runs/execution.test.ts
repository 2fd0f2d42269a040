import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import {
  execution,
  type ExecutionEvent,
  type OpenedRun,
  type RunChanges,
} from '../../../machines/runs/execution.machine.ts'
import { rowOf } from '../../../machines/runs/run-rows.ts'
import { aRunCase, aTestRun } from '../../unit/runs/support.ts'
import { breaches, missedBy, pathsOf, play } from '../support/paths.ts'
import { expectTable } from '../support/table.ts'

const machine = execution({ jitter: () => 1, isMissing: (error) => error === 'missing' })
const run = (revision: number) => aTestRun({ revision })
const opened = (isLast: boolean) => ({
  run: run(1),
  suites: [],
  people: [],
  items: [aRunCase(1)],
  revision: 1,
  isLast,
})
const change = (revision: number, more: object = {}) => ({
  runId: 1,
  planId: null,
  isDeleted: false,
  isWhole: false,
  state: { id: 1, revision, closed: false, caseStatusStatistics: [] },
  cases: [aRunCase(1, { revision, statusId: revision })],
  ...more,
})
const done = (actor: string, output: unknown) => ({ type: `xstate.done.actor.${actor}`, output })
const failed = (actor: string, error = 'unreachable') => ({ type: `xstate.error.actor.${actor}`, error })
const events = [
  done('open', opened(true)),
  done('open', opened(false)),
  failed('open'),
  done('readPart', { items: [aRunCase(2)], isLast: true }),
  done('readPart', { items: [aRunCase(2)], isLast: false }),
  failed('readPart'),
  done('readChanges', { run: run(3), items: [aRunCase(1, { revision: 3, statusId: 3 })], removed: [2], revision: 3 }),
  failed('readChanges'),
  ...['open', 'readPart', 'readChanges'].map((actor) => failed(actor, 'missing')),
  { type: 'run/changed', change: change(2) },
  { type: 'run/changed', change: change(3) },
  { type: 'run/changed', change: change(2, { isDeleted: true, state: null, cases: null }) },
  { type: 'run/refresh' },
  { type: 'run/retry' },
  { type: 'rows/answered', rows: [aRunCase(1, { revision: 2, statusId: 2 })] },
  { type: 'xstate.after.backOff.execution.shown.waiting' },
] as unknown as ExecutionEvent[]
const paths = pathsOf(machine, { input: undefined, events, stopWhen: ({ context }) => context.failures > 1 })

test('each state handles the events of its table', () =>
  expectTable(machine, {
    opening: 'done(open) error(open)',
    failed: 'run/retry',
    'shown.deciding': 'always rows/answered run/{changed,refresh}',
    'shown.filling': 'done(readPart) error(readPart) rows/answered run/{changed,refresh}',
    'shown.current': 'always rows/answered run/{changed,refresh}',
    'shown.catchingUp': 'done(readChanges) error(readChanges) rows/answered run/{changed,refresh}',
    'shown.waiting': 'after(backOff) rows/answered run/{changed,refresh,retry}',
    gone: '',
  }))

test('the paths reach every state and take every transition', () => expect(missedBy(machine, paths)).toEqual([]))

test('[RUNS-45] on every path the list rests only when all cases are read and no announced revision is missed', () =>
  expect(
    breaches(paths, (state) => {
      if (!state.matches({ shown: 'current' })) return true
      const { isComplete, isStale, announced, revision } = state.context
      return isComplete && !isStale && announced <= revision
    }),
  ).toEqual([]))

test('on no path does a row go back to an older revision', () => {
  type Step = (typeof paths)[number]['steps'][number]
  const revisionOf = (step: Step | undefined) => (step && rowOf(step.state.context.rows, 1)?.revision) ?? 0
  const goesBack = ({ steps }: (typeof paths)[number]) =>
    steps.some((step, i) => revisionOf(step) < revisionOf(steps[i - 1]))
  expect(paths.filter(goesBack).map(({ name }) => name)).toEqual([])
})

test('[RUNS-44] a run that could not be opened is opened again when somebody asks, and a deleted one never', () => {
  expect(breaches(paths, (state) => !state.matches('failed') || state.context.opened === null)).toEqual([])
  expect(breaches(paths, (state) => !state.matches('gone') || state.status === 'done')).toEqual([])
})

test('[RUNS-44] on every path a deleted run is shown as deleted, whether news or a call revealed it', () => {
  const missing = paths.filter(
    ({ steps }) => (steps.at(-1)?.event as { error?: unknown } | undefined)?.error === 'missing',
  )
  expect(missing.length).toBeGreaterThan(2)
  expect(missing.filter(({ steps }) => steps.at(-1)?.state.value !== 'gone')).toEqual([])
})

test('changes between the reading of the run and that of its rows are read once more, so that counts follow their rows', async () => {
  let asked = 0
  const readChanges = fromPromise<RunChanges, { since: number }>(() => {
    asked += 1
    const items = [aRunCase(1, { revision: 2, statusId: 2 })]
    return Promise.resolve({ run: run(asked), items, removed: [], revision: 2 })
  })
  const open = fromPromise<OpenedRun>(() => Promise.resolve(opened(true)))
  const actor = createActor(machine.provide({ actors: { open, readChanges } })).start()
  await waitFor(actor, (state) => state.matches({ shown: 'current' }))
  actor.send({ type: 'run/refresh' })
  const { context } = await waitFor(actor, (state) => state.matches({ shown: 'current' }))
  expect(context.opened?.run.revision).toBe(2)
  expect(context.revision).toBe(2)
})

test('a running machine goes every path', () => {
  expect(paths.flatMap((path) => play(machine, path, undefined))).toEqual([])
})
