import { assign, emit, setup } from 'xstate'
import type { CaseChanges } from '../../contract/cases/cases.ts'
import { unprovided } from '../patterns/unprovided.ts'

interface SuiteTexts {
  title?: string
  description?: string
}

/** How to undo a change. The server rejects an undo when another user has changed the same since. */
export type UndoWay =
  | { kind: 'operation'; operationId: string }
  /** Restores the earlier values of changed fields. `version`: created by the change. */
  | { kind: 'case'; caseId: number; version: number; changes: CaseChanges }
  | { kind: 'suite'; suiteId: number; words: SuiteTexts; expected: SuiteTexts }

/** `words`: what was done, as a sentence without a full stop. */
export interface UndoStep {
  id: string
  words: string
  way: UndoWay
}

/** `stayed`: reasons of cases that could not be restored. `refused`: nothing was undone. */
export interface UndoOutcome {
  count: number
  stayed: readonly string[]
  refused: string | null
}

export type UndoHistoryEvent =
  | { type: 'change/made'; step: UndoStep }
  /** `id` null: the last change. */
  | { type: 'undo/wanted'; id: string | null }

interface Context {
  /** Oldest first. */
  steps: readonly UndoStep[]
  /** The first is being undone. */
  waiting: readonly UndoStep[]
}

/** Maximum length of the history. */
const MAX_STEPS = 50

const stepOf = (steps: readonly UndoStep[], id: string | null): UndoStep | undefined =>
  id === null ? steps.at(-1) : steps.find((step) => step.id === id)

/** Undo history of one user's changes on one page: undoes the last one, or any by id. */
export const undoHistory = setup({
  types: {
    context: {} as Context,
    events: {} as UndoHistoryEvent,
    emitted: {} as
      | { type: 'undo/done'; step: UndoStep; outcome: UndoOutcome }
      /** No answer: can be retried. */
      | { type: 'undo/failed'; step: UndoStep; error: unknown }
      | { type: 'undo/empty' },
  },
  actors: {
    takeBack: unprovided<UndoOutcome, { way: UndoWay }>('takeBack'),
  },
  guards: {
    hasMore: ({ context }) => context.waiting.length > 1,
  },
  actions: {
    add: assign(({ context }, step: UndoStep) => ({
      steps: [...context.steps.filter(({ id }) => id !== step.id), step].slice(-MAX_STEPS),
    })),
    take: assign(({ context: { steps, waiting } }, id: string | null) => {
      const step = stepOf(steps, id)
      return step === undefined ? {} : { steps: steps.filter((one) => one !== step), waiting: [...waiting, step] }
    }),
    finish: assign(({ context }) => ({ waiting: context.waiting.slice(1) })),
    putBack: assign(({ context: { steps, waiting } }) => ({ steps: [...steps, ...waiting.toReversed()], waiting: [] })),
    emitDone: emit(({ context }, outcome: UndoOutcome) => ({
      type: 'undo/done' as const,
      // Requires a change.
      step: context.waiting[0] as UndoStep,
      outcome,
    })),
    emitEmpty: emit({ type: 'undo/empty' as const }),
  },
}).createMachine({
  id: 'undoHistory',
  context: { steps: [], waiting: [] },
  initial: 'idle',
  on: { 'change/made': { actions: { type: 'add', params: ({ event }) => event.step } } },
  states: {
    idle: {
      on: {
        'undo/wanted': [
          {
            guard: ({ context, event }) => stepOf(context.steps, event.id) !== undefined,
            target: 'undoing',
            actions: { type: 'take', params: ({ event }) => event.id },
          },
          { actions: 'emitEmpty' },
        ],
      },
    },
    undoing: {
      invoke: {
        id: 'takeBack',
        src: 'takeBack',
        input: ({ context }) => ({ way: (context.waiting[0] as UndoStep).way }),
        onDone: [
          {
            guard: 'hasMore',
            target: 'undoing',
            reenter: true,
            actions: [{ type: 'emitDone', params: ({ event }) => event.output }, 'finish'],
          },
          {
            target: 'idle',
            actions: [{ type: 'emitDone', params: ({ event }) => event.output }, 'finish'],
          },
        ],
        onError: {
          target: 'idle',
          actions: [
            emit(({ context, event }) => ({
              type: 'undo/failed',
              step: context.waiting[0] as UndoStep,
              error: event.error,
            })),
            'putBack',
          ],
        },
      },
      on: {
        'undo/wanted': [
          {
            guard: ({ context, event }) => stepOf(context.steps, event.id) !== undefined,
            actions: { type: 'take', params: ({ event }) => event.id },
          },
          { actions: 'emitEmpty' },
        ],
      },
    },
  },
})
