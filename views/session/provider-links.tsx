import { useSearch } from 'wouter'
import { ssoLoginHref } from '../../contract/session/single-sign-on.ts'
import type { IdentityProviderName } from '../../machines/session/sign-in.machine.ts'
import { ProviderIcon } from '../shared/provider-icon.tsx'
import { wantedAfterSignIn } from '../shared/routes.ts'
import { ButtonLink } from '../ui/controls/link.tsx'
import styles from './session.module.css'

/** Sign-in with identity providers, returning to the page that the visitor wanted. */
export function ProviderLinks({ providers }: { providers: readonly IdentityProviderName[] }) {
  const wanted = wantedAfterSignIn(useSearch())
  return (
    <div className={styles.providers}>
      {providers.map(({ id, name, logoUrl }) => (
        <ButtonLink key={id} href={ssoLoginHref(id, wanted)} icon={<ProviderIcon logoUrl={logoUrl} />} size="lg" isWide>
          Continue with {name}
        </ButtonLink>
      ))}
    </div>
  )
}
