/** Form of an exploratory session (ESED rows). */
import { useState } from 'react'
import { ExploratorySession } from '../../../contract/exploratory/sessions.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Submission } from '../../../machines/patterns/form-dialog.machine.ts'
import { useMay, useProject } from '../../application/context.tsx'
import { EditNotes } from '../../shared/forms/edit-notes.tsx'
import { DiscardQuestion } from '../../shared/forms/editor-dialog.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { EnvironmentField } from '../../shared/forms/environment-field.tsx'
import { MilestoneField } from '../../shared/forms/milestone-field.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { useSendOrEnqueue } from '../commands.ts'
import { withRefusalToast } from '../refusal-toast.ts'
import { sessionFieldName } from '../session-sides.ts'
import { useMyself } from '../use-local.ts'
import { CharterField } from './charter-field.tsx'
import { ConfigurationFields } from '../../shared/forms/configuration-fields.tsx'
import { partLabels } from './part-labels.ts'
import { PickField } from '../../ui/pickers/pick-field.tsx'
import { RequirementsField } from '../../shared/requirements/requirements-field.tsx'
import { saveExisting } from '../../shared/forms/save-existing.ts'
import {
  changeOf,
  existingSession,
  formValuesOf,
  isTitle,
  problemsOf,
  writtenOf,
  type FormValues,
} from './session-values.ts'
import { unlistedChoice } from '../../shared/project-choices.ts'
import { userPick, useChoices } from './use-choices.tsx'
import styles from './session-form.module.css'

export interface SessionFormProps {
  /** Null for a new session. */
  session: ExploratorySession | null
  /** Why the session can no longer be changed; null while it can. */
  ended?: string | null
  onSaved: (sessionId: string) => void
  onCancel: () => void
}

export function SessionForm({ session, ended = null, onSaved, onCancel }: SessionFormProps) {
  const { key } = useProject()
  const may = useMay()
  const sendOrEnqueue = useSendOrEnqueue()
  const author = useMyself()
  const choices = useChoices()
  const [initial] = useState(() => formValuesOf(session, author.id))
  const save = async ({ values: typed, changes, expected }: Submission<FormValues>): Promise<string> => {
    const { id } = typed
    if (session === null) await sendOrEnqueue({ type: 'session/create', sessionId: id, values: writtenOf(typed) })
    else if (Object.keys(changes).length > 0)
      await sendOrEnqueue({
        type: 'session/update',
        sessionId: id,
        values: changeOf(changes),
        expected: changeOf(expected),
      })
    return id
  }
  const of = useForm<FormValues, string>({
    name: session === null ? `exploratory:new:${key}` : `exploratory:${session.id}`,
    initial,
    validate: problemsOf,
    ended,
    submit: async (_, submission) => {
      if (ended !== null) throw new Error(ended)
      return withRefusalToast(
        saveExisting(submission, { save, existingValues: existingSession, nameOf: sessionFieldName }),
      )
    },
    stored: storedAs(ExploratorySession, (stored) => formValuesOf(stored, author.id)),
    onDone: (id) => {
      toast.success(session === null ? TEXTS.exploratoryCreated : TEXTS.exploratoryUpdated)
      onSaved(id)
    },
  })
  const { form, field, values, change, requestClose, problem, isPending } = of
  // The id is part of the draft, so that a recovered draft creates the same session.
  const edit = (changes: Partial<FormValues>) => change({ ...changes, id: values.id })
  const title = field('title')
  const stored = userPick(session === null ? author : session.assignee)
  return (
    <form {...form} className={styles.form}>
      <EditNotes of={of} labels={partLabels(choices)} />
      <TextField
        {...title}
        label="Title"
        autoComplete="off"
        maxLength={LIMITS.exploratoryTitle + 1}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this form
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
          chosen={stored?.id === values.assigneeId ? stored : unlistedChoice(choices, values.assigneeId)}
          onChoose={(assigneeId) => edit({ assigneeId })}
          onClear={() => edit({ assigneeId: null })}
        />
        <MilestoneField
          value={values.milestoneId}
          error={field('milestoneId').error}
          choices={choices}
          current={session?.milestone}
          onValueChange={(milestoneId) => edit({ milestoneId })}
        />
        <EnvironmentField
          value={values.environmentId}
          error={field('environmentId').error}
          choices={choices}
          current={session?.environment}
          onValueChange={(environmentId) => edit({ environmentId })}
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
        none="Any"
        onValueChange={(configurations) => edit({ configurations })}
      />
      {may.isOn('requirements-mapping') && (
        <RequirementsField
          value={values.requirements}
          max={LIMITS.sessionRequirements}
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
      <InlineProblem>{problem}</InlineProblem>
      <DiscardQuestion of={of} onDiscard={onCancel} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={isPending} disabled={!isTitle(values.title)}>
          {session === null ? 'Create' : 'Save'}
        </Button>
        <Button onClick={() => requestClose(onCancel)}>Cancel</Button>
      </div>
    </form>
  )
}
