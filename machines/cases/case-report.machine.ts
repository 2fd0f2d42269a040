import { assign, emit, setup } from 'xstate'
import type { TestCase } from '../../contract/cases/cases.ts'
import type { ReportSuite } from '../../contract/cases/report.ts'
import type { ReportColumn } from './report-columns.ts'
import { unprovided } from '../patterns/unprovided.ts'

export const REPORT_VIEWS = ['table', 'details'] as const
export type ReportView = (typeof REPORT_VIEWS)[number]

/** Metadata that the report's header may show (EXPORT-10). */
export const REPORT_FACTS = ['project', 'suites', 'cases', 'created', 'links'] as const
export type ReportFact = (typeof REPORT_FACTS)[number]

/** Display preferences of reports. */
export interface ReportHabits {
  view: ReportView
  hasSuites: boolean
  facts: readonly ReportFact[]
  /** Empty: the defaults. */
  columns: readonly ReportColumn[]
}

export type CaseReportEvent =
  | { type: 'report/refresh' }
  | { type: 'view/chosen'; view: ReportView }
  | { type: 'suites/switched' }
  | { type: 'fact/switched'; fact: ReportFact }
  | { type: 'columns/applied'; columns: readonly ReportColumn[] }
  | { type: 'selection/opened' }
  | { type: 'selection/done'; ids: readonly number[] }
  | { type: 'selection/left' }
  | { type: 'print/wanted' }
  | { type: 'print/cancelled' }
  /** Printing by the browser's own command, and its end. */
  | { type: 'print/began' }
  | { type: 'print/ended' }

/** An object, because the type of a generic output would be lost. */
export interface OrderedIds {
  ids: readonly number[]
}
export interface ReportPart {
  testCases: readonly TestCase[]
  testSuites: readonly ReportSuite[]
}
/** `at`: time of the request, epoch ms. */
export interface PreparedReport extends OrderedIds {
  at: number
}

interface Context {
  ids: readonly number[]
  habits: ReportHabits
  /** In repository order. Null before the first complete load. */
  cases: readonly TestCase[] | null
  suites: readonly ReportSuite[]
  /** Time of the request for the shown data, epoch ms. */
  at: number | null
  coming: {
    at: number
    total: number
    left: readonly number[]
    cases: readonly TestCase[]
    suites: readonly ReportSuite[]
  }
  /** Number of cases rendered for printing, from the first. */
  drawn: number
  failure: unknown
}

export const CASES_PER_CALL = 250
/** Cases per step of rendering, so that a step does not block many frames. */
const CASES_PER_STEP = 80

const NOTHING_COMING: Context['coming'] = { at: 0, total: 0, left: [], cases: [], suites: [] }

const begin = ({ ids, at }: PreparedReport) => ({
  coming: { ...NOTHING_COMING, at, total: ids.length, left: ids },
})

const take = ({ coming }: Context, { testCases, testSuites }: ReportPart) => {
  // A suite that spans two parts is in both answers.
  const known = new Set(coming.suites.map(({ id }) => id))
  return {
    coming: {
      ...coming,
      left: coming.left.slice(CASES_PER_CALL),
      cases: [...coming.cases, ...testCases],
      suites: [...coming.suites, ...testSuites.filter(({ id }) => !known.has(id))],
    },
  }
}

/**
 * Report of selected cases: loads them in parts, holds display preferences and the selection, and prints. Printing renders everything step
 * by step, with progress and cancel, because otherwise only the visible part is rendered. Emits `habits/changed` and `ids/changed` with
 * what a reload restores.
 */
export const caseReport = setup({
  types: {
    context: {} as Context,
    events: {} as CaseReportEvent,
    emitted: {} as
      | { type: 'habits/changed'; habits: ReportHabits }
      | { type: 'ids/changed'; ids: readonly number[] }
      | { type: 'report/stayed'; error: unknown },
    input: {} as { ids: readonly number[]; habits: ReportHabits },
  },
  actors: {
    /** The given ids in repository order, and the time. */
    prepare: unprovided<PreparedReport, OrderedIds>('prepare'),
    load: unprovided<ReportPart, OrderedIds>('load'),
    /** Resolves after the browser's print dialog closes. */
    print: unprovided<void>('print'),
  },
  guards: {
    hasMore: ({ context }) => context.coming.left.length > CASES_PER_CALL,
    isKnown: ({ context }) => context.cases !== null,
    isPrintable: ({ context }) => context.cases !== null && context.cases.length > 0,
    isUndrawn: ({ context }) => context.drawn < (context.cases?.length ?? 0),
  },
  actions: {
    show: assign(({ context: { coming } }) => ({
      cases: coming.cases,
      suites: coming.suites,
      at: coming.at,
      coming: NOTHING_COMING,
      failure: null,
    })),
    emitIds: emit(({ context }) => ({ type: 'ids/changed' as const, ids: context.ids })),
    emitHabits: emit(({ context }) => ({ type: 'habits/changed' as const, habits: context.habits })),
    switchSuites: assign(({ context: { habits } }) => ({ habits: { ...habits, hasSuites: !habits.hasSuites } })),
    switchFact: assign(({ context: { habits } }, fact: ReportFact) => ({
      habits: {
        ...habits,
        facts: REPORT_FACTS.filter((one) => habits.facts.includes(one) !== (one === fact)),
      },
    })),
    draw: assign(({ context }) => ({ drawn: context.drawn + CASES_PER_STEP })),
    drawNothing: assign({ drawn: 0 }),
  },
  delays: { frame: 16 },
}).createMachine({
  id: 'caseReport',
  type: 'parallel',
  context: ({ input: { ids, habits } }) => ({
    ids,
    habits,
    cases: null,
    suites: [],
    at: null,
    coming: NOTHING_COMING,
    drawn: 0,
    failure: null,
  }),
  on: {
    'view/chosen': {
      guard: ({ context, event }) => context.habits.view !== event.view,
      actions: [
        assign(({ context: { habits }, event }) => ({ habits: { ...habits, view: event.view } })),
        'emitHabits',
      ],
    },
    'suites/switched': { actions: ['switchSuites', 'emitHabits'] },
    'columns/applied': {
      actions: [
        assign(({ context: { habits }, event }) => ({ habits: { ...habits, columns: event.columns } })),
        'emitHabits',
      ],
    },
    'fact/switched': { actions: [{ type: 'switchFact', params: ({ event }) => event.fact }, 'emitHabits'] },
  },
  states: {
    content: {
      initial: 'loading',
      on: {
        'report/refresh': '.loading',
        'selection/done': {
          guard: ({ event }) => event.ids.length > 0,
          target: '.loading',
          actions: [assign(({ event }) => ({ ids: event.ids })), 'emitIds'],
        },
      },
      states: {
        /** Known data stays visible. */
        loading: {
          tags: 'busy',
          initial: 'preparing',
          states: {
            preparing: {
              invoke: {
                id: 'prepare',
                src: 'prepare',
                input: ({ context }) => ({ ids: context.ids }),
                onDone: [
                  {
                    guard: ({ event }) => event.output.ids.length === 0,
                    target: '#caseReport.content.shown',
                    actions: [assign(({ event }) => begin(event.output)), 'show'],
                  },
                  { target: 'coming', actions: assign(({ event }) => begin(event.output)) },
                ],
                onError: [
                  {
                    guard: 'isKnown',
                    target: '#caseReport.content.shown',
                    actions: [
                      assign(({ event }) => ({ failure: event.error, coming: NOTHING_COMING })),
                      emit(({ event }) => ({ type: 'report/stayed', error: event.error })),
                    ],
                  },
                  {
                    target: '#caseReport.content.failed',
                    actions: assign(({ event }) => ({ failure: event.error, coming: NOTHING_COMING })),
                  },
                ],
              },
            },
            coming: {
              invoke: {
                id: 'load',
                src: 'load',
                input: ({ context }) => ({ ids: context.coming.left.slice(0, CASES_PER_CALL) }),
                onDone: [
                  {
                    guard: 'hasMore',
                    target: 'coming',
                    reenter: true,
                    actions: assign(({ context, event }) => take(context, event.output)),
                  },
                  {
                    target: '#caseReport.content.shown',
                    actions: [assign(({ context, event }) => take(context, event.output)), 'show'],
                  },
                ],
                onError: [
                  {
                    guard: 'isKnown',
                    target: '#caseReport.content.shown',
                    actions: [
                      assign(({ event }) => ({ failure: event.error, coming: NOTHING_COMING })),
                      emit(({ event }) => ({ type: 'report/stayed', error: event.error })),
                    ],
                  },
                  {
                    target: '#caseReport.content.failed',
                    actions: assign(({ event }) => ({ failure: event.error, coming: NOTHING_COMING })),
                  },
                ],
              },
            },
          },
        },
        shown: {},
        failed: {},
      },
    },
    selection: {
      initial: 'closed',
      states: {
        closed: { on: { 'selection/opened': 'open' } },
        open: {
          on: {
            'selection/done': { guard: ({ event }) => event.ids.length > 0, target: 'closed' },
            'selection/left': 'closed',
          },
        },
      },
    },
    printing: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'print/wanted': { guard: 'isPrintable', target: 'drawing' },
            'print/began': 'printed',
          },
        },
        drawing: {
          after: {
            frame: [{ guard: 'isUndrawn', target: 'drawing', reenter: true, actions: 'draw' }, { target: 'asked' }],
          },
          on: {
            'print/cancelled': { target: 'idle', actions: 'drawNothing' },
            'print/began': { target: 'printed', actions: 'drawNothing' },
          },
        },
        /** Everything is rendered, and the print dialog is open. */
        asked: {
          tags: 'whole',
          exit: 'drawNothing',
          invoke: { id: 'print', src: 'print', onDone: 'idle', onError: 'idle' },
        },
        printed: { tags: 'whole', on: { 'print/ended': 'idle' } },
      },
    },
  },
})
