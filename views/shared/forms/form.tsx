import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type SyntheticEvent } from 'react'
import { fromPromise } from 'xstate'
import type { z } from 'zod/mini'
import { ERROR_CODES } from '../../../contract/errors.ts'
import {
  formDialog,
  isAsking,
  isSubmitting,
  type FieldErrors,
  type Submission,
} from '../../../machines/patterns/form-dialog.machine.ts'
import type { Choice, FormParts } from '../../../machines/patterns/form-parts.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { afterPress } from '../after-press.ts'
import { useApplication, useMaybeSession } from '../../boot/context.tsx'
import { draftRecord, restoredFrom, seenField } from './draft-record.ts'
import { createDraftKeeper, draftsInLog, draftsInTab, type DraftKeeper } from './form-drafts.ts'

export interface FormOptions<Values extends Record<string, unknown>, Result> {
  /** Names the draft: one for each thing that can be edited, as in `create-project`. */
  name: string
  initial: Values
  /** What the contract says of the fields; it may know fewer than the form has. */
  schema?: z.ZodMiniType
  /** What the contract cannot know: that two fields agree. Comes before what the schema says. */
  validate?: (values: Values) => FieldErrors<Values>
  /** Fields that are never written down anywhere. */
  secrets?: readonly (keyof Values & string)[]
  /** `edit`: what differs from the values that the author saw, for calls as in `contract/concurrent-edits.ts`. */
  submit: (values: Values, edit: Submission<Values>) => Promise<Result>
  /** The values in the `current` of a 409 `stale`; null where they cannot be read. */
  stored?: (current: unknown) => Partial<Values> | null
  /** The part of the form that holds a field of the contract, null for none; by default it has the same name. */
  partOf?: (field: string) => string | null
  parts?: FormParts<Values>
  onDone?: (result: Result) => void
}

/** What a text field needs of its form. */
export interface FieldProps<Value> {
  name: string
  value: Value
  onValueChange: (value: Value) => void
  onBlur: () => void
  error: string | undefined
}

/**
 * A form over its machine: validated on blur and on submit, with the server's word on single fields beside them. What was typed
 * is kept until it is saved or given up: in the local log of whoever is signed in, else in the tab.
 */
export function useForm<Values extends Record<string, unknown>, Result>(options: FormOptions<Values, Result>) {
  const application = useApplication()
  const session = useMaybeSession()
  // Session and name are those the form was opened with: a session that expires must not move the draft.
  const [{ machine, keeper, latest }] = useState(() => {
    const spare = draftsInTab(sessionStorage, session ? `${session.person.id}:${options.name}` : options.name)
    const drafts = session ? draftsInLog(application, session.person.id, options.name) : spare
    const latest = holder(options)
    const isSecret = (field: string) => options.secrets?.includes(seenField(field) ?? field) ?? false
    const keeper = createDraftKeeper(drafts, spare, isSecret)
    return {
      latest,
      machine: machineOf(latest.get, keeper),
      keeper,
    }
  })
  useLayoutEffect(() => latest.set(options))
  const actor = useActorRef(machine, { input: { initial: options.initial, draft: null } })
  const { values, base, errors, isDirty, failure, recovered, collision } = useSelector(
    actor,
    (snapshot) => snapshot.context,
  )
  const isPending = useSelector(actor, isSubmitting)
  const isAsked = useSelector(actor, isAsking)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const subscriptions = [
      actor.on('draft/changed', ({ values, seen, at }) => keeper.changed(draftRecord(values, seen, at))),
      actor.on('draft/dropped', () => keeper.dropped()),
      actor.on('form/done', ({ result }) => latest.get().onDone?.(result.result)),
    ]
    window.addEventListener('pagehide', keeper.pageHidden)
    return () => {
      subscriptions.forEach((one) => one.unsubscribe())
      window.removeEventListener('pagehide', keeper.pageHidden)
      keeper.flush()
    }
  }, [actor, keeper, latest])

  // Whoever cannot see the message must at least stand at the field it is about.
  useEffect(() => {
    if (!isPending && failure !== null) focusFirstWrong(form.current)
  }, [isPending, failure])

  const early = useMemo(() => problemsOf(options, values), [options, values])
  const shown = (field: keyof Values & string): string | undefined =>
    errors[field] ?? (left.has(field) && values[field] !== options.initial[field] ? early[field] : undefined)
  const change = (changed: Partial<Values>) => actor.send({ type: 'form/changed', values: changed })
  const submit = () => {
    actor.send({ type: 'form/submit' })
    if (actor.getSnapshot().value !== 'submitting') requestAnimationFrame(() => focusFirstWrong(form.current))
  }
  return {
    values,
    /** Calls back with the values now and whenever they change, until the function that it returns is called. For machines that depend on a form. */
    follow: (changed: (values: Values) => void): (() => void) => {
      changed(actor.getSnapshot().context.values)
      const subscription = actor.subscribe(({ context }) => changed(context.values))
      return () => subscription.unsubscribe()
    },
    /** What the author saw in the fields, as a save sends it. */
    base,
    isDirty,
    isPending,
    /** What is wrong with the whole of it; a refusal of single fields is said beside them. */
    problem: failure === null || Object.keys(errors).length > 0 ? undefined : messageOf(failure),
    failure,
    change,
    submit,
    /** Gives the draft up. */
    cancel: () => actor.send({ type: 'form/cancel' }),
    /** Closes where nothing would be lost; else `isAsked`, until the answer is `cancel` or `stay`. */
    requestClose: (onClosed: () => void) => {
      actor.send({ type: 'form/close' })
      if (actor.getSnapshot().status === 'done') onClosed()
    },
    isAsked,
    stay: () => actor.send({ type: 'form/stay' }),
    /** A draft of an earlier try stands in the form. */
    recovered,
    discardDraft: () => actor.send({ type: 'draft/discard' }),
    /** Parts that somebody saved meanwhile, both sides of each. */
    collision,
    choose: (part: string, choice: Choice) => actor.send({ type: 'collision/chosen', part, choice }),
    /** The same, for a form that begins anew at once: it must not find the draft of the one before. */
    giveUp: async () => {
      actor.send({ type: 'form/cancel' })
      await keeper.settled()
    },
    field: <Name extends keyof Values & string>(name: Name): FieldProps<Values[Name]> => ({
      name,
      value: values[name],
      onValueChange: (value) => change({ [name]: value } as unknown as Partial<Values>),
      // Words that come under a field move the buttons down: not away from a press that has begun on one of them.
      onBlur: () => afterPress(() => setLeft((names) => new Set(names).add(name))),
      error: shown(name),
    }),
    /** For the form element itself. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault()
        submit()
      },
    },
  }
}

/** Reads the values of a form from the `current` of a 409 `stale`. */
export const storedAs =
  <Stored, Values>(schema: z.ZodMiniType<Stored>, valuesOf: (stored: Stored) => Values) =>
  (current: unknown): Values | null => {
    const parsed = schema.safeParse(current)
    return parsed.success ? valuesOf(parsed.data) : null
  }

/** What the machine calls back to has to be the newest drawing's. */
const holder = <Value,>(first: Value) => {
  let held = first
  return {
    get: () => held,
    set: (value: Value) => {
      held = value
    },
  }
}

const machineOf = <Values extends Record<string, unknown>, Result>(
  options: () => FormOptions<Values, Result>,
  keeper: DraftKeeper,
) =>
  formDialog<Values, { result: Result }>({
    validate: (values) => problemsOf(options(), values),
    fieldErrors: (error) => refusalsOf(options().initial, error),
    collisionOf: (error) => collisionIn(options(), error),
    ...(options().parts === undefined ? {} : { parts: options().parts as FormParts<Values> }),
  }).provide({
    actors: {
      restore: fromPromise(async () => restoredFrom<Values>(await keeper.load())),
      submit: fromPromise<{ result: Result }, Submission<Values>>(({ input }) =>
        options()
          .submit(input.values, input)
          .then((result) => ({ result })),
      ),
    },
  })

const problemsOf = <Values extends Record<string, unknown>>(
  { schema, validate, initial }: Pick<FormOptions<Values, unknown>, 'schema' | 'validate' | 'initial'>,
  values: Values,
): FieldErrors<Values> => {
  const problems: Record<string, string> = {}
  const parsed = schema?.safeParse(values)
  for (const { path, message } of parsed?.error?.issues ?? []) {
    const field = String(path[0])
    if (field in initial) problems[field] ??= message
  }
  return { ...problems, ...validate?.(values) } as FieldErrors<Values>
}

const collisionIn = <Values extends Record<string, unknown>>(
  { stored, partOf = (field) => field }: Pick<FormOptions<Values, unknown>, 'stored' | 'partOf'>,
  error: unknown,
) => {
  if (!(error instanceof ApiError) || error.code !== ERROR_CODES.stale || error.errors.length === 0) return null
  const theirs = stored?.(error.current) ?? null
  return theirs === null
    ? null
    : { theirs, parts: [...new Set(error.errors.flatMap(({ field }) => partOf(field) ?? []))] }
}

const refusalsOf = <Values extends Record<string, unknown>>(initial: Values, error: unknown): FieldErrors<Values> => {
  const errors = error instanceof ApiError ? error.errors : []
  const known = errors.filter(({ field }) => field in initial).map(({ field, message }) => [field, message])
  // One that no field can show has to be said above the buttons, with all the others.
  return known.length < errors.length ? {} : (Object.fromEntries(known) as FieldErrors<Values>)
}

const focusFirstWrong = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
