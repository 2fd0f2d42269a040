import { AuthPage } from './auth-page.tsx'
import { paths } from '../shared/routes.ts'
import { ButtonLink } from '../ui/link.tsx'

export function SingleSignOn() {
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
}
