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
import { isAlike, type Choice, type FormParts } from '../../../machines/patterns/form-parts.ts'
import { ApiError, messageOf } from '../../../services/http/api-error.ts'
import { afterPress } from '../after-press.ts'
import { useApplication, useMaybeSession } from '../../application/context.tsx'
import { focusAfterRender } from '../focus-after-render.ts'
import { useEmitted } from '../use-emitted.ts'
import { useFlushed } from './use-draft-keeper.ts'
import { draftRecord, dropSaved, restoredFrom, seenField } from './draft-record.ts'
import { endedAs, refusalsOf, type RefusalOptions } from './refusals.ts'
import { createDraftKeeper, draftsInLog, draftsInTab, type DraftKeeper } from './form-drafts.ts'

interface FormOptions<Values extends Record<string, unknown>, Result> extends RefusalOptions<Values> {
  /** Name of the draft, one per edited thing, as in `create-project`. */
  name: string
  /** The contract's schema; it may cover only some of the fields. */
  schema?: z.ZodMiniType
  /** Cross-field validation, before the schema's. */
  validate?: (values: Values) => FieldErrors<Values>
  /** `edit`: the fields that differ from the values that the author saw, for calls as in `contract/concurrent-edits.ts`. */
  submit: (values: Values, edit: Submission<Values>) => Promise<Result>
  /** Reads the values from `current` of a 409 `stale`; null when they cannot be read. */
  stored?: (current: unknown) => Partial<Values> | null
  onDone?: (result: Result) => void
  /** A save was answered after the form was closed. For results that must be shown although nobody waits for them. */
  onLate?: (result: Result) => void
  /** For forms without room for notices: a draft was restored, a save was rejected, a save collided with `theirs`. */
  onRestored?: () => void
  onRefused?: (error: unknown) => void
  onCollided?: (theirs: Partial<Values>) => void
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
 * A form over its machine: validates on blur and on submit, and shows the server's errors beside fields. Typed text is stored until it is
 * saved or discarded: in the signed-in user's local log, else in the tab.
 */
export function useForm<Values extends Record<string, unknown>, Result>(options: FormOptions<Values, Result>) {
  const application = useApplication()
  const session = useMaybeSession()
  // Fixed at mount: an expiring session must not move the draft.
  const [{ machine, keeper, latest }] = useState(() => {
    const spare = draftsInTab(sessionStorage, session ? `${session.user.id}:${options.name}` : options.name)
    const drafts = session ? draftsInLog(application, session.user.id, options.name) : spare
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

  useEmitted(actor, {
    'draft/changed': (draft) => keeper.changed(draftRecord(draft.values, draft.seen, draft.at)),
    'draft/dropped': () => keeper.dropped(),
    'draft/restored': () => latest.get().onRestored?.(),
    'form/refused': ({ error }) => latest.get().onRefused?.(error),
    'form/collided': ({ theirs }) => latest.get().onCollided?.(theirs),
    'form/done': ({ result }) => latest.get().onDone?.(result.result),
  })
  useFlushed(keeper)

  // Moves focus to the first invalid field, also for users who do not see its message.
  useEffect(() => {
    if (!isPending && failure !== null) focusFirstWrong(form.current)
  }, [isPending, failure])
  // A message that no field displays is shown above the buttons.
  const [unplaced, setUnplaced] = useState('')
  useLayoutEffect(() => {
    setUnplaced(form.current === null ? '' : messagesOutside(form.current, Object.values(errors)))
  }, [errors])

  const early = useMemo(() => problemsOf(options, values), [options, values])
  const shown = (field: keyof Values & string): string | undefined =>
    errors[field] ?? (left.has(field) && !isAlike(values[field], options.initial[field]) ? early[field] : undefined)
  const change = (changed: Partial<Values>) => actor.send({ type: 'form/changed', values: changed })
  const submit = () => {
    actor.send({ type: 'form/submit' })
    if (actor.getSnapshot().value !== 'submitting') focusAfterRender(() => focusFirstWrong(form.current))
  }
  return {
    values,
    /** Calls back with the values now and after each change; returns the unsubscribe function. For machines that depend on a form. */
    follow: (changed: (values: Values) => void): (() => void) => {
      changed(actor.getSnapshot().context.values)
      const subscription = actor.subscribe(({ context }) => changed(context.values))
      return () => subscription.unsubscribe()
    },
    /** Base values that the author saw, as a save sends them. */
    base,
    isDirty,
    isPending,
    /** Form-level error; field errors are shown beside their fields. */
    problem:
      failure === null || Object.keys(errors).length > 0 || Object.keys(refusalsOf(options, failure)).length > 0
        ? unplaced || undefined
        : messageOf(failure),
    failure,
    /** The values of changed parts, to be copied, once nothing can be saved any more. */
    ended: endedAs(options, values, failure),
    change,
    submit,
    /** Discards the draft. */
    cancel: () => actor.send({ type: 'form/cancel' }),
    /** Closes if nothing would be lost; otherwise sets `isAsked` until `cancel` or `stay`. */
    requestClose: (onClosed: () => void) => {
      actor.send({ type: 'form/close' })
      if (actor.getSnapshot().status === 'done') onClosed()
    },
    isAsked,
    stay: () => actor.send({ type: 'form/stay' }),
    /** Whether the form shows a recovered draft. */
    recovered,
    discardDraft: () => actor.send({ type: 'draft/discard' }),
    /** Fields that another user saved meanwhile, with both sides. */
    collision,
    choose: (part: string, choice: Choice) => actor.send({ type: 'collision/chosen', part, choice }),
    /** The same, for a form that restarts immediately: it must not load the previous draft. */
    giveUp: async () => {
      actor.send({ type: 'form/cancel' })
      await keeper.settled()
    },
    field: <Name extends keyof Values & string>(name: Name): FieldProps<Values[Name]> => ({
      name,
      value: values[name],
      onValueChange: (value) => change({ [name]: value } as unknown as Partial<Values>),
      // A message below a field moves the buttons: wait until a press has ended.
      onBlur: () => afterPress(() => setLeft((names) => new Set(names).add(name))),
      error: shown(name),
    }),
    /** Error of a path within a field, such as `customFields.17`. */
    errorAt: (path: string): string | undefined => (errors as Readonly<Record<string, string | undefined>>)[path],
    /** Props of the form element. */
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

/** Reads a form's values from `current` of a 409 `stale`. */
export const storedAs =
  <Stored, Values>(schema: z.ZodMiniType<Stored>, valuesOf: (stored: Stored) => Values) =>
  (current: unknown): Values | null => {
    const parsed = schema.safeParse(current)
    return parsed.success ? valuesOf(parsed.data) : null
  }

/** Callbacks are those of the latest render. */
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
    fieldErrors: (error) => refusalsOf(options(), error),
    collisionOf: (error) => collisionIn(options(), error),
    ...(options().parts === undefined ? {} : { parts: options().parts as FormParts<Values> }),
  }).provide({
    actors: {
      restore: fromPromise(async () => restoredFrom<Values>(await keeper.load())),
      submit: fromPromise<{ result: Result }, Submission<Values>>(async ({ input, signal }) => {
        const result = await options().submit(input.values, input)
        // The form was closed meanwhile: its machine, which would drop the draft, is stopped.
        if (signal.aborted) {
          options().onLate?.(result)
          await dropSaved(keeper, input.values)
        }
        return { result }
      }),
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

/** Returns the messages that the dialog or page of a form does not show. */
const messagesOutside = (form: HTMLFormElement, messages: readonly unknown[]): string => {
  const shown = (form.closest('[role="dialog"], main') ?? form).textContent
  const texts = messages.filter((message): message is string => typeof message === 'string' && !shown.includes(message))
  return [...new Set(texts)].join('. ')
}

const focusFirstWrong = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
