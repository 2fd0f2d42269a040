/** An exploratory session as it is written (ESED rows): what it sets out to learn, for whom, where and on what. */
import { useEffect, useRef, useState } from 'react'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { ApiError } from '../../../services/api-error.ts'
import { useMay, useProject, useResource } from '../../app/context.tsx'
import { useForm } from '../../app/form.tsx'
import { useLatest } from '../../app/latest.ts'
import { useSettingsChanges } from '../../app/settings-changes.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { InlineProblem } from '../../ui/inline-problem.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.ts'
import { useCarryOut } from '../commands.ts'
import { useExploratory } from '../use-exploratory.ts'
import { CharterField } from './charter-field.tsx'
import { ConfigurationFields } from './configuration-fields.tsx'
import { PickField, type Pick } from './pick-field.tsx'
import { RequirementsField } from './requirements-field.tsx'
import { changeOf, formValuesOf, isTitle, problemsOf, valuesOf, writtenOf, type FormValues } from './session-values.ts'
import styles from './session-form.module.css'

export interface SessionFormProps {
  /** Null: a new one. */
  session: ExploratorySession | null
  onSaved: (sessionId: string) => void
  onCancel: () => void
}

const COLLIDED = 'Somebody else changed the same field. Saving again replaces their value; their other changes stay.'

export function SessionForm({ session, onSaved, onCancel }: SessionFormProps) {
  const { key } = useProject()
  const may = useMay()
  const carryOut = useCarryOut()
  const choices = useChoices()
  const [initial] = useState(() => formValuesOf(session))
  // What is stored by now, once it has been seen to differ from what the editing began with.
  const seen = useRef<ExploratorySession | null>(null)
  const { form, field, values, change, cancel, problem, failure, isPending } = useForm<FormValues, string>({
    name: session === null ? `exploratory:new:${key}` : `exploratory:${session.id}`,
    initial,
    validate: problemsOf,
    submit: async (typed) => {
      const { id, base } = typed
      const wanted = writtenOf(typed)
      if (base === null) await carryOut({ type: 'session/create', sessionId: id, values: wanted })
      else {
        const changed = changeOf(base, wanted, seen.current === null ? base : valuesOf(seen.current))
        if (Object.keys(changed.values).length > 0)
          await carryOut({ type: 'session/update', sessionId: id, ...changed }).catch((cause: unknown) => {
            seen.current = storedIn(cause)
            throw cause
          })
      }
      return id
    },
    onDone: (id) => {
      toast.success(session === null ? TEXTS.exploratoryCreated : TEXTS.exploratoryUpdated)
      onSaved(id)
    },
  })
  // The id and what it began from go with what is typed, so that a draft that is found again goes on from there.
  const edit = (changes: Partial<FormValues>) => change({ ...changes, id: values.id, base: values.base })
  const title = field('title')
  return (
    <form {...form} className={styles.form}>
      <TextField
        {...title}
        label="Title"
        autoComplete="off"
        maxLength={LIMITS.exploratoryTitle + 1}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a page that is this form
        autoFocus={session === null}
        onValueChange={(text) => edit({ title: text.trimStart() })}
        onBlur={() => {
          if (values.title !== values.title.trimEnd()) edit({ title: values.title.trimEnd() })
          title.onBlur()
        }}
      />
      <CharterField
        value={values.charter}
        error={field('charter').error}
        onValueChange={(charter) => edit({ charter })}
      />
      <div className={styles.grid}>
        <PickField
          label="Assignee"
          placeholder="Nobody"
          error={field('assigneeId').error}
          value={values.assigneeId}
          options={choices?.people ?? null}
          chosen={personPick(session?.assignee)}
          onChoose={(assigneeId) => edit({ assigneeId })}
        />
        <PickField
          label="Milestone"
          placeholder="None"
          error={field('milestoneId').error}
          value={values.milestoneId}
          options={choices?.milestones ?? null}
          chosen={session?.milestone ? { id: session.milestone.id, label: session.milestone.name } : null}
          onChoose={(milestoneId) => edit({ milestoneId })}
        />
        <PickField
          label="Environment"
          placeholder="None"
          error={field('environmentId').error}
          value={values.environmentId}
          options={choices?.environments ?? null}
          chosen={
            session?.environment
              ? {
                  id: session.environment.id,
                  label: session.environment.name,
                  aside: session.environment.deleted ? 'deleted' : session.environment.key,
                }
              : null
          }
          onChoose={(environmentId) => edit({ environmentId })}
        />
        <TextField
          {...field('timeBoxMinutes')}
          label="Time box, in minutes"
          inputMode="numeric"
          autoComplete="off"
          placeholder="No limit"
          onValueChange={(timeBoxMinutes) => edit({ timeBoxMinutes })}
        />
      </div>
      <ConfigurationFields
        groups={choices?.configurations ?? null}
        value={values.configurations}
        onValueChange={(configurations) => edit({ configurations })}
      />
      {may.isOn('requirements-mapping') && (
        <RequirementsField
          value={values.requirements}
          error={field('requirements').error}
          onValueChange={(requirements) => edit({ requirements })}
        />
      )}
      <TextArea
        {...field('description')}
        label="Description"
        rows={6}
        description="What to look at, what to skip, where the data is. Supports Markdown."
        onValueChange={(description) => edit({ description })}
      />
      <InlineProblem>{storedIn(failure) === null ? problem : COLLIDED}</InlineProblem>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={isPending} disabled={!isTitle(values.title)}>
          {session === null ? 'Create' : 'Save'}
        </Button>
        <Button
          onClick={() => {
            cancel()
            onCancel()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** What is stored, where somebody else's change came first. */
const storedIn = (failure: unknown): ExploratorySession | null =>
  failure instanceof ApiError && failure.code === ERROR_CODES.stale
    ? (ExploratorySession.safeParse(failure.current).data ?? null)
    : null

const personPick = (person: ExploratorySession['assignee'] | undefined): Pick | null =>
  person
    ? {
        id: person.id,
        label: person.name,
        aside: person.email,
        icon: <Avatar name={person.name} photoUrl={person.photoUrl} />,
      }
    : null

/** What there is to choose from; null until it is here. What cannot be loaded leaves nothing to choose, and the rest can be written. */
function useChoices() {
  const { key } = useProject()
  const exploratory = useExploratory()
  const { value, refresh } = useResource(async () => {
    const or = async <T,>(asked: Promise<T[]>): Promise<T[]> => asked.catch(() => [])
    const [people, milestones, environments, configurations] = await Promise.all([
      or(exploratory.users(key)),
      or(exploratory.milestones(key)),
      or(exploratory.environments(key)),
      or(exploratory.configurations(key)),
    ])
    return {
      people: people.flatMap((person) => personPick(person) ?? []),
      milestones: milestones.map(({ id, name }) => ({ id, label: name })),
      environments: environments
        .filter(({ deletedAt }) => deletedAt === null)
        .map(({ id, name, key: aside }) => ({ id, label: name, aside })),
      configurations,
    }
  })
  const changes$ = useSettingsChanges(['members', 'milestones', 'environments', 'configurations'])
  const latest = useLatest(refresh)
  useEffect(() => {
    const subscription = changes$.subscribe(() => latest()())
    return () => subscription.unsubscribe()
  }, [changes$, latest])
  return value
}
