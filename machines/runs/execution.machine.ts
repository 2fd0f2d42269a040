import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { ProjectPerson } from '../../contract/projects/people.ts'
import type { RunChange } from '../../contract/runs/changes.ts'
import type { RunCase } from '../../contract/runs/run-cases.ts'
import type { TestRun } from '../../contract/runs/runs.ts'
import { backOffMs } from '../patterns/back-off.ts'
import { NO_ROWS, withNewerRows, type RunRows } from './run-rows.ts'

export interface RunSuite {
  id: number
  path: readonly string[]
}

/** What the page begins with. */
export interface OpenedRun {
  run: TestRun
  suites: readonly RunSuite[]
  people: readonly ProjectPerson[]
  items: readonly RunCase[]
  revision: number
  isLast: boolean
}

/** Further rows in their order. */
export interface RunPart {
  items: readonly RunCase[]
  isLast: boolean
}

/** What has changed since a revision; `isPartial`: there is more, up to `revision`. */
export interface RunChanges {
  run: TestRun
  items: readonly RunCase[]
  removed: readonly number[]
  revision: number
}

export type ExecutionEvent =
  /** The live channel tells of a change. */
  | { type: 'run/told'; change: RunChange }
  /** Messages may have been missed. */
  | { type: 'run/refresh' }
  | { type: 'run/retry' }
  /** Rows that the server answered to something done here. */
  | { type: 'rows/answered'; rows: readonly RunCase[] }

interface Context {
  opened: Pick<OpenedRun, 'run' | 'suites' | 'people'> | null
  rows: RunRows
  /** Everything up to it is in `rows`, apart from parts that are still to come. */
  revision: number
  /** The newest revision that somebody told of. */
  told: number
  /** Messages may have been missed. */
  isStale: boolean
  isComplete: boolean
  /** Attempts in a row that failed. */
  failures: number
  failure: unknown
}

const EMPTY: Context = {
  opened: null,
  rows: NO_ROWS,
  revision: 0,
  told: 0,
  isStale: false,
  isComplete: false,
  failures: 0,
  failure: null,
}

const lastPlace = ({ list }: RunRows): number => list.at(-1)?.place ?? -1

/** Keeps of a told change what the run's head shows. */
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
  /** From 0 up to 1: half of each wait is random. */
  jitter: () => number
  /** Whether a call failed because the run is not there any more. */
  isMissing: (error: unknown) => boolean
}

/**
 * A test run as it is executed: its first cases, then the others in parts, then what others change. A change that follows the revision
 * held is applied as it is told; after a gap the changes since that revision are read. A run that was deleted is `gone`, whether that is
 * told or a call finds out.
 */
export const execution = ({ jitter, isMissing }: ExecutionOptions) =>
  setup({
    types: { context: {} as Context, events: {} as ExecutionEvent },
    actors: {
      /** Sends `run/told`, and `run/refresh` when messages may have been missed. */
      news: fromCallback<ExecutionEvent>(() => undefined),
      open: fromPromise<OpenedRun>(() => Promise.reject(new Error('open is not provided'))),
      readPart: fromPromise<RunPart, { after: number }>(() => Promise.reject(new Error('readPart is not provided'))),
      readChanges: fromPromise<RunChanges, { since: number }>(() =>
        Promise.reject(new Error('readChanges is not provided')),
      ),
    },
    delays: { backOff: ({ context }) => backOffMs(context.failures, 30_000, jitter) },
    guards: {
      isMissing: (_, { error }: { error: unknown }) => isMissing(error),
      isDeleted: (_, { change }: { change: RunChange }) => change.isDeleted,
      isNext: ({ context }, { change }: { change: RunChange }) =>
        !change.isWhole && change.cases !== null && change.state?.revision === context.revision + 1,
      isLast: (_, { isLast }: { isLast: boolean }) => isLast,
      isComplete: ({ context }) => context.isComplete,
      isBehind: ({ context }) => context.isStale || context.told > context.revision,
    },
    actions: {
      /** What a change says about rows as they were before it. */
      announce: (_, _told: { change: RunChange; before: Pick<Context, 'rows' | 'opened'> }) => undefined,
      show: assign((_, { opened }: { opened: OpenedRun }) => {
        const { run, suites, people, items, revision, isLast } = opened
        return {
          ...EMPTY,
          opened: { run, suites, people },
          rows: withNewerRows(NO_ROWS, items),
          revision,
          isComplete: isLast,
        }
      }),
      addPart: assign(({ context }, { part }: { part: RunPart }) => ({
        rows: withNewerRows(context.rows, part.items),
        isComplete: part.isLast,
        failures: 0,
        failure: null,
      })),
      // The run and its rows are two readings: where one is older, what is between them is read once more.
      addChanges: assign(({ context }, { changes: { run, items, removed, revision } }: { changes: RunChanges }) => ({
        opened: context.opened && {
          ...context.opened,
          run: run.revision < context.opened.run.revision ? context.opened.run : run,
        },
        rows: withNewerRows(context.rows, items, removed),
        revision: Math.max(context.revision, Math.min(run.revision, revision)),
        told: Math.max(context.told, run.revision, revision),
        failures: 0,
        failure: null,
      })),
      apply: assign(({ context }, { change }: { change: RunChange }) => ({
        opened: context.opened && { ...context.opened, run: runAfter(context.opened.run, change) },
        rows: withNewerRows(context.rows, change.cases ?? []),
        revision: change.state?.revision ?? context.revision,
      })),
      note: assign(({ context }, { change }: { change: RunChange }) => ({
        told: Math.max(context.told, change.state?.revision ?? 0),
      })),
      addAnswered: assign(({ context }, { rows }: { rows: readonly RunCase[] }) => ({
        rows: withNewerRows(context.rows, rows),
      })),
      doubt: assign({ isStale: true }),
      trust: assign({ isStale: false, told: 0 }),
      fail: assign(({ context }, { error }: { error: unknown }) => ({
        failures: context.failures + 1,
        failure: error,
        isStale: true,
      })),
    },
  }).createMachine({
    id: 'execution',
    context: EMPTY,
    invoke: { id: 'news', src: 'news' },
    initial: 'opening',
    states: {
      opening: {
        invoke: {
          id: 'open',
          src: 'open',
          onDone: {
            target: 'shown',
            actions: { type: 'show', params: ({ event }) => ({ opened: event.output }) },
          },
          onError: [
            { guard: { type: 'isMissing', params: ({ event }) => event }, target: 'gone' },
            { target: 'failed', actions: { type: 'fail', params: ({ event }) => event } },
          ],
        },
      },
      failed: { on: { 'run/retry': 'opening' } },
      shown: {
        initial: 'deciding',
        on: {
          'run/told': [
            { guard: { type: 'isDeleted', params: ({ event }) => event }, target: 'gone' },
            {
              guard: { type: 'isNext', params: ({ event }) => event },
              actions: [announcing, { type: 'apply', params: ({ event }) => event }],
            },
            { actions: [announcing, { type: 'note', params: ({ event }) => event }] },
          ],
          'run/refresh': { actions: 'doubt' },
          'rows/answered': { actions: { type: 'addAnswered', params: ({ event }) => event } },
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
                actions: { type: 'addPart', params: ({ event }) => ({ part: event.output }) },
              },
              onError: [
                { guard: { type: 'isMissing', params: ({ event }) => event }, target: '#execution.gone' },
                { target: 'waiting', actions: { type: 'fail', params: ({ event }) => event } },
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
                actions: { type: 'addChanges', params: ({ event }) => ({ changes: event.output }) },
              },
              onError: [
                { guard: { type: 'isMissing', params: ({ event }) => event }, target: '#execution.gone' },
                { target: 'waiting', actions: { type: 'fail', params: ({ event }) => event } },
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
