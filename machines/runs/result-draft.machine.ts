import { assign, emit, enqueueActions, fromCallback, setup } from 'xstate'
import type { ResultFile, ResultValues, StepResult } from '../../contract/runs/results.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** An unsaved result of a case. */
export interface ResultDraft {
  statusId: number | null
  comment: string
  defects: readonly string[]
  attachments: readonly ResultFile[]
  /** By step id. */
  steps: Readonly<Record<string, StepResult>>
  elapsedMs: number
}

export const EMPTY_DRAFT: ResultDraft = {
  statusId: null,
  comment: '',
  defects: [],
  attachments: [],
  steps: {},
  elapsedMs: 0,
}

export type ResultDraftEvent =
  | { type: 'result/changed'; values: Partial<Pick<ResultDraft, 'statusId' | 'comment' | 'defects'>> }
  | { type: 'step/changed'; stepId: string; values: Partial<Pick<StepResult, 'statusId' | 'comment'>> }
  /** Without `stepId`: of the whole result. */
  | { type: 'file/added'; file: ResultFile; stepId?: string }
  | { type: 'file/removed'; fileUuid: string }
  | { type: 'timer/toggled' }
  /** Elapsed time on the device's clock since the last event. */
  | { type: 'timer/ticked'; ms: number }
  | { type: 'result/save'; goesOn: boolean }
  | { type: 'draft/discard' }

interface Context {
  values: ResultDraft
  /** Whether anything but the time was entered. */
  isDirty: boolean
  /** Opens the next case after saving. */
  goesOn: boolean
  failure: unknown
  /** Events that wait for the draft, or for a save. */
  early: readonly ResultDraftEvent[]
}

const nextSteps = (
  steps: ResultDraft['steps'],
  stepId: string,
  values: Partial<StepResult>,
): Readonly<Record<string, StepResult>> => {
  const step = { stepId, statusId: null, comment: '', attachments: [], ...steps[stepId], ...values }
  const { [stepId]: _, ...others } = steps
  const isEmpty = step.statusId === null && step.comment === '' && step.attachments.length === 0
  return isEmpty ? others : { ...others, [stepId]: step }
}

/**
 * Returns the draft without statuses that can no longer be given. `steps`: ids of the steps that lose theirs; their comments and files stay.
 */
export const livingResult = (
  draft: ResultDraft,
  isGiven: (statusId: number) => boolean,
): { draft: ResultDraft; steps: string[] } => {
  const lost = Object.values(draft.steps).filter(({ statusId }) => statusId !== null && !isGiven(statusId))
  const steps = lost.reduce((rest, { stepId }) => nextSteps(rest, stepId, { statusId: null }), draft.steps)
  const statusId = draft.statusId !== null && isGiven(draft.statusId) ? draft.statusId : null
  return { draft: { ...draft, statusId, steps }, steps: lost.map(({ stepId }) => stepId) }
}

/** The result to record. */
export const valuesOf = (draft: ResultDraft, statusId: number): ResultValues => ({
  statusId,
  comment: draft.comment.trim(),
  durationMs: draft.elapsedMs > 0 ? Math.round(draft.elapsedMs) : null,
  steps: Object.values(draft.steps),
  defects: [...draft.defects],
  attachments: [...draft.attachments],
})

/** Returns the values with the edits that wait for a save. Without them, a text field would reset to its saved value at each key. */
export const shownValues = ({ values, early }: Context): ResultDraft =>
  early.reduce((shown, event) => (event.type === 'result/changed' ? { ...shown, ...event.values } : shown), values)

const change = (context: Context, values: Partial<ResultDraft>) => ({
  values: { ...context.values, ...values },
  isDirty: true,
  failure: null,
})

const addFile = ({ values }: Context, { file, stepId }: { file: ResultFile; stepId?: string }) => ({
  values:
    stepId === undefined
      ? { ...values, attachments: [...values.attachments, file] }
      : {
          ...values,
          steps: nextSteps(values.steps, stepId, {
            attachments: [...(values.steps[stepId]?.attachments ?? []), file],
          }),
        },
  isDirty: true,
})

/** Result of one case while it is written: stored as a draft on each change, timed until paused or saved. */
export const resultDraft = setup({
  types: {
    context: {} as Context,
    events: {} as ResultDraftEvent,
    emitted: {} as { type: 'draft/changed'; values: ResultDraft | null } | { type: 'result/saved'; goesOn: boolean },
  },
  actors: {
    restore: unprovided<ResultDraft | null>('restore'),
    save: unprovided<void, { values: ResultDraft }>('save'),
    /** Sends `timer/ticked`. */
    clock: fromCallback(() => undefined),
  },
  guards: {
    hasStatus: ({ context }) => context.values.statusId !== null,
  },
  actions: {
    // A key pressed meanwhile wins over the stored draft.
    show: assign(({ context: { values, isDirty } }, retained: ResultDraft | null) => {
      const { statusId, comment, defects } = values
      const restored = retained ?? EMPTY_DRAFT
      return {
        values: isDirty
          ? {
              ...restored,
              statusId: statusId ?? restored.statusId,
              comment: comment === '' ? restored.comment : comment,
              defects: defects.length === 0 ? restored.defects : defects,
            }
          : restored,
        isDirty: isDirty || retained !== null,
      }
    }),
    removeFile: assign(({ context: { values } }, fileUuid: string) => {
      const isLeft = (file: ResultFile) => file.fileUuid !== fileUuid
      const holder = Object.values(values.steps).find((step) => !step.attachments.every(isLeft))
      return {
        values: {
          ...values,
          attachments: values.attachments.filter(isLeft),
          ...(holder === undefined
            ? {}
            : { steps: nextSteps(values.steps, holder.stepId, { attachments: holder.attachments.filter(isLeft) }) }),
        },
      }
    }),
    defer: assign(({ context, event }) => ({ early: [...context.early, event] })),
    handleEarly: enqueueActions(({ context, enqueue }) => {
      for (const event of context.early) enqueue.raise(event)
      enqueue.assign({ early: [] })
    }),
    clear: assign({ values: EMPTY_DRAFT, isDirty: false, failure: null }),
    keep: emit(({ context }) => ({ type: 'draft/changed' as const, values: context.isDirty ? context.values : null })),
    drop: emit({ type: 'draft/changed' as const, values: null }),
    emitSaved: emit(({ context }) => ({ type: 'result/saved' as const, goesOn: context.goesOn })),
  },
}).createMachine({
  id: 'resultDraft',
  context: { values: EMPTY_DRAFT, isDirty: false, goesOn: false, failure: null, early: [] },
  initial: 'restoring',
  states: {
    restoring: {
      on: {
        'result/changed': { actions: assign(({ context, event }) => change(context, event.values)) },
        'step/changed': { actions: 'defer' },
        'file/added': { actions: 'defer' },
        'timer/toggled': { actions: 'defer' },
        'result/save': { actions: 'defer' },
      },
      exit: 'handleEarly',
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: { target: 'writing', actions: { type: 'show', params: ({ event }) => event.output } },
        // The case can be executed without its draft.
        onError: 'writing',
      },
    },
    writing: {
      initial: 'timed',
      on: {
        'result/changed': { actions: [assign(({ context, event }) => change(context, event.values)), 'keep'] },
        'step/changed': {
          actions: [
            assign(({ context, event }) => ({
              values: { ...context.values, steps: nextSteps(context.values.steps, event.stepId, event.values) },
              isDirty: true,
              failure: null,
            })),
            'keep',
          ],
        },
        'file/added': { actions: [assign(({ context, event }) => addFile(context, event)), 'keep'] },
        'file/removed': { actions: [{ type: 'removeFile', params: ({ event }) => event.fileUuid }, 'keep'] },
        'draft/discard': { actions: ['clear', 'drop'] },
        'result/save': {
          guard: 'hasStatus',
          target: 'saving',
          actions: assign(({ event }) => ({ goesOn: event.goesOn })),
        },
      },
      states: {
        timed: {
          invoke: { id: 'clock', src: 'clock' },
          on: {
            'timer/toggled': 'paused',
            'timer/ticked': {
              actions: assign(({ context, event }) => ({
                values: { ...context.values, elapsedMs: context.values.elapsedMs + Math.max(0, event.ms) },
              })),
            },
          },
        },
        paused: { on: { 'timer/toggled': 'timed' } },
      },
    },
    /** What is entered meanwhile belongs to the next result, or to this one when it could not be stored. */
    saving: {
      on: {
        'result/changed': { actions: 'defer' },
        'step/changed': { actions: 'defer' },
        'file/added': { actions: 'defer' },
        'file/removed': { actions: 'defer' },
        'timer/toggled': { actions: 'defer' },
        'draft/discard': { actions: 'defer' },
        'result/save': { actions: 'defer' },
      },
      exit: 'handleEarly',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({ values: context.values }),
        onDone: { target: 'writing', actions: ['clear', 'drop', 'emitSaved'] },
        onError: { target: 'writing', actions: assign(({ event }) => ({ failure: event.error })) },
      },
    },
  },
})
