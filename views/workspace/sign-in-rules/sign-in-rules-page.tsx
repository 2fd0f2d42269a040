/** Sign-in rules of the workspace: required second factor and password policy. */
import { useState } from 'react'
import { SECURITY_TEXTS } from '../../../contract/workspace/account-security-texts.ts'
import {
  PASSWORD_LEAST_MOST,
  updateSignInPolicy,
  getSignInPolicy,
  type SignInPolicy,
} from '../../../contract/workspace/sign-in-policy.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { EditNotes, plainLabels } from '../../shared/forms/edit-notes.tsx'
import { storedAs, useForm } from '../../shared/forms/form.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { readUsersQuery, usersHref } from '../users/query.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './sign-in-rules.module.css'

export function SignInRulesPage() {
  const { send } = useApplication()
  const { value, failure, isLoading, retry, refresh } = useResource(() => send(getSignInPolicy))
  // After a save the form restarts from the saved values.
  const [round, setRound] = useState(0)
  return (
    <WorkspacePage title="Sign-in rules">
      {value !== null ? (
        <Rules
          key={`${round} ${JSON.stringify(value)}`}
          policy={value}
          usersWithoutFactor={value.usersWithoutFactor}
          onSaved={() => {
            setRound(round + 1)
            refresh()
          }}
        />
      ) : failure !== null ? (
        <ProblemState title="The rules did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      ) : (
        <Skeleton height={240} />
      )}
    </WorkspacePage>
  )
}

// A type, because an interface has no index signature.
// oxlint-disable-next-line typescript/consistent-type-definitions -- see above
type Values = Omit<SignInPolicy, 'passwordLeast'> & { passwordLeast: number | null }

const LABELS = plainLabels<Values>({
  secondFactorRequired: 'Everybody needs a second factor',
  secondFactorExemptsSso: 'Single sign-on is exempt',
  passwordLeast: 'Shortest password',
  refusesCommonPasswords: 'Refuse common passwords',
})

const valuesOf = ({
  secondFactorRequired,
  secondFactorExemptsSso,
  passwordLeast,
  refusesCommonPasswords,
}: SignInPolicy): Values => ({
  secondFactorRequired,
  secondFactorExemptsSso,
  passwordLeast,
  refusesCommonPasswords,
})

interface RulesProps {
  policy: SignInPolicy
  usersWithoutFactor: number
  onSaved: () => void
}

const WITHOUT = usersHref({ ...readUsersQuery(''), status: ['ACTIVE'], secondFactor: ['none'] })

function Rules({ policy, usersWithoutFactor, onSaved }: RulesProps) {
  const { send } = useApplication()
  const of = useForm({
    name: 'sign-in-rules',
    initial: valuesOf(policy),
    schema: updateSignInPolicy.body,
    submit: (_, { changes, expected }) => send(updateSignInPolicy, { body: { ...changes, expected } as never }),
    stored: storedAs(updateSignInPolicy.answer, valuesOf),
    onDone: () => {
      toast.success(SECURITY_TEXTS.policySaved)
      onSaved()
    },
  })
  const { form, field, values, change, problem, isPending } = of
  return (
    <form {...form} className={styles.form}>
      <EditNotes of={of} labels={LABELS} />
      <section className={styles.section} aria-labelledby="second-factor">
        <h2 id="second-factor">Second factor</h2>
        <Checkbox
          checked={values.secondFactorRequired}
          onCheckedChange={(secondFactorRequired) => change({ secondFactorRequired })}
        >
          Everybody needs a second factor
        </Checkbox>
        <p className={styles.words}>
          Whoever has none sets one up before anything else, also who is signed in now. Access tokens of agents are not
          affected.{' '}
          {usersWithoutFactor === 0 ? (
            'Every active user has one.'
          ) : (
            <Link href={WITHOUT}>
              {usersWithoutFactor === 1 ? '1 active user has none' : `${usersWithoutFactor} active users have none`}
            </Link>
          )}
        </p>
        <Checkbox
          checked={values.secondFactorExemptsSso}
          onCheckedChange={(secondFactorExemptsSso) => change({ secondFactorExemptsSso })}
        >
          Users of single sign-on are exempt: their identity provider verifies them
        </Checkbox>
      </section>
      <section className={styles.section} aria-labelledby="passwords">
        <h2 id="passwords">Passwords</h2>
        <NumberField
          {...field('passwordLeast')}
          label="Shortest password"
          description="Characters. Checked when a password is next set."
          min={8}
          max={PASSWORD_LEAST_MOST}
        />
        <Checkbox
          checked={values.refusesCommonPasswords}
          onCheckedChange={(refusesCommonPasswords) => change({ refusesCommonPasswords })}
        >
          Refuse common passwords, such as “Password123!” and rows of keys
        </Checkbox>
      </section>
      <InlineProblem>{problem}</InlineProblem>
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          Save rules
        </Button>
      </div>
    </form>
  )
}
