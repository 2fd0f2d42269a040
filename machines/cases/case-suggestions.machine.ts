import { assign, emit, enqueueActions, sendTo, setup, stopChild } from 'xstate'
import type { SuggestedCase } from '../../contract/cases/suggestions.ts'
import { unprovidedCallback } from '../patterns/unprovided.ts'

/** `key`: unique among all suggestions of this page. */
export interface Suggestion {
  key: number
  suggested: SuggestedCase
}

/** Pending suggestions by suite, as stored for the next visit. */
export const undecided = (suites: Readonly<Record<number, SuiteSuggestions>>): Record<number, SuggestedCase[]> =>
  Object.fromEntries(
    Object.entries(suites).map(([id, { suggestions }]) => [id, suggestions.map(({ suggested }) => suggested)]),
  )

/** Suggestions of one suite. */
export interface SuiteSuggestions {
  isGenerating: boolean
  /** Suggestions being accepted. */
  accepting: readonly number[]
  suggestions: readonly Suggestion[]
}

/** Events of a suite's stream. */
export type StreamEvent =
  | { type: 'case/suggested'; suiteId: number; suggested: SuggestedCase }
  | { type: 'stream/ended'; suiteId: number }
  | { type: 'stream/failed'; suiteId: number; error: unknown }

/** Outcome of an acceptance. */
export type AcceptanceEvent =
  /** `operationId`: id for undoing it. */
  | { type: 'acceptance/done'; suiteId: number; keys: readonly number[]; operationId: string }
  | { type: 'acceptance/failed'; suiteId: number; error: unknown }

export type CaseSuggestionsEvent =
  | { type: 'suggestions/wanted'; suiteId: number; requirements: string }
  | { type: 'generation/stopped'; suiteId: number }
  /** Restored from an earlier visit or an undo: suggestions cost credits, and become pending again. */
  | { type: 'suggestions/restored'; suites: Readonly<Record<number, readonly SuggestedCase[]>> }
  | StreamEvent
  /** `keys`: null for all of the suite. */
  | { type: 'suggestions/accepted'; suiteId: number; keys: readonly number[] | null }
  | { type: 'suggestions/rejected'; suiteId: number; keys: readonly number[] | null }
  | AcceptanceEvent

/** Pending suggestions to store for the next visit; empty when all are decided. */
export interface KeepEvent {
  type: 'suggestions/left'
  suites: Readonly<Record<number, readonly SuggestedCase[]>>
}

export interface GenerateInput {
  suiteId: number
  requirements: string
}
export interface AcceptInput {
  suiteId: number
  keys: readonly number[]
  testCases: readonly SuggestedCase[]
}

type Accepted = Omit<Extract<AcceptanceEvent, { type: 'acceptance/done' }>, 'type'>

interface Context {
  suites: Readonly<Record<number, SuiteSuggestions>>
  /** Last stored state. */
  kept: Readonly<Record<number, SuiteSuggestions>>
  nextKey: number
}

const NONE: SuiteSuggestions = { isGenerating: false, accepting: [], suggestions: [] }
const NOTHING: Context['suites'] = {}
const of = ({ suites }: Context, suiteId: number): SuiteSuggestions => suites[suiteId] ?? NONE

/** Omits suites without pending suggestions. */
const changed = (context: Context, suiteId: number, to: Partial<SuiteSuggestions>): Context['suites'] => {
  const suite = { ...of(context, suiteId), ...to }
  const { [suiteId]: _, ...others } = context.suites
  return suite.isGenerating || suite.suggestions.length > 0 ? { ...others, [suiteId]: suite } : others
}

const without = (context: Context, suiteId: number, keys: readonly number[] | null) => {
  const { suggestions, accepting } = of(context, suiteId)
  // A suggestion being accepted can no longer be rejected.
  return suggestions.filter(({ key }) => accepting.includes(key) || (keys !== null && !keys.includes(key)))
}

const streamOf = (suiteId: number) => `stream:${suiteId}`

const canAccept = (context: Context, { suiteId, keys }: { suiteId: number; keys: readonly number[] | null }) => {
  const { suggestions, accepting } = of(context, suiteId)
  return accepting.length === 0 && suggestions.some(({ key }) => keys === null || keys.includes(key))
}

const add = (context: Context, { suiteId, suggested }: { suiteId: number; suggested: SuggestedCase }) => ({
  nextKey: context.nextKey + 1,
  suites: changed(context, suiteId, {
    suggestions: [...of(context, suiteId).suggestions, { key: context.nextKey, suggested }],
  }),
})

/**
 * Cases that the assistant suggests for suites, each to be accepted or rejected (AISG-03 to AISG-09). Suites are independent: each has its
 * own stream, and accepts one set of cases at a time. The state is `some` while anything is pending, so that the view stays mounted.
 * Pending suggestions are stored for the next visit because they cost credits.
 */
export const caseSuggestions = setup({
  types: {
    context: {} as Context,
    events: {} as CaseSuggestionsEvent,
    emitted: {} as
      | { type: 'cases/accepted'; suiteId: number; operationId: string; testCases: readonly SuggestedCase[] }
      /** Suggestions cost credits: `suggestions/restored` undoes a rejection. */
      | { type: 'cases/rejected'; suiteId: number; testCases: readonly SuggestedCase[] }
      | { type: 'suggestions/failed'; error: unknown },
  },
  actors: {
    /** Sends `suggestions/restored` with stored suggestions, and stores changes. */
    keep: unprovidedCallback<KeepEvent, undefined, CaseSuggestionsEvent>('keep'),
    generate: unprovidedCallback<StreamEvent, GenerateInput>('generate'),
    accept: unprovidedCallback<AcceptanceEvent, AcceptInput>('accept'),
  },
  guards: {
    isUnkept: ({ context }) => context.suites !== context.kept,
    isEmpty: ({ context }) => Object.keys(context.suites).length === 0,
  },
  actions: {
    begin: enqueueActions(({ context, enqueue }, { suiteId, requirements }: GenerateInput) => {
      enqueue.assign({ suites: changed(context, suiteId, { isGenerating: true }) })
      enqueue.spawnChild('generate', { id: streamOf(suiteId), input: { suiteId, requirements } })
    }),
    restore: assign(({ context }, suites: Readonly<Record<number, readonly SuggestedCase[]>>) => {
      const restored = { ...context }
      for (const [id, earlier] of Object.entries(suites)) {
        const suiteId = Number(id)
        const first = restored.nextKey
        restored.nextKey += earlier.length
        const suggestions = earlier.map((suggested, i) => ({ key: first + i, suggested }))
        restored.suites = changed(restored, suiteId, {
          suggestions: [...suggestions, ...of(restored, suiteId).suggestions],
        })
      }
      return restored
    }),
    end: enqueueActions(({ context, enqueue }, suiteId: number) => {
      enqueue(stopChild(streamOf(suiteId)))
      enqueue.assign({ suites: changed(context, suiteId, { isGenerating: false }) })
    }),
    reject: enqueueActions(
      ({ context, enqueue }, { suiteId, keys }: { suiteId: number; keys: readonly number[] | null }) => {
        const suggestions = without(context, suiteId, keys)
        const rejected = of(context, suiteId).suggestions.filter((one) => !suggestions.includes(one))
        if (rejected.length === 0) return
        const testCases = rejected.map(({ suggested }) => suggested)
        enqueue.assign({ suites: changed(context, suiteId, { suggestions }) })
        enqueue.emit({ type: 'cases/rejected' as const, suiteId, testCases })
      },
    ),
    accept: enqueueActions(
      ({ context, enqueue }, { suiteId, keys }: { suiteId: number; keys: readonly number[] | null }) => {
        const requested = of(context, suiteId).suggestions.filter(({ key }) => keys === null || keys.includes(key))
        const accepting = requested.map(({ key }) => key)
        enqueue.assign({ suites: changed(context, suiteId, { accepting }) })
        enqueue.spawnChild('accept', {
          input: { suiteId, keys: accepting, testCases: requested.map(({ suggested }) => suggested) },
        })
      },
    ),
    take: enqueueActions(({ context, enqueue }, { suiteId, keys, operationId }: Accepted) => {
      const isTaken = ({ key }: Suggestion) => keys.includes(key)
      const { suggestions: all } = of(context, suiteId)
      const suggestions = all.filter((one) => !isTaken(one))
      const testCases = all.filter(isTaken).map(({ suggested }) => suggested)
      enqueue.assign({ suites: changed(context, suiteId, { suggestions, accepting: [] }) })
      enqueue.emit({ type: 'cases/accepted' as const, suiteId, operationId, testCases })
    }),
    noteKept: assign(({ context }) => ({ kept: context.suites })),
    keep: sendTo('keep', ({ context }): KeepEvent => ({ type: 'suggestions/left', suites: undecided(context.suites) })),
  },
}).createMachine({
  id: 'caseSuggestions',
  context: { suites: NOTHING, kept: NOTHING, nextKey: 1 },
  invoke: { id: 'keep', src: 'keep' },
  always: { guard: 'isUnkept', actions: ['keep', 'noteKept'] },
  initial: 'none',
  on: {
    'suggestions/wanted': {
      guard: ({ context, event }) => !of(context, event.suiteId).isGenerating,
      target: '.some',
      actions: { type: 'begin', params: ({ event }) => event },
    },
    'suggestions/restored': { target: '.some', actions: { type: 'restore', params: ({ event }) => event.suites } },
  },
  states: {
    none: {},
    some: {
      always: { guard: 'isEmpty', target: 'none' },
      on: {
        'case/suggested': { actions: assign(({ context, event }) => add(context, event)) },
        'stream/ended': { actions: { type: 'end', params: ({ event }) => event.suiteId } },
        'generation/stopped': { actions: { type: 'end', params: ({ event }) => event.suiteId } },
        'stream/failed': {
          actions: [
            { type: 'end', params: ({ event }) => event.suiteId },
            emit(({ event }) => ({ type: 'suggestions/failed', error: event.error })),
          ],
        },
        'suggestions/rejected': { actions: { type: 'reject', params: ({ event }) => event } },
        'suggestions/accepted': {
          guard: ({ context, event }) => canAccept(context, event),
          actions: { type: 'accept', params: ({ event }) => event },
        },
        'acceptance/done': { actions: { type: 'take', params: ({ event }) => event } },
        'acceptance/failed': {
          actions: [
            assign(({ context, event }) => ({ suites: changed(context, event.suiteId, { accepting: [] }) })),
            emit(({ event }) => ({ type: 'suggestions/failed', error: event.error })),
          ],
        },
      },
    },
  },
})
