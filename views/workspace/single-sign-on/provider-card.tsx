import { MoreHorizontal, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { IdentityProvider } from '../../../contract/workspace/identity-providers.ts'
import { ProviderIcon } from '../../shared/provider-icon.tsx'
import { paths } from '../../shared/routes.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PlainLink } from '../../ui/controls/link.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { CertificateValidity, lastingOf } from './certificate-validity.tsx'
import { DeleteProvider } from './delete-provider.tsx'
import styles from './single-sign-on.module.css'

interface ProviderCardProps {
  provider: IdentityProvider
  isCurrent: boolean
  onDeleted: () => void
}

export function ProviderCard({ provider, isCurrent, onDeleted }: ProviderCardProps) {
  const { id, name, logoUrl, people, certificates, metadata, oidc, lastSignIn } = provider
  const [isAsked, setAsked] = useState(false)
  const lasting = lastingOf(certificates)
  return (
    <li className={styles.card} data-current={isCurrent || undefined}>
      <div className={styles.head}>
        <span className={styles.logo}>
          <ProviderIcon logoUrl={logoUrl} />
        </span>
        <div>
          <h2>
            <PlainLink
              href={paths.identityProvider.replace(':id', String(id))}
              aria-current={isCurrent ? 'true' : undefined}
            >
              {name}
            </PlainLink>
          </h2>
          <p>
            {oidc === null ? 'SAML 2.0' : 'OpenID Connect'}, {userCount(people)} in with it
          </p>
        </div>
        <Menu
          label={`Actions for ${name}`}
          align="end"
          trigger={
            <IconButton size="sm" label={`Actions for ${name}`}>
              <MoreHorizontal aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => setAsked(true)}>
            Delete
          </MenuItem>
        </Menu>
      </div>
      <dl className={styles.facts}>
        {oidc === null ? (
          <>
            <dt>Certificate</dt>
            <dd>{lasting === undefined ? 'none' : <CertificateValidity until={lasting.validUntil} />}</dd>
            <dt>Metadata</dt>
            <dd className={styles.file}>{metadata.url ?? metadata.file.name}</dd>
          </>
        ) : (
          <>
            <dt>Issuer</dt>
            <dd className={styles.file}>{provider.entityId}</dd>
            <dt>Client</dt>
            <dd className={styles.file}>{oidc.clientId}</dd>
          </>
        )}
        <dt>Last sign-in</dt>
        <dd>{lastSignIn === null ? 'never' : <RelativeTime at={lastSignIn} />}</dd>
      </dl>
      {isAsked && <DeleteProvider provider={provider} onClose={() => setAsked(false)} onDeleted={onDeleted} />}
    </li>
  )
}

const userCount = (people: number): string =>
  people === 0 ? 'nobody has signed' : `${people} ${people === 1 ? 'user signs' : 'people sign'}`
