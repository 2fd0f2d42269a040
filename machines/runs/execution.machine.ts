import { assign, fromCallback, setup } from 'xstate'
import type { ProjectUser } from '../../contract/projects/people.ts'
import type { RunChange } from '../../contract/runs/changes.ts'
import type { RunCase } from '../../contract/runs/run-cases.ts'
import type { TestRun } from '../../contract/runs/runs.ts'
import { backOffMs } from '../patterns/back-off.ts'
import { NO_ROWS, withNewerRows, type RunRows } from './run-rows.ts'
import { unprovided } from '../patterns/unprovided.ts'

export interface RunSuite {
  id: number
  path: readonly string[]
}

/** Data of the first render. */
export interface OpenedRun {
  run: TestRun
  suites: readonly RunSuite[]
  people: readonly ProjectUser[]
  items: readonly RunCase[]
  revision: number
  isLast: boolean
}

/** Further rows, in order. */
export interface RunPart {
  items: readonly RunCase[]
  isLast: boolean
}

/** Changes since a revision; `isPartial`: more follow, up to `revision`. */
export interface RunChanges {
  run: TestRun
  items: readonly RunCase[]
  removed: readonly number[]
  revision: number
}

export type ExecutionEvent =
  /** A change from the live channel. */
  | { type: 'run/changed'; change: RunChange }
  /** Messages may have been missed. */
  | { type: 'run/refresh' }
  | { type: 'run/retry' }
  /** Rows in the answer to an own change. */
  | { type: 'rows/answered'; rows: readonly RunCase[] }

interface Context {
  opened: Pick<OpenedRun, 'run' | 'suites' | 'people'> | null
  rows: RunRows
  /** Revision up to which `rows` are complete, except for parts still loading. */
  revision: number
  /** Newest announced revision. */
  announced: number
  /** Messages may have been missed. */
  isStale: boolean
  isComplete: boolean
  /** Consecutive failures. */
  failures: number
  failure: unknown
}

const EMPTY: Context = {
  opened: null,
  rows: NO_ROWS,
  revision: 0,
  announced: 0,
  isStale: false,
  isComplete: false,
  failures: 0,
  failure: null,
}

const lastPlace = ({ list }: RunRows): number => list.at(-1)?.place ?? -1

/** Applies the fields of a change that the run's head shows. */
const runAfter = (run: TestRun, { state }: RunChange): TestRun =>
  state === null || state.revision < run.revision
    ? run
    : { ...run, closed: state.closed, caseStatusStatistics: state.caseStatusStatistics, revision: state.revision }

const announcing = {
  type: 'announce' as const,
  params: ({ context, event }: { context: Context; event: { change: RunChange } }) => ({
    change: event.change,
    before: context,
  }),
}

export interface ExecutionOptions {
  /** Random factor 0 to 1 of the retry delay: half of it is random. */
  jitter: () => number
  /** Returns whether a call failed because the run no longer exists. */
  isMissing: (error: unknown) => boolean
}

// Run and rows are two requests: if one is older, the changes in between are loaded again.
const addChanges = (context: Context, { run, items, removed, revision }: RunChanges) => ({
  opened: context.opened && {
    ...context.opened,
    run: run.revision < context.opened.run.revision ? context.opened.run : run,
  },
  rows: withNewerRows(context.rows, items, removed),
  revision: Math.max(context.revision, Math.min(run.revision, revision)),
  announced: Math.max(context.announced, run.revision, revision),
  failures: 0,
  failure: null,
})

const fail = (context: Context, error: unknown) => ({
  failures: context.failures + 1,
  failure: error,
  isStale: true,
})

/**
 * A test run during execution: loads the first cases, then the others in parts, then changes by others. A change that follows the known
 * revision is applied directly; after a gap, changes since that revision are loaded. A deleted run is `gone`, whether announced or found by
 * a call.
 */
export const execution = ({ jitter, isMissing }: ExecutionOptions) =>
  setup({
    types: { context: {} as Context, events: {} as ExecutionEvent },
    actors: {
      /** Sends `run/changed`, and `run/refresh` when messages may have been missed. */
      news: fromCallback<ExecutionEvent>(() => undefined),
      open: unprovided<OpenedRun>('open'),
      readPart: unprovided<RunPart, { after: number }>('readPart'),
      readChanges: unprovided<RunChanges, { since: number }>('readChanges'),
    },
    delays: { backOff: ({ context }) => backOffMs(context.failures, 30_000, jitter) },
    guards: {
      isComplete: ({ context }) => context.isComplete,
      isBehind: ({ context }) => context.isStale || context.announced > context.revision,
    },
    actions: {
      /** Tells what a change says about earlier rows. */
      announce: (_, _told: { change: RunChange; before: Pick<Context, 'rows' | 'opened'> }) => undefined,
      show: assign(({ context }, opened: OpenedRun) => {
        const { run, suites, people, items, revision, isLast } = opened
        return {
          ...EMPTY,
          announced: context.announced,
          isStale: context.isStale,
          opened: { run, suites, people },
          rows: withNewerRows(NO_ROWS, items),
          revision,
          isComplete: isLast,
        }
      }),
      apply: assign(({ context }, change: RunChange) => ({
        opened: context.opened && { ...context.opened, run: runAfter(context.opened.run, change) },
        rows: withNewerRows(context.rows, change.cases ?? []),
        revision: change.state?.revision ?? context.revision,
      })),
      note: assign(({ context }, change: RunChange) => ({
        announced: Math.max(context.announced, change.state?.revision ?? 0),
      })),
      doubt: assign({ isStale: true }),
      trust: assign({ isStale: false, announced: 0 }),
    },
  }).createMachine({
    id: 'execution',
    context: EMPTY,
    invoke: { id: 'news', src: 'news' },
    initial: 'opening',
    states: {
      opening: {
        // The pending answer may be older: what changed since is read after it.
        on: {
          'run/changed': [
            { guard: ({ event }) => event.change.isDeleted, target: 'gone' },
            { actions: { type: 'note', params: ({ event }) => event.change } },
          ],
          'run/refresh': { actions: 'doubt' },
        },
        invoke: {
          id: 'open',
          src: 'open',
          onDone: {
            target: 'shown',
            actions: { type: 'show', params: ({ event }) => event.output },
          },
          onError: [
            { guard: ({ event }) => isMissing(event.error), target: 'gone' },
            { target: 'failed', actions: assign(({ context, event }) => fail(context, event.error)) },
          ],
        },
      },
      failed: { on: { 'run/retry': { target: 'opening', actions: 'trust' } } },
      shown: {
        initial: 'deciding',
        on: {
          'run/changed': [
            { guard: ({ event }) => event.change.isDeleted, target: 'gone' },
            {
              guard: ({ context, event }) =>
                !event.change.isWhole &&
                event.change.cases !== null &&
                event.change.state?.revision === context.revision + 1,
              actions: [announcing, { type: 'apply', params: ({ event }) => event.change }],
            },
            { actions: [announcing, { type: 'note', params: ({ event }) => event.change }] },
          ],
          'run/refresh': { actions: 'doubt' },
          'rows/answered': {
            actions: assign(({ context, event }) => ({ rows: withNewerRows(context.rows, event.rows) })),
          },
        },
        states: {
          deciding: { always: [{ guard: 'isComplete', target: 'current' }, { target: 'filling' }] },
          filling: {
            invoke: {
              id: 'readPart',
              src: 'readPart',
              input: ({ context }) => ({ after: lastPlace(context.rows) }),
              onDone: {
                target: 'deciding',
                actions: assign(({ context, event }) => ({
                  rows: withNewerRows(context.rows, event.output.items),
                  isComplete: event.output.isLast,
                  failures: 0,
                  failure: null,
                })),
              },
              onError: [
                { guard: ({ event }) => isMissing(event.error), target: '#execution.gone' },
                { target: 'waiting', actions: assign(({ context, event }) => fail(context, event.error)) },
              ],
            },
          },
          current: { always: { guard: 'isBehind', target: 'catchingUp' } },
          catchingUp: {
            entry: 'trust',
            invoke: {
              id: 'readChanges',
              src: 'readChanges',
              input: ({ context }) => ({ since: context.revision }),
              onDone: {
                target: 'current',
                actions: assign(({ context, event }) => addChanges(context, event.output)),
              },
              onError: [
                { guard: ({ event }) => isMissing(event.error), target: '#execution.gone' },
                { target: 'waiting', actions: assign(({ context, event }) => fail(context, event.error)) },
              ],
            },
          },
          waiting: {
            after: { backOff: 'deciding' },
            on: { 'run/retry': 'deciding', 'run/refresh': { target: 'deciding', actions: 'doubt' } },
          },
        },
      },
      gone: { type: 'final' },
    },
  })
