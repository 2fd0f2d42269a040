import { useApplication } from '../../application/context.tsx'
import { PROVIDER_TEXTS } from '../../../contract/workspace/identity-provider-texts.ts'
import {
  PROVIDER_LOGO_TEXTS,
  setProviderLogo,
  removeProviderLogo,
  type IdentityProvider,
} from '../../../contract/workspace/identity-providers.ts'
import { PictureButtons } from '../../shared/picture/picture-buttons.tsx'
import { ProviderIcon } from '../../shared/provider-icon.tsx'
import styles from './single-sign-on.module.css'

interface ProviderLogoProps {
  provider: Pick<IdentityProvider, 'id' | 'logoUrl'>
  onChanged: (changed: IdentityProvider) => void
}

/** Logo for the list and the sign-in page, saved immediately (SSO-02). */
export function ProviderLogo({ provider: { id, logoUrl }, onChanged }: ProviderLogoProps) {
  const { send } = useApplication()
  return (
    <div className={styles.logoRow}>
      <span className={styles.logo}>
        <ProviderIcon logoUrl={logoUrl} />
      </span>
      <PictureButtons
        noun="logo"
        isThere={logoUrl !== null}
        words={{
          upload: 'Upload logo',
          change: 'Change logo',
          wrongType: PROVIDER_LOGO_TEXTS.wrongType,
          saved: PROVIDER_TEXTS.logoSaved,
          removed: PROVIDER_TEXTS.logoRemoved,
          askToRemove: 'Remove the logo of this provider?',
        }}
        without="A shield is shown instead."
        save={async (image) => onChanged(await send(setProviderLogo, { params: { providerId: id }, body: { image } }))}
        remove={async () => onChanged(await send(removeProviderLogo, { params: { providerId: id } }))}
      />
    </div>
  )
}
