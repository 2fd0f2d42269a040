import { useLocation, useSearch } from 'wouter'
import { readSignInTest, type IdentityProvider } from '../../../contract/workspace/identity-providers.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource, useApplication } from '../../application/context.tsx'
import { paths } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './single-sign-on.module.css'

/** Outcome of a test sign-in, from the address (`?test=`). */
export function TestOutcome({ provider }: { provider: IdentityProvider }) {
  const testId = new URLSearchParams(useSearch()).get('test')
  return testId === null ? null : <Outcome key={testId} provider={provider} testId={testId} />
}

function Outcome({ provider: { id, name, type }, testId }: { provider: IdentityProvider; testId: string }) {
  const { send } = useApplication()
  const [, navigate] = useLocation()
  const { value: outcome, failure } = useResource(() =>
    send(readSignInTest, { params: { providerId: id, signInTestId: testId } }),
  )
  const close = () => navigate(paths.identityProvider.replace(':id', String(id)), { replace: true })
  const facts =
    outcome === null || outcome.problem !== null
      ? []
      : [
          [type === 'OIDC' ? 'Subject' : 'NameID', outcome.nameId ?? ''],
          ['E-mail address', outcome.email ?? 'none: nobody can sign in for the first time'],
          ['Name', `${outcome.firstName} ${outcome.lastName}`.trim() || 'none'],
          ['Groups', outcome.groups.join(', ') || 'none'],
          ...outcome.attributes.map((one) => [
            `${type === 'OIDC' ? 'Claim' : 'Attribute'} ${one.name}`,
            one.values.join(', '),
          ]),
        ]
  return (
    <Dialog title={`Test of ${name}`} onClose={close} footer={<Button onClick={close}>Close</Button>}>
      <div className={styles.outcome}>
        {failure !== null && <InlineProblem>{messageOf(failure)}</InlineProblem>}
        {outcome === null && failure === null && <Skeleton width={240} />}
        {outcome?.problem != null && <InlineProblem>{outcome.problem}</InlineProblem>}
        {facts.length > 0 && (
          <>
            <p>The provider’s answer is valid. Nobody was signed in.</p>
            <dl className={styles.facts}>
              {facts.map(([label, value]) => [<dt key={`${label} label`}>{label}</dt>, <dd key={label}>{value}</dd>])}
            </dl>
          </>
        )}
      </div>
    </Dialog>
  )
}
