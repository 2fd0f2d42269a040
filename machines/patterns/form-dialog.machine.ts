import { assign, emit, enqueueActions, fromPromise, setup } from 'xstate'
import {
  eachValue,
  collisionOn,
  editOf,
  isAlike,
  isChosen,
  mergedDraft,
  pick,
  type Choice,
  type Collision,
  type FormParts,
} from './form-parts.ts'
import { unprovided } from './unprovided.ts'

export type FieldErrors<Values> = Partial<Record<keyof Values, string>>

export type FormDialogEvent<Values> =
  | { type: 'form/changed'; values: Partial<Values> }
  | { type: 'form/submit' }
  /** Discards what was typed. */
  | { type: 'form/cancel' }
  /** Escape, close button or outside press: confirms before anything typed is discarded. */
  | { type: 'form/close' }
  /** The user chooses to continue editing. */
  | { type: 'form/stay' }
  /** Discards a recovered draft and starts again from the stored values. */
  | { type: 'draft/discard' }
  | { type: 'collision/chosen'; part: string; choice: Choice }

/** An object, because the type of a generic output would be lost. */
export interface Restored<Values> {
  draft: Partial<Values> | null
  /** Base values that the draft's author saw in the changed fields. */
  seen?: Partial<Values>
  /** Last change of the draft, epoch ms; null when unknown. */
  at?: number | null
}

/** Input of a save: all values, and the changed ones with their base values. */
export interface Submission<Values> {
  values: Values
  base: Values
  changes: Partial<Values>
  expected: Partial<Values>
}

export type FormDialogOptions<Values> = {
  /** Validation errors by field. */
  validate: (values: Values) => FieldErrors<Values>
  /** Field errors of a rejection; empty when it concerns no field. */
  fieldErrors?: (error: unknown) => FieldErrors<Values>
  /** Stored values and collided parts of a rejected save; else null. */
  collisionOf?: (error: unknown) => { theirs: Partial<Values>; parts: readonly string[] } | null
  parts?: FormParts<Values>
}

/**
 * A form: edit, validate, submit. A rejection keeps everything typed. Errors show from the first submit on, and disappear as they are
 * corrected. A draft is restored while the form is already editable: fields edited meanwhile keep the newer value. If another user has
 * saved, parts merge; for parts that both changed, both sides are shown and one is chosen before the next submit. A fully merged form is
 * shown before it is submitted again.
 */
export function formDialog<Values extends object, Result = unknown>(options: FormDialogOptions<Values>) {
  const { validate, fieldErrors = () => ({}), collisionOf = () => null, parts = eachValue<Values>() } = options
  type Context = {
    /** The last known stored values. */
    initial: Values
    /** Base values that the author saw: `initial`, or older ones in fields of a recovered draft. */
    base: Values
    values: Values
    /** Values of the pending save; null without one. Later input becomes a draft after the save. */
    sent: Values | null
    isDirty: boolean
    /** Failure to show. */
    errors: FieldErrors<Values>
    isAttempted: boolean
    /** Errors from the server by field. An error is cleared when its field changes. */
    refusals: FieldErrors<Values>
    failure: unknown
    result: Result | null
    /** A draft was restored; `at`: its last change. */
    recovered: { at: number | null } | null
    collision: Collision<Values> | null
  }
  const isValid = (values: Values) => Object.keys(validate(values)).length === 0
  const differs = (initial: Values, values: Values) => !isAlike(initial, values)
  const started = (initial: Values, draft: Partial<Values> | null): Context => {
    const values = { ...initial, ...draft }
    const isDirty = differs(initial, values)
    const none = {
      sent: null,
      errors: {},
      isAttempted: false,
      refusals: {},
      failure: null,
      result: null,
      collision: null,
    }
    return { initial, base: initial, values, isDirty, ...none, recovered: isDirty ? { at: null } : null }
  }
  /** Returns the draft's values that differ from what is shown, without fields that were edited since the form opened. */
  const untouched = ({ initial, values }: Context, draft: Partial<Values> | null): Partial<Values> =>
    Object.fromEntries(
      Object.entries(draft ?? {}).filter(([name, value]) => {
        const field = name as keyof Values
        return field in initial && values[field] === initial[field] && value !== initial[field]
      }),
    ) as Partial<Values>
  const remaining = (refusals: FieldErrors<Values>, changed: Partial<Values>) =>
    Object.fromEntries(
      Object.entries(refusals).filter(([path]) => !((path.split('.', 1)[0] ?? path) in changed)),
    ) as FieldErrors<Values>
  /** Typing into a collided part chooses mine. */
  const typedInto = (collision: Collision<Values> | null, before: Values, after: Values): Collision<Values> | null => {
    if (collision === null) return null
    let { mine, chosen } = collision
    for (const part of collision.parts)
      if (!isAlike(parts.read(before, part), parts.read(after, part))) {
        mine = { ...mine, ...parts.take(part, after, mine) }
        chosen = { ...chosen, [part]: 'mine' }
      }
    return { ...collision, mine, chosen }
  }
  const chosenValues = ({ values, collision }: Context, part: string, choice: Choice): Partial<Values> =>
    collision === null ? {} : parts.take(part, collision[choice], values)
  const typing = {
    'form/changed': {
      actions: [
        { type: 'change' as const, params: ({ event }: { event: { values: Partial<Values> } }) => event },
        { type: 'keepDraft' as const, params: ({ event }: { event: { values: Partial<Values> } }) => event },
      ],
    },
  }
  const submitting = [
    { guard: 'isValid' as const, target: '#formDialog.submitting', actions: 'attempt' as const },
    { actions: 'attempt' as const },
  ]
  /** Returns to where closing was requested. No history state: it would put machine nodes into every snapshot. */
  const staying = [
    { guard: 'collides' as const, target: 'open.colliding' as const },
    { guard: 'wasRefused' as const, target: 'open.refused' as const },
    { target: 'open.editing' as const },
  ]
  const restore = (c: Context, { draft: left, seen = {}, at = null }: Restored<Values>) => {
    const restored = untouched(c, left)
    const known = pick(
      seen as Values,
      (Object.keys(restored) as (keyof Values)[]).filter((name) => name in seen),
    )
    const draft = { values: { ...c.values, ...restored }, base: { ...c.base, ...known } }
    const { values, base } = mergedDraft(parts, draft, c.initial)
    return { values, base, isDirty: differs(c.initial, values), recovered: { at } }
  }
  const collide = (c: Context, error: unknown) => {
    const found = collisionOf(error)
    if (found === null) return {}
    const theirs = { ...c.initial, ...found.theirs }
    const collision = collisionOn(parts, c, theirs, found.parts)
    const values = collision.mine
    // The user has seen both sides: the next save is based on the stored version.
    return { values, initial: theirs, base: theirs, isDirty: differs(theirs, values), collision, sent: null }
  }
  const choose = (c: Context, { part, choice }: { part: string; choice: Choice }) => {
    if (c.collision === null) return {}
    const values = { ...c.values, ...chosenValues(c, part, choice) }
    const collision = { ...c.collision, chosen: { ...c.collision.chosen, [part]: choice } }
    return { values, collision, isDirty: differs(c.initial, values) }
  }
  const chosenEvent = (context: Context, { part, choice }: { part: string; choice: Choice }) => {
    const values = chosenValues(context, part, choice)
    return {
      type: 'draft/changed' as const,
      values,
      seen: pick(context.base, Object.keys(values) as (keyof Values)[]),
    }
  }
  const restoredEvent = (context: Context, { draft, seen = {}, at = null }: Restored<Values>) => {
    const values = untouched(context, draft)
    const base = { ...context.base, ...seen }
    const names = Object.keys(values) as (keyof Values)[]
    return { type: 'draft/changed' as const, values, seen: pick(base, names), at }
  }
  return setup({
    types: {
      context: {} as Context,
      events: {} as FormDialogEvent<Values>,
      emitted: {} as
        /** `at`: last change of a restored draft. */
        | { type: 'draft/changed'; values: Partial<Values>; seen: Partial<Values>; at?: number | null }
        | { type: 'draft/dropped' }
        | { type: 'draft/restored' }
        | { type: 'form/refused'; error: unknown }
        | { type: 'form/collided'; theirs: Partial<Values> }
        | { type: 'form/done'; result: Result },
      input: {} as { initial: Values; draft: Partial<Values> | null },
    },
    actors: {
      /** Resolves with no draft by default. */
      restore: fromPromise<Restored<Values>>(() => Promise.resolve({ draft: null })),
      submit: unprovided<Result, Submission<Values>>('submit'),
    },
    guards: {
      isValid: ({ context }) => isValid(context.values),
      isSettled: ({ context: { collision, values } }) => collision !== null && isChosen(collision) && isValid(values),
      isDirty: ({ context }) => context.isDirty,
      collides: ({ context }) => context.collision !== null,
      wasRefused: ({ context }) => context.failure !== null,
    },
    actions: {
      change: assign(({ context: c }, { values: changed }: { values: Partial<Values> }) => {
        const values = { ...c.values, ...changed }
        const refusals = remaining(c.refusals, changed)
        const errors = { ...refusals, ...(c.isAttempted ? validate(values) : {}) }
        const collision = typedInto(c.collision, c.values, values)
        return { values, refusals, errors, collision, isDirty: differs(c.initial, values) }
      }),
      startAgain: assign(({ context }) => started(context.initial, null)),
      send: assign(({ context }) => ({ sent: context.values })),
      attempt: assign(({ context }) => ({
        isAttempted: true,
        errors: validate(context.values),
        refusals: {},
        failure: null,
      })),
      settle: assign({ collision: null }),
      keepDraft: emit(({ context }, { values }: { values: Partial<Values> }) => ({
        type: 'draft/changed' as const,
        values,
        seen: pick(context.base, Object.keys(values) as (keyof Values)[]),
      })),
      dropDraft: emit({ type: 'draft/dropped' as const }),
      keepLater: enqueueActions(({ context: { values, sent }, enqueue }) => {
        if (sent === null) return
        const later = (Object.keys(values) as (keyof Values)[]).filter((name) => !isAlike(values[name], sent[name]))
        if (later.length > 0)
          enqueue.emit({ type: 'draft/changed' as const, values: pick(values, later), seen: pick(sent, later) })
      }),
      emitRestored: emit({ type: 'draft/restored' as const }),
    },
  }).createMachine({
    id: 'formDialog',
    initial: 'open',
    context: ({ input }) => started(input.initial, input.draft),
    states: {
      open: {
        initial: 'editing',
        on: {
          'form/cancel': { target: 'cancelled', actions: 'dropDraft' },
          'form/close': [
            { guard: 'isDirty', target: 'asking' },
            { target: 'cancelled', actions: 'dropDraft' },
          ],
          'draft/discard': { target: '.editing.restored', actions: ['startAgain', 'dropDraft'] },
        },
        states: {
          editing: {
            initial: 'restoring',
            states: {
              restoring: {
                invoke: {
                  id: 'restore',
                  src: 'restore',
                  onDone: [
                    {
                      guard: ({ context, event }) => Object.keys(untouched(context, event.output.draft)).length > 0,
                      target: 'restored',
                      // Emitted before the values change: only then is it known which fields were unedited.
                      actions: [
                        emit(({ context, event }) => restoredEvent(context, event.output)),
                        assign(({ context, event }) => restore(context, event.output)),
                        'emitRestored',
                      ],
                    },
                    { target: 'restored' },
                  ],
                  onError: 'restored',
                },
              },
              restored: {},
            },
            on: { ...typing, 'form/submit': submitting },
          },
          /** Like editing, with the server's message shown until the next submit. */
          refused: { on: { ...typing, 'form/submit': submitting } },
          /** Like editing, with both sides of each conflicting part shown until the next submit. */
          colliding: {
            on: {
              ...typing,
              'collision/chosen': {
                actions: [
                  emit(({ context, event }) => chosenEvent(context, event)),
                  assign(({ context, event }) => choose(context, event)),
                ],
              },
              'form/submit': [
                { guard: 'isSettled', target: '#formDialog.submitting', actions: ['attempt', 'settle'] },
                { actions: 'attempt' },
              ],
            },
          },
        },
      },
      /** Asks whether to discard the input, because closing would lose it. */
      asking: {
        on: {
          'form/stay': staying,
          'form/close': staying,
          'form/cancel': { target: 'cancelled', actions: 'dropDraft' },
        },
      },
      submitting: {
        entry: 'send',
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ context: { values, base } }) => ({ values, base, ...editOf(base, values) }),
          onDone: {
            target: 'done',
            actions: [
              assign(({ event }) => ({ result: event.output, isDirty: false })),
              'dropDraft',
              'keepLater',
              emit(({ event }) => ({ type: 'form/done', result: event.output })),
            ],
          },
          onError: [
            {
              guard: ({ event }) => collisionOf(event.error) !== null,
              target: 'open.colliding',
              actions: [
                assign(({ context, event }) => collide(context, event.error)),
                emit(({ event }) => ({ type: 'form/collided', theirs: collisionOf(event.error)?.theirs ?? {} })),
              ],
            },
            {
              target: 'open.refused',
              actions: [
                assign(({ event }) => ({
                  sent: null,
                  failure: event.error,
                  refusals: fieldErrors(event.error),
                  errors: fieldErrors(event.error),
                })),
                emit(({ event }) => ({ type: 'form/refused', error: event.error })),
              ],
            },
          ],
        },
        // The answer may never come. The draft stays, because it is unknown whether it was saved.
        on: { ...typing, 'form/close': 'left', 'form/cancel': 'left' },
      },
      done: { type: 'final' },
      cancelled: { type: 'final' },
      left: { type: 'final' },
    },
  })
}

type Snapshot = { value: unknown; context: { isDirty: boolean } }

/** Returns whether fields can be edited. They keep their values during a submit. */
export const isEditable = ({ value }: Pick<Snapshot, 'value'>): boolean =>
  typeof value === 'object' && value !== null && 'open' in value

export const isSubmitting = ({ value }: Pick<Snapshot, 'value'>): boolean => value === 'submitting'

export const isAsking = ({ value }: Pick<Snapshot, 'value'>): boolean => value === 'asking'
