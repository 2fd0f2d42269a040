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
import { describeMachine } from '../support/describe-machine.ts'
import { play, samplesOf } from '../support/paths.ts'

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
const paths = describeMachine(machine, {
  input: undefined,
  events,
  stopWhen: ({ context }) => context.failures > 1,
  table: {
    opening: 'done(open) error(open) run/{changed,refresh}',
    failed: 'run/retry',
    'shown.deciding': 'always rows/answered run/{changed,refresh}',
    'shown.filling': 'done(readPart) error(readPart) rows/answered run/{changed,refresh}',
    'shown.current': 'always rows/answered run/{changed,refresh}',
    'shown.catchingUp': 'done(readChanges) error(readChanges) rows/answered run/{changed,refresh}',
    'shown.waiting': 'after(backOff) rows/answered run/{changed,refresh,retry}',
    gone: '',
  },
  ignored: {
    opening: { events: 'run/retry rows/answered', because: 'neither a retry nor cases are shown yet' },
    failed: {
      events: 'run/changed run/refresh rows/answered',
      because: 'only the failure is shown, and the retry reads everything again',
    },
    shown: { events: 'run/retry', because: 'a retry is offered only after a failure' },
  },
  invariants: {
    '[RUNS-45] rests only when all cases are read and no announced revision is missing': (state) => {
      if (!state.matches({ shown: 'current' })) return true
      const { isComplete, isStale, announced, revision } = state.context
      return isComplete && !isStale && announced <= revision
    },
    '[RUNS-44] fails to open only without a run': (state) => !state.matches('failed') || state.context.opened === null,
    '[RUNS-44] ends with a deleted run': (state) => !state.matches('gone') || state.status === 'done',
  },
})

test('never shows an older revision of a row', () => {
  type Step = (typeof paths)[number]['steps'][number]
  const revisionOf = (step: Step | undefined) => (step && rowOf(step.state.context.rows, 1)?.revision) ?? 0
  const goesBack = ({ steps }: (typeof paths)[number]) =>
    steps.some((step, i) => revisionOf(step) < revisionOf(steps[i - 1]))
  expect(paths.filter(goesBack).map(({ name }) => name)).toEqual([])
})

test('[RUNS-44] shows a deleted run as deleted, whether a message or a call reveals it', () => {
  const missing = paths.filter(
    ({ steps }) => (steps.at(-1)?.event as { error?: unknown } | undefined)?.error === 'missing',
  )
  expect(missing.length).toBeGreaterThan(2)
  expect(missing.filter(({ steps }) => steps.at(-1)?.state.value !== 'gone')).toEqual([])
})

test('reads changes once more that happen between reading the run and reading its rows', async () => {
  let requested = 0
  const readChanges = fromPromise<RunChanges, { since: number }>(() => {
    requested += 1
    const items = [aRunCase(1, { revision: 2, statusId: 2 })]
    return Promise.resolve({ run: run(requested), items, removed: [], revision: 2 })
  })
  const open = fromPromise<OpenedRun>(() => Promise.resolve(opened(true)))
  const actor = createActor(machine.provide({ actors: { open, readChanges } })).start()
  await waitFor(actor, (state) => state.matches({ shown: 'current' }))
  actor.send({ type: 'run/refresh' })
  const { context } = await waitFor(actor, (state) => state.matches({ shown: 'current' }))
  expect(context.opened?.run.revision).toBe(2)
  expect(context.revision).toBe(2)
})

test('[RUNS-45] reads changes that are announced while the run is opened', async () => {
  const since: number[] = []
  const readChanges = fromPromise<RunChanges, { since: number }>(({ input }) => {
    since.push(input.since)
    return Promise.resolve({
      run: run(2),
      items: [aRunCase(1, { revision: 2, statusId: 2 })],
      removed: [],
      revision: 2,
    })
  })
  const open = fromPromise<OpenedRun>(() => Promise.resolve(opened(true)))
  for (const news of [{ type: 'run/changed', change: change(2) }, { type: 'run/refresh' }] as ExecutionEvent[]) {
    const actor = createActor(machine.provide({ actors: { open, readChanges } })).start()
    actor.send(news)
    const { context } = await waitFor(actor, (state) => state.matches({ shown: 'current' }))
    expect(context.revision).toBe(2)
  }
  expect(since).toEqual([1, 1])
})

const samples = samplesOf(paths)

test('emits nothing', () => {
  expect(samples.flatMap((path) => play(machine, path, undefined))).toEqual([])
})
