import { assign, emit, fromPromise, setup } from 'xstate'

export type FieldErrors<Values> = Partial<Record<keyof Values, string>>

export type FormDialogEvent<Values> =
  | { type: 'form/changed'; values: Partial<Values> }
  | { type: 'form/submit' }
  | { type: 'form/cancel' }

/** Wrapped, or the actor's output would lose its type. */
export interface Restored<Values> {
  draft: Partial<Values> | null
}

export type FormDialogOptions<Values> = {
  /** Every field that is wrong, with what to say about it. */
  validate: (values: Values) => FieldErrors<Values>
  /** What a refusal says about single fields; nothing for one that is about no field. */
  fieldErrors?: (error: unknown) => FieldErrors<Values>
}

/**
 * A form: typed in, checked, submitted. A refusal keeps all that was typed. Errors show from the first attempt to submit on,
 * and go as they are mended. What an earlier, unfinished try left behind is restored while the form can be typed into already: a field
 * that was typed into meanwhile keeps the newer words. `draft` is for who knows it before.
 */
export function formDialog<Values extends object, Result = unknown>(options: FormDialogOptions<Values>) {
  const { validate, fieldErrors = () => ({}) } = options
  type Context = {
    initial: Values
    values: Values
    isDirty: boolean
    /** To be shown. */
    errors: FieldErrors<Values>
    isAttempted: boolean
    /** What the server said of single fields; each holds until its field changes. */
    refusals: FieldErrors<Values>
    failure: unknown
    result: Result | null
  }
  const isValid = (values: Values) => Object.keys(validate(values)).length === 0
  const differs = (initial: Values, values: Values) => JSON.stringify(initial) !== JSON.stringify(values)
  const started = (initial: Values, draft: Partial<Values> | null): Context => {
    const values = { ...initial, ...draft }
    const isDirty = differs(initial, values)
    return { initial, values, isDirty, errors: {}, isAttempted: false, refusals: {}, failure: null, result: null }
  }
  /** What of a draft was not overtaken by typing, nor is what stands there anyway. */
  const untouched = ({ initial, values }: Context, draft: Partial<Values> | null): Partial<Values> =>
    Object.fromEntries(
      Object.entries(draft ?? {}).filter(([name, value]) => {
        const field = name as keyof Values
        return field in initial && values[field] === initial[field] && value !== initial[field]
      }),
    ) as Partial<Values>
  const remaining = (refusals: FieldErrors<Values>, changed: Partial<Values>) =>
    Object.fromEntries(Object.entries(refusals).filter(([field]) => !(field in changed))) as FieldErrors<Values>
  return setup({
    types: {
      context: {} as Context,
      events: {} as FormDialogEvent<Values>,
      emitted: {} as
        | { type: 'draft/changed'; values: Partial<Values> }
        | { type: 'draft/dropped' }
        | { type: 'form/done'; result: Result },
      input: {} as { initial: Values; draft: Partial<Values> | null },
    },
    actors: {
      /** Nothing, where nothing is kept. */
      restore: fromPromise<Restored<Values>>(() => Promise.resolve({ draft: null })),
      submit: fromPromise<Result, { values: Values }>(() => Promise.reject(new Error('submit is not provided'))),
    },
    guards: {
      isValid: ({ context }) => isValid(context.values),
      hasDraft: ({ context }, { draft }: Restored<Values>) => Object.keys(untouched(context, draft)).length > 0,
    },
    actions: {
      change: assign(({ context: c }, { values: changed }: { values: Partial<Values> }) => {
        const values = { ...c.values, ...changed }
        const refusals = remaining(c.refusals, changed)
        const errors = { ...refusals, ...(c.isAttempted ? validate(values) : {}) }
        return { values, refusals, errors, isDirty: differs(c.initial, values) }
      }),
      restore: assign(({ context: c }, { draft }: Restored<Values>) => {
        const values = { ...c.values, ...untouched(c, draft) }
        return { values, isDirty: differs(c.initial, values) }
      }),
      attempt: assign(({ context }) => ({
        isAttempted: true,
        errors: validate(context.values),
        refusals: {},
        failure: null,
      })),
      refuse: assign((_, { error }: { error: unknown }) => ({
        failure: error,
        refusals: fieldErrors(error),
        errors: fieldErrors(error),
      })),
      finish: assign((_, { result }: { result: Result }) => ({ result, isDirty: false })),
      keepDraft: emit((_, { values }: { values: Partial<Values> }) => ({ type: 'draft/changed' as const, values })),
      keepRestored: emit(({ context }, { draft }: Restored<Values>) => ({
        type: 'draft/changed' as const,
        values: untouched(context, draft),
      })),
      dropDraft: emit({ type: 'draft/dropped' as const }),
      tell: emit((_, { result }: { result: Result }) => ({ type: 'form/done' as const, result })),
    },
  }).createMachine({
    id: 'formDialog',
    initial: 'editing',
    context: ({ input }) => started(input.initial, input.draft),
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
                  guard: { type: 'hasDraft', params: ({ event }) => event.output },
                  target: 'restored',
                  // Told before it is taken over, while it can be seen which fields were not typed into.
                  actions: [
                    { type: 'keepRestored', params: ({ event }) => event.output },
                    { type: 'restore', params: ({ event }) => event.output },
                  ],
                },
                { target: 'restored' },
              ],
              onError: 'restored',
            },
          },
          restored: {},
        },
        on: {
          'form/changed': {
            actions: [
              { type: 'change', params: ({ event }) => event },
              { type: 'keepDraft', params: ({ event }) => event },
            ],
          },
          'form/submit': [{ guard: 'isValid', target: 'submitting', actions: 'attempt' }, { actions: 'attempt' }],
          'form/cancel': { target: 'cancelled', actions: 'dropDraft' },
        },
      },
      submitting: {
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ context }) => ({ values: context.values }),
          onDone: {
            target: 'done',
            actions: [
              { type: 'finish', params: ({ event }) => ({ result: event.output }) },
              'dropDraft',
              { type: 'tell', params: ({ event }) => ({ result: event.output }) },
            ],
          },
          onError: { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event } },
        },
      },
      /** As editing; what the server said stands beside it until it is submitted again. */
      refused: {
        on: {
          'form/changed': {
            actions: [
              { type: 'change', params: ({ event }) => event },
              { type: 'keepDraft', params: ({ event }) => event },
            ],
          },
          'form/submit': [{ guard: 'isValid', target: 'submitting', actions: 'attempt' }, { actions: 'attempt' }],
          'form/cancel': { target: 'cancelled', actions: 'dropDraft' },
        },
      },
      done: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
}

/** It can be typed into. While it is submitted the fields keep what they hold. */
export const isEditable = ({ value }: { value: unknown }): boolean =>
  value === 'refused' || (typeof value === 'object' && value !== null && 'editing' in value)

export const isSubmitting = ({ value }: { value: unknown }): boolean => value === 'submitting'
