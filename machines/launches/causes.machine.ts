import { assign, emit, fromCallback, fromPromise, raise, setup, stateIn } from 'xstate'
import type { AcceptedGroup, AcceptedSuggestions, CausesAnswer } from '../../contract/launches/causes.ts'

export interface AcceptedCause {
  key: string
  tagId: number | null
  issueId: string | null
}

/** One change of causes that a person asks for. `undo` of a merge or a split is the other one. */
export type CauseWork =
  | { kind: 'accept'; causes: readonly AcceptedCause[] }
  | { kind: 'merge'; key: string; into: string; label: string }
  | { kind: 'split'; key: string; from: string; label: string; withKeys: readonly string[] }
  | { kind: 'takeBack'; groups: readonly AcceptedGroup[] }

/** What a change did: how many tests it reached, and what takes it back. */
export interface CauseDone {
  tests: number
  isMore: boolean
  undo: CauseWork | null
}

export type CausesEvent =
  | { type: 'causes/refresh' }
  | { type: 'suggestions/accept'; causes: readonly AcceptedCause[] }
  | { type: 'cause/merge'; key: string; into: string; label: string }
  | { type: 'cause/split'; key: string; from: string; label: string }
  | { type: 'change/undo' }

export const undoOfAccepted = ({ groups }: AcceptedSuggestions): CauseWork | null =>
  groups.length === 0 ? null : { kind: 'takeBack', groups }

/** The failures of a launch by cause: shown, sorted by suggestions, merged and split; the last change can be taken back. */
export const launchCauses = setup({
  types: {
    context: {} as { answer: CausesAnswer | null; failure: unknown; work: CauseWork | null; undo: CauseWork | null },
    events: {} as CausesEvent,
    emitted: {} as
      | { type: 'change/done'; work: CauseWork; tests: number; isMore: boolean; canUndo: boolean }
      | { type: 'change/refused'; error: unknown },
  },
  actors: {
    loadCauses: fromPromise<CausesAnswer>(() => Promise.reject(new Error('loadCauses is not provided'))),
    change: fromPromise<CauseDone, { work: CauseWork | null }>(() =>
      Promise.reject(new Error('change is not provided')),
    ),
    /** Sends `causes/refresh`. */
    news: fromCallback(() => {
      throw new Error('news is not provided')
    }),
  },
  guards: {
    isKnown: ({ context }) => context.answer !== null,
    isOvertaken: stateIn({ causes: { loading: 'overtaken' } }),
    hasCauses: (_, { causes }: { causes: readonly AcceptedCause[] }) => causes.length > 0,
    canUndo: ({ context }) => context.undo !== null,
  },
  actions: {
    show: assign((_, { output }: { output: CausesAnswer }) => ({ answer: output, failure: null })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: error })),
    accept: assign((_, { causes }: { causes: readonly AcceptedCause[] }) => ({
      work: { kind: 'accept' as const, causes },
    })),
    merge: assign((_, { key, into, label }: { key: string; into: string; label: string }) => ({
      work: { kind: 'merge' as const, key, into, label },
    })),
    split: assign((_, { key, from, label }: { key: string; from: string; label: string }) => ({
      work: { kind: 'split' as const, key, from, label, withKeys: [] },
    })),
    takeBack: assign(({ context }) => ({ work: context.undo, undo: null })),
    finish: assign((_, { undo }: CauseDone) => ({ undo })),
    tellDone: emit(({ context }, { tests, isMore, undo }: CauseDone) => ({
      type: 'change/done' as const,
      work: context.work as CauseWork,
      tests,
      isMore,
      canUndo: undo !== null,
    })),
    tellRefused: emit((_, { error }: { error: unknown }) => ({ type: 'change/refused' as const, error })),
    refresh: raise({ type: 'causes/refresh' }),
  },
}).createMachine({
  id: 'launchCauses',
  type: 'parallel',
  context: { answer: null, failure: null, work: null, undo: null },
  invoke: { id: 'news', src: 'news' },
  states: {
    causes: {
      initial: 'loading',
      states: {
        loading: {
          initial: 'newest',
          states: {
            newest: { on: { 'causes/refresh': 'overtaken' } },
            /** What is under way was asked before the last change: it is shown, and asked for once more. */
            overtaken: {},
          },
          invoke: {
            id: 'loadCauses',
            src: 'loadCauses',
            onDone: [
              {
                guard: 'isOvertaken',
                target: 'loading',
                reenter: true,
                actions: { type: 'show', params: ({ event }) => event },
              },
              { target: 'shown', actions: { type: 'show', params: ({ event }) => event } },
            ],
            onError: [
              { guard: 'isKnown', target: 'shown', actions: { type: 'keepFailure', params: ({ event }) => event } },
              { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
            ],
          },
        },
        shown: { on: { 'causes/refresh': 'loading' } },
        failed: { on: { 'causes/refresh': 'loading' } },
      },
    },
    work: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'suggestions/accept': {
              guard: { type: 'hasCauses', params: ({ event }) => event },
              target: 'working',
              actions: { type: 'accept', params: ({ event }) => event },
            },
            'cause/merge': { target: 'working', actions: { type: 'merge', params: ({ event }) => event } },
            'cause/split': { target: 'working', actions: { type: 'split', params: ({ event }) => event } },
            'change/undo': { guard: 'canUndo', target: 'working', actions: 'takeBack' },
          },
        },
        // A second press finds nobody listening.
        working: {
          invoke: {
            id: 'change',
            src: 'change',
            input: ({ context }) => ({ work: context.work }),
            onDone: {
              target: 'idle',
              actions: [
                { type: 'finish', params: ({ event }) => event.output },
                { type: 'tellDone', params: ({ event }) => event.output },
                'refresh',
              ],
            },
            onError: {
              target: 'idle',
              actions: [{ type: 'tellRefused', params: ({ event }) => event }, 'refresh'],
            },
          },
        },
      },
    },
  },
})
