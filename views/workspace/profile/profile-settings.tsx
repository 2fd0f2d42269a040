import { useState } from 'react'
import { HOMEPAGES, getHomepage, setHomepage, type Homepage } from '../../../contract/workspace/homepage.ts'
import { updateProfile } from '../../../contract/workspace/profile.ts'
import { SignedInUser } from '../../../contract/session/session.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useResource, useSession } from '../../application/context.tsx'
import { EditNotes, plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { useOptimistic } from '../../shared/forms/use-optimistic.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './profile.module.css'

export function ProfileSettings() {
  // After a save the form restarts from the saved values.
  const [round, setRound] = useState(0)
  return (
    <div className={styles.column}>
      <NamesForm key={round} onSaved={() => setRound(round + 1)} />
      <HomepageChoice />
    </div>
  )
}

function NamesForm({ onSaved }: { onSaved: () => void }) {
  const { session, send } = useApplication()
  const { user } = useSession()
  const isNewEmail = (email: string) => email.trim() !== user.email
  const of = useForm({
    name: 'profile',
    initial: { ...namesOf(user), currentPassword: '' },
    stored: storedAs(SignedInUser, (stored) => ({ ...namesOf(stored), currentPassword: '' })),
    secrets: ['currentPassword'],
    schema: updateProfile.body,
    validate: ({ email, currentPassword }) =>
      isNewEmail(email) && currentPassword === '' ? { currentPassword: TEXTS.currentPasswordNeeded } : {},
    submit: ({ email, currentPassword }, { changes, expected }) => {
      const { currentPassword: _, ...changed } = changes
      const { currentPassword: __, ...seen } = expected
      return send(updateProfile, {
        body: { ...changed, expected: seen, ...(isNewEmail(email) ? { currentPassword } : {}) },
      })
    },
    onDone: (changed) => {
      session.send({ type: 'user/changed', user: changed })
      toast.success(TEXTS.profileUpdated)
      onSaved()
    },
  })
  const { form, field, problem, isPending, values } = of
  return (
    <form {...form} className={styles.section}>
      <h2>Name and e-mail</h2>
      <EditNotes of={of} labels={LABELS} />
      <div className={styles.pair}>
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
      </div>
      <TextField {...field('email')} label="E-mail" type="email" autoComplete="email" />
      {isNewEmail(values.email) && (
        <TextField
          {...field('currentPassword')}
          label="Current password"
          type="password"
          autoComplete="current-password"
          description="Needed to change your e-mail address."
        />
      )}
      <InlineProblem>{problem}</InlineProblem>
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

const namesOf = ({ firstName, lastName, email }: SignedInUser) => ({ firstName, lastName, email })

const LABELS = plainLabels<ReturnType<typeof namesOf>>({
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
})

const HOMEPAGE_LABELS: Record<Homepage, string> = {
  projects: 'All projects',
  'last-project': 'The project I opened last',
}

function HomepageChoice() {
  const { send } = useApplication()
  const { value, failure, change, retry } = useResource(() => send(getHomepage))
  const { shown, isSaving, set } = useOptimistic({
    source: value,
    read: (loaded): Homepage => loaded?.homepage ?? 'projects',
    save: async (homepage) => change(await send(setHomepage, { body: { homepage } })),
    onSaved: () => toast.success(TEXTS.homepageUpdated),
  })
  return (
    <section className={styles.section}>
      <h2>Homepage</h2>
      {value === null && failure !== null ? (
        <ProblemState title="The homepage did not load" onRetry={retry}>
          {messageOf(failure)}
        </ProblemState>
      ) : (
        <Select
          label="Start page"
          value={shown}
          aria-busy={isSaving || value === null}
          options={HOMEPAGES.map((homepage) => ({ value: homepage, label: HOMEPAGE_LABELS[homepage] }))}
          onValueChange={(homepage) => set(homepage as Homepage)}
        />
      )}
    </section>
  )
}
