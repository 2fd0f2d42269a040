import { assign, emit, fromPromise, setup } from 'xstate'
import type { LinkType, ObservationFile } from '../../contract/exploratory/observations.ts'
import { LIMITS } from '../../contract/limits.ts'
import { TEXTS } from '../../contract/texts.ts'
import { unprovided } from '../patterns/unprovided.ts'

/** An observation being written. */
export type NoteDraft = {
  /** Created with the first keystroke: identifies a draft that was added just before a crash. */
  observationId: string
  /** 0 while no type is chosen. */
  typeId: number
  description: string
  /** Null: the clock's proposal. */
  elapsedMillis: number | null
  attachments: readonly ObservationFile[]
  issueId: string
  issueType: LinkType
  improvementId: string
  improvementType: LinkType
}

export const emptyNote = (observationId: string, typeId: number): NoteDraft => ({
  observationId,
  typeId,
  description: '',
  elapsedMillis: null,
  attachments: [],
  issueId: '',
  issueType: 'OTHER',
  improvementId: '',
  improvementType: 'OTHER',
})

export type ObservationFormEvent =
  | { type: 'note/changed'; values: Partial<NoteDraft> }
  /** `nextId`: id of the next observation. */
  | { type: 'note/add'; nextId: string }
  | { type: 'file/taken'; file: ObservationFile }
  /** Whether files are being stored (OBS-06). */
  | { type: 'files/taking'; isTaking: boolean }

/** An object, because the type of a generic output would be lost. */
export interface RestoredNote {
  draft: Partial<NoteDraft> | null
}

interface Context {
  values: NoteDraft
  isTaking: boolean
  /** Added but not on disk yet; the first is being stored. */
  adding: readonly NoteDraft[]
  /** Could not be stored; returns to the form once it is empty. */
  returned: readonly NoteDraft[]
  failure: unknown
}

/** All validation errors by field (OBS-04, OBS-05). */
export function noteFaults({ typeId, description }: Pick<NoteDraft, 'typeId' | 'description'>): {
  typeId?: string
  description?: string
} {
  const max = LIMITS.observationText
  return {
    ...(typeId === 0 ? { typeId: TEXTS.required } : {}),
    ...(description.trim() === '' ? { description: TEXTS.required } : {}),
    ...(description.length > max ? { description: TEXTS.descriptionTooLong(max) } : {}),
  }
}

const isComplete = (values: NoteDraft) => Object.keys(noteFaults(values)).length === 0
const isEmpty = ({ description, attachments }: NoteDraft) => description.trim() === '' && attachments.length === 0

const giveBack = ({ values, adding, returned }: Context, error: unknown) => {
  const [note, ...left] = adding
  if (note === undefined) return { failure: error }
  return isEmpty(values)
    ? { values: note, adding: left, failure: error }
    : { returned: [...returned, note], adding: left, failure: error }
}

/**
 * Form for a series of observations: it clears as soon as one is added, and one that could not be stored returns to it. A draft is deleted
 * only when its observation is on disk.
 */
export const observationForm = setup({
  types: {
    context: {} as Context,
    events: {} as ObservationFormEvent,
    emitted: {} as { type: 'draft/changed'; values: NoteDraft } | { type: 'note/added'; note: NoteDraft },
    input: {} as { empty: NoteDraft },
  },
  actors: {
    /** The stored draft; empty if it was added meanwhile. */
    restore: fromPromise<RestoredNote>(() => Promise.resolve({ draft: null })),
    add: unprovided<void, { note: NoteDraft }>('add'),
  },
  guards: {
    canAdd: ({ context: { values, isTaking } }) => !isTaking && isComplete(values),
    hasMore: ({ context }) => context.adding.length > 1,
  },
  actions: {
    attach: assign(({ context: { values } }, file: ObservationFile) => ({
      values: {
        ...values,
        attachments: [...values.attachments, file].slice(0, LIMITS.observationAttachments),
      },
    })),
    queue: assign(({ context: { values, adding, returned } }, nextId: string) => ({
      adding: [...adding, values],
      values: returned[0] ?? emptyNote(nextId, values.typeId),
      returned: returned.slice(1),
      failure: null,
    })),
    settle: assign(({ context: { adding } }) => ({ adding: adding.slice(1) })),
    keepDraft: emit(({ context: { values, adding } }) => ({
      type: 'draft/changed' as const,
      // An observation stays a draft until it is on disk.
      values: isEmpty(values) ? (adding.at(-1) ?? values) : values,
    })),
    emitAdded: emit(({ context }) => ({ type: 'note/added' as const, note: context.adding[0] ?? context.values })),
  },
}).createMachine({
  id: 'observationForm',
  context: ({ input }) => ({ values: input.empty, isTaking: false, adding: [], returned: [], failure: null }),
  on: {
    'note/changed': {
      actions: [assign(({ context, event }) => ({ values: { ...context.values, ...event.values } })), 'keepDraft'],
    },
    'file/taken': { actions: [{ type: 'attach', params: ({ event }) => event.file }, 'keepDraft'] },
    'files/taking': { actions: assign(({ event }) => ({ isTaking: event.isTaking })) },
  },
  initial: 'restoring',
  states: {
    restoring: {
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: [
          {
            guard: ({ context, event }) => event.output.draft !== null && isEmpty(context.values),
            target: 'ready',
            // Stored again, because a draft may be restored from a place that is cleared by reading.
            actions: [
              assign(({ context, event }) => ({ values: { ...context.values, ...event.output.draft } })),
              'keepDraft',
            ],
          },
          { target: 'ready' },
        ],
        onError: 'ready',
      },
      // The user has typed before the draft was loaded: do not overwrite their text.
      on: {
        'note/add': {
          guard: 'canAdd',
          target: 'adding',
          actions: { type: 'queue', params: ({ event }) => event.nextId },
        },
      },
    },
    ready: {
      on: {
        'note/add': {
          guard: 'canAdd',
          target: 'adding',
          actions: { type: 'queue', params: ({ event }) => event.nextId },
        },
      },
    },
    adding: {
      invoke: {
        id: 'add',
        src: 'add',
        input: ({ context }) => ({ note: context.adding[0] ?? context.values }),
        onDone: [
          { guard: 'hasMore', target: 'adding', reenter: true, actions: ['emitAdded', 'settle', 'keepDraft'] },
          { target: 'ready', actions: ['emitAdded', 'settle', 'keepDraft'] },
        ],
        onError: [
          {
            guard: 'hasMore',
            target: 'adding',
            reenter: true,
            actions: [assign(({ context, event }) => giveBack(context, event.error)), 'keepDraft'],
          },
          { target: 'ready', actions: [assign(({ context, event }) => giveBack(context, event.error)), 'keepDraft'] },
        ],
      },
      on: { 'note/add': { guard: 'canAdd', actions: { type: 'queue', params: ({ event }) => event.nextId } } },
    },
  },
})
