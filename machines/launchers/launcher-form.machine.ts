import { assign, emit, fromPromise, setup } from 'xstate'
import type { FieldErrors, Restored, Submission } from '../patterns/form-dialog.machine.ts'
import {
  eachValue,
  editOf,
  isAlike,
  isChosen,
  pick,
  rebased,
  type Choice,
  type Collision,
} from '../patterns/form-parts.ts'
import { unprovided } from '../patterns/unprovided.ts'

export type LauncherFormEvent<Values> =
  | { type: 'form/changed'; values: Partial<Values> }
  /** The stored configuration, which another user may have changed. */
  | { type: 'stored/received'; stored: Values }
  /** Resets the changes for one launch. */
  | { type: 'form/reset' }
  /** Starts editing the stored configuration. */
  | { type: 'defaults/change' }
  | { type: 'form/save' }
  /** Restores the stored copy; discards a new one. */
  | { type: 'form/cancel' }
  | { type: 'draft/discard' }
  | { type: 'collision/chosen'; part: string; choice: Choice }
  | { type: 'launch/start' }

export interface LauncherFormInput<Values> {
  /** Null for a new one. */
  stored: Values | null
  /** Initial values of a new one. */
  blank: Values
  /** For one launch: values of an earlier launch. */
  prefill?: Values | null
  /** Whether it can be changed for one launch without editing. */
  isOverridable: boolean
}

export interface LauncherFormOptions<Values> {
  validate: (values: Values) => FieldErrors<Values>
  fieldErrors?: (error: unknown) => FieldErrors<Values>
  /** Stored configuration and collided parts of a rejected save; else null. */
  collisionOf?: (error: unknown) => { theirs: Partial<Values>; parts: readonly string[] } | null
}

/**
 * A launcher or preset: shown, edited or new. A shown launcher can be changed for one launch and started; changes of other users appear in
 * its other fields. Editing works on a copy, which Cancel discards. A recovered draft reopens in editing.
 */
export function launcherForm<Values extends object, Saved>(options: LauncherFormOptions<Values>) {
  const { validate, fieldErrors = () => ({}), collisionOf = () => null } = options
  const parts = eachValue<Values>()
  type Context = LauncherFormInput<Values> & {
    /** Base values that the author saw: stored ones, or older ones in fields of a recovered draft. */
    base: Values
    values: Values
    errors: FieldErrors<Values>
    isAttempted: boolean
    failure: unknown
    recovered: { at: number | null } | null
    collision: Collision<Values> | null
  }
  const NOTHING_SAID = { errors: {}, isAttempted: false, failure: null, recovered: null, collision: null }
  const storedOf = ({ stored, blank }: LauncherFormInput<Values>): Values => stored ?? blank
  const differing = (context: Context, draft: Partial<Values> | null): Partial<Values> =>
    Object.fromEntries(
      Object.entries(draft ?? {}).filter(([name, value]) => {
        const field = name as keyof Values
        return field in context.blank && !isAlike(value, storedOf(context)[field])
      }),
    ) as Partial<Values>
  const refusal = (error: unknown) => ({ failure: error, errors: fieldErrors(error) })
  const collide = (c: Context, error: unknown): Partial<Context> => {
    const found = collisionOf(error)
    if (found === null) return {}
    const theirs = { ...storedOf(c), ...found.theirs }
    const values = rebased(parts, c.base, c.values, theirs)
    return {
      values,
      stored: theirs,
      base: theirs,
      collision: { parts: found.parts, mine: values, theirs, chosen: {} },
    }
  }
  const choose = (c: Context, { part, choice }: { part: string; choice: Choice }): Partial<Context> => {
    if (c.collision === null) return {}
    return {
      values: { ...c.values, ...parts.take(part, c.collision[choice], c.values) },
      collision: { ...c.collision, chosen: { ...c.collision.chosen, [part]: choice } },
    }
  }
  const changing = {
    'form/changed': {
      actions: { type: 'change' as const, params: ({ event }: { event: { values: Partial<Values> } }) => event },
    },
  }
  const drafting = {
    'form/changed': {
      actions: [
        { type: 'change' as const, params: ({ event }: { event: { values: Partial<Values> } }) => event },
        { type: 'keepDraft' as const, params: ({ event }: { event: { values: Partial<Values> } }) => event },
      ],
    },
    'draft/discard': { actions: ['restoreCopy' as const, 'dropDraft' as const] },
  }
  const receiving = {
    'stored/received': {
      actions: { type: 'receive' as const, params: ({ event }: { event: { stored: Values } }) => event },
    },
  }
  /** A save compares with the values that the author saw. */
  const receivingBeside = {
    'stored/received': {
      actions: { type: 'keepStored' as const, params: ({ event }: { event: { stored: Values } }) => event },
    },
  }
  const saving = [
    { guard: 'isValid' as const, target: '#launcherForm.saving', actions: 'attempt' as const },
    { actions: 'attempt' as const },
  ]
  const adding = [
    { guard: 'isValid' as const, target: '#launcherForm.adding', actions: 'attempt' as const },
    { actions: 'attempt' as const },
  ]
  return setup({
    types: {
      context: {} as Context,
      events: {} as LauncherFormEvent<Values>,
      emitted: {} as
        | { type: 'draft/changed'; values: Partial<Values>; seen: Partial<Values> }
        | { type: 'draft/dropped' }
        | { type: 'launcher/saved'; saved: Saved }
        | { type: 'launcher/created'; saved: Saved }
        | { type: 'launcher/refused'; error: unknown }
        | { type: 'launch/queued' }
        | { type: 'launch/refused'; error: unknown },
      input: {} as LauncherFormInput<Values>,
    },
    actors: {
      /** A recovered draft. */
      restore: fromPromise<Restored<Values>>(() => Promise.resolve({ draft: null })),
      save: unprovided<{ saved: Saved; values: Values }, Submission<Values>>('save'),
      create: unprovided<{ saved: Saved }, { values: Values }>('create'),
      start: unprovided<unknown, { values: Values }>('start'),
    },
    guards: {
      isNew: ({ context }) => context.stored === null,
      isOverridable: ({ context }) => context.isOverridable,
      isValid: ({ context }) => Object.keys(validate(context.values)).length === 0,
      isSettled: ({ context: { collision, values } }) =>
        collision !== null && isChosen(collision) && Object.keys(validate(values)).length === 0,
      hasDraft: ({ context }, { draft }: Restored<Values>) => Object.keys(differing(context, draft)).length > 0,
    },
    actions: {
      change: assign(({ context: c }, { values: changed }: { values: Partial<Values> }) => {
        const values = { ...c.values, ...changed }
        return { values, errors: c.isAttempted ? validate(values) : {} }
      }),
      receive: assign(({ context: { base, values } }, { stored }: { stored: Values }) => ({
        stored,
        base: stored,
        values: rebased(parts, base, values, stored),
      })),
      keepStored: assign((_, { stored }: { stored: Values }) => ({ stored })),
      restoreCopy: assign(({ context }) => ({
        values: storedOf(context),
        base: storedOf(context),
        ...NOTHING_SAID,
      })),
      restoreDraft: assign(({ context: c }, { draft, seen = {}, at = null }: Restored<Values>) => ({
        values: { ...storedOf(c), ...differing(c, draft) },
        base: { ...storedOf(c), ...pick(seen as Values, Object.keys(seen) as (keyof Values)[]) },
        recovered: { at },
      })),
      attempt: assign(({ context }) => ({ isAttempted: true, errors: validate(context.values), failure: null })),
      settle: assign((_, { values }: { values: Values }) => ({
        stored: values,
        values,
        base: values,
        ...NOTHING_SAID,
      })),
      keepDraft: emit(({ context }, { values }: { values: Partial<Values> }) => ({
        type: 'draft/changed' as const,
        values,
        seen: pick(context.base, Object.keys(values) as (keyof Values)[]),
      })),
      dropDraft: emit({ type: 'draft/dropped' as const }),
      emitQueued: emit({ type: 'launch/queued' as const }),
    },
  }).createMachine({
    id: 'launcherForm',
    initial: 'opening',
    context: ({ input }) => ({
      ...input,
      base: storedOf(input),
      values: input.prefill ?? storedOf(input),
      ...NOTHING_SAID,
    }),
    states: {
      opening: {
        on: receiving,
        invoke: {
          id: 'restore',
          src: 'restore',
          onDone: [
            {
              guard: { type: 'hasDraft', params: ({ event }) => event.output },
              target: 'recovering',
              actions: { type: 'restoreDraft', params: ({ event }) => event.output },
            },
            { target: 'beginning' },
          ],
          onError: 'beginning',
        },
      },
      recovering: { always: [{ guard: 'isNew', target: 'creating' }, { target: 'editing' }] },
      beginning: { always: [{ guard: 'isNew', target: 'creating' }, { target: 'viewing' }] },
      viewing: {
        on: {
          ...receiving,
          'form/changed': { guard: 'isOverridable', ...changing['form/changed'] },
          'form/reset': { actions: 'restoreCopy' },
          // Changes for one launch carry over into the edit.
          'defaults/change': 'editing',
          'launch/start': [{ guard: 'isValid', target: 'launching', actions: 'attempt' }, { actions: 'attempt' }],
        },
      },
      launching: {
        on: receiving,
        invoke: {
          id: 'start',
          src: 'start',
          input: ({ context: { values } }) => ({ values }),
          onDone: { target: 'viewing', actions: 'emitQueued' },
          onError: {
            target: 'viewing',
            actions: [
              assign(({ event }) => refusal(event.error)),
              emit(({ event }) => ({ type: 'launch/refused', error: event.error })),
            ],
          },
        },
      },
      editing: {
        initial: 'typing',
        on: { ...receivingBeside, 'form/cancel': { target: 'viewing', actions: ['restoreCopy', 'dropDraft'] } },
        states: {
          typing: { on: { ...drafting, 'form/save': saving } },
          /** Shows both sides of each collided part until one is chosen. */
          colliding: {
            on: {
              ...drafting,
              'draft/discard': { target: 'typing', actions: ['restoreCopy', 'dropDraft'] },
              'collision/chosen': { actions: assign(({ context, event }) => choose(context, event)) },
              'form/save': [
                { guard: 'isSettled', target: '#launcherForm.saving', actions: 'attempt' },
                { actions: 'attempt' },
              ],
            },
          },
        },
      },
      saving: {
        on: receivingBeside,
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context: { values, base } }) => ({ values, base, ...editOf(base, values) }),
          onDone: {
            target: 'viewing',
            actions: [
              { type: 'settle', params: ({ event }) => event.output },
              'dropDraft',
              emit(({ event }) => ({ type: 'launcher/saved', saved: event.output.saved })),
            ],
          },
          onError: [
            {
              guard: ({ event }) => collisionOf(event.error) !== null,
              target: 'editing.colliding',
              actions: assign(({ context, event }) => collide(context, event.error)),
            },
            {
              target: 'editing.typing',
              actions: [
                assign(({ event }) => refusal(event.error)),
                emit(({ event }) => ({ type: 'launcher/refused', error: event.error })),
              ],
            },
          ],
        },
      },
      creating: {
        on: {
          ...drafting,
          'form/save': adding,
          'form/cancel': { target: 'cancelled', actions: 'dropDraft' },
        },
      },
      adding: {
        invoke: {
          id: 'create',
          src: 'create',
          input: ({ context: { values } }) => ({ values }),
          // The form resets; the created launcher opens beside it (LAUN-19).
          onDone: {
            target: 'creating',
            actions: [
              'restoreCopy',
              'dropDraft',
              emit(({ event }) => ({ type: 'launcher/created', saved: event.output.saved })),
            ],
          },
          onError: {
            target: 'creating',
            actions: [
              assign(({ event }) => refusal(event.error)),
              emit(({ event }) => ({ type: 'launcher/refused', error: event.error })),
            ],
          },
        },
      },
      cancelled: { type: 'final' },
    },
  })
}

export type LauncherFormMode = 'view' | 'edit' | 'new'

/** LAUN-02. */
export const modeOf = ({ value, context }: { value: unknown; context: { stored: unknown } }): LauncherFormMode => {
  if (context.stored === null) return 'new'
  return value === 'saving' || (typeof value === 'object' && value !== null && 'editing' in value) ? 'edit' : 'view'
}
