/** Sign-in with an identity provider, and the reason when it failed (`?problem=`). */
import { useSearch } from 'wouter'
import { getWelcome } from '../../contract/session/session.ts'
import { isSsoProblem, SSO_PROBLEMS } from '../../contract/session/single-sign-on.ts'
import { messageOf } from '../../services/http/api-error.ts'
import { useApplication, useResource } from '../application/context.tsx'
import { paths } from '../shared/routes.ts'
import { ProblemState } from '../ui/layout/empty-state.tsx'
import { InlineProblem } from '../ui/forms/inline-problem.tsx'
import { ButtonLink, Link } from '../ui/controls/link.tsx'
import { AuthPage } from '../shared/auth/auth-page.tsx'
import { ProviderLinks } from './provider-links.tsx'
import styles from './session.module.css'

export function SingleSignOn() {
  const { send } = useApplication()
  const { value: welcome, failure, isLoading, retry } = useResource(() => send(getWelcome))
  const problem = new URLSearchParams(useSearch()).get('problem') ?? ''
  const words = isSsoProblem(problem) ? SSO_PROBLEMS[problem] : undefined
  if (welcome === null)
    return failure === null ? null : (
      <AuthPage title="Single sign-on">
        <ProblemState title="The server did not answer" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      </AuthPage>
    )
  const { identityProviders, workspaceName } = welcome
  if (identityProviders.length === 0)
    return (
      <AuthPage
        title="Single sign-on is not set up"
        lead="This workspace has no identity provider. Sign in with your username and password."
      >
        <ButtonLink href={paths.signIn} variant="primary" size="lg" isWide>
          Go to sign in
        </ButtonLink>
      </AuthPage>
    )
  return (
    <AuthPage
      title="Single sign-on"
      lead={workspaceName === null ? undefined : `Choose how to sign in to ${workspaceName}.`}
      foot={
        <p>
          <Link isAlone href={paths.signIn}>
            Sign in with a password
          </Link>
        </p>
      }
    >
      <div className={styles.done}>
        <InlineProblem>{words}</InlineProblem>
        <ProviderLinks providers={identityProviders} />
      </div>
    </AuthPage>
  )
}
