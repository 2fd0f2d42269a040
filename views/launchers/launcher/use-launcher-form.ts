import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { ERROR_CODES } from '../../../contract/errors.ts'
import type { LaunchConfig } from '../../../contract/launchers/launch-config.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import type { Schedule } from '../../../contract/launchers/schedules.ts'
import { launcherForm, modeOf } from '../../../machines/launchers/launcher-form.machine.ts'
import {
  NEW_LAUNCHER,
  problemsOf,
  valuesOf,
  withoutEmpty,
  type FormValues,
} from '../../../machines/launchers/launcher-values.ts'
import type { FieldErrors, Submission } from '../../../machines/patterns/form-dialog.machine.ts'
import type { Choice } from '../../../machines/patterns/form-parts.ts'
import { ApiError } from '../../../services/http/api-error.ts'
import { draftRecord, dropSaved, restoredFrom } from '../../shared/forms/draft-record.ts'
import { useDraftKeeper } from '../../shared/forms/use-draft-keeper.ts'
import { useLatest } from '../../shared/latest.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { rawMessageOf } from '../raw-error.ts'
import { useEmitted } from '../../shared/use-emitted.ts'

/** Saved values: a name and a configuration. */
export interface Stored {
  name: string
  config: LaunchConfig
  /** Schedules, for presets only. */
  schedules?: Schedule[]
}

const BLANK_PRESET: FormValues = { ...NEW_LAUNCHER, schedules: [] }

interface LauncherFormOptions<Saved extends Stored> {
  /** Name of the draft. */
  name: string
  stored: Stored | null
  prefill?: FormValues | null
  isOverridable: boolean
  blank?: FormValues
  save: (edit: Submission<FormValues>) => Promise<Saved>
  create?: (values: FormValues) => Promise<Saved>
  start?: (values: FormValues) => Promise<unknown>
  onSaved?: (saved: Saved) => void
  onCreated?: (saved: Saved) => void
  onQueued?: () => void
}

/** Values of secrets are never stored on the device. */
const withoutSecrets = (values: Partial<FormValues>): Partial<FormValues> => {
  const hidden = (items: FormValues['envVars']) =>
    items.map((item) => (item.type === 'SECRET' ? { ...item, value: '' } : item))
  return {
    ...values,
    ...(values.envVars && { envVars: hidden(values.envVars) }),
    ...(values.providerCapabilities && { providerCapabilities: hidden(values.providerCapabilities) }),
    ...(values.customCapabilities && { customCapabilities: hidden(values.customCapabilities) }),
  }
}

const fieldErrors = (error: unknown): FieldErrors<FormValues> =>
  error instanceof ApiError
    ? Object.fromEntries(
        error.errors.flatMap(({ field, message }) => {
          const [name = ''] = field.split('.')
          return name in BLANK_PRESET ? [[name, message]] : []
        }),
      )
    : {}

const collisionOf = (error: unknown) => {
  if (!(error instanceof ApiError) || error.code !== ERROR_CODES.stale || error.errors.length === 0) return null
  const current = error.current as Partial<Stored> | undefined
  if (current?.config === undefined || current.name === undefined) return null
  return { theirs: valuesOf(current as Stored), parts: [...new Set(error.errors.map(({ field }) => field))] }
}

/** The launcher or preset machine with its calls, draft and live changes. */
export function useLauncherForm<Saved extends Stored>(options: LauncherFormOptions<Saved>) {
  const keeper = useDraftKeeper(options.name)
  const latest = useLatest(options)
  const [machine] = useState(() =>
    launcherForm<FormValues, Saved>({ validate: problemsOf, fieldErrors, collisionOf }).provide({
      actors: {
        restore: fromPromise(async () => restoredFrom<FormValues>(await keeper.load())),
        save: fromPromise<{ saved: Saved; values: FormValues }, Submission<FormValues>>(async ({ input, signal }) => {
          const saved = await latest().save({ ...input, changes: withoutEmpty(input.changes) })
          if (signal.aborted) await dropSaved(keeper, withoutSecrets(input.values))
          return { saved, values: valuesOf(saved) }
        }),
        create: fromPromise<{ saved: Saved }, { values: FormValues }>(async ({ input, signal }) => {
          const { create } = latest()
          if (create === undefined) throw new Error('nothing is created here')
          const saved = await create(withoutEmpty(input.values))
          if (signal.aborted) await dropSaved(keeper, withoutSecrets(input.values))
          return { saved }
        }),
        start: fromPromise<unknown, { values: FormValues }>(({ input }) => {
          const { start } = latest()
          return start === undefined ? Promise.reject(new Error('nothing is started here')) : start(input.values)
        }),
      },
    }),
  )
  const actor = useActorRef(machine, {
    input: {
      stored: options.stored === null ? null : valuesOf(options.stored),
      blank: options.blank ?? (options.stored?.schedules ? BLANK_PRESET : NEW_LAUNCHER),
      prefill: options.prefill ?? null,
      isOverridable: options.isOverridable,
    },
  })
  const { stored: received } = options
  useEffect(() => {
    if (received !== null) actor.send({ type: 'stored/received', stored: valuesOf(received) })
  }, [actor, received])
  useEmitted(actor, {
    'draft/changed': (draft) => keeper.changed(draftRecord(withoutSecrets(draft.values), draft.seen)),
    'draft/dropped': () => keeper.dropped(),
    'launcher/saved': ({ saved }) => options.onSaved?.(saved),
    'launcher/created': ({ saved }) => options.onCreated?.(saved),
    'launcher/refused': ({ error }) => toast.error(rawMessageOf(error)),
    'launch/queued': () => {
      toast.success(LAUNCHER_TEXTS.launchQueued)
      options.onQueued?.()
    },
    'launch/refused': ({ error }) => toast.error(rawMessageOf(error)),
  })
  const snapshot = useSelector(actor, (state) => state)
  const { values, stored, errors, isAttempted, recovered, collision } = snapshot.context
  const mode = modeOf(snapshot)
  return {
    mode,
    values,
    stored,
    errors,
    isAttempted,
    recovered,
    collision,
    problems: problemsOf(values),
    /** The draft of an earlier visit is not loaded yet: the form is not shown. */
    isOpening: snapshot.matches('opening'),
    isPending: snapshot.matches('saving') || snapshot.matches('adding'),
    isLaunching: snapshot.matches('launching'),
    isEditable: mode !== 'view' || options.isOverridable,
    change: (changed: Partial<FormValues>) => actor.send({ type: 'form/changed', values: changed }),
    reset: () => actor.send({ type: 'form/reset' }),
    edit: () => actor.send({ type: 'defaults/change' }),
    save: () => actor.send({ type: 'form/save' }),
    cancel: () => actor.send({ type: 'form/cancel' }),
    discardDraft: () => actor.send({ type: 'draft/discard' }),
    choose: (part: string, choice: Choice) => actor.send({ type: 'collision/chosen', part, choice }),
    launch: () => actor.send({ type: 'launch/start' }),
  }
}
export type LauncherForm = ReturnType<typeof useLauncherForm>
