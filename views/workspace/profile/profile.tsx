/** The signed-in user's account; the address selects the section. */
import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { TEXTS } from '../../../contract/texts.ts'
import { useSession } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { profileHref, type ProfileTab } from '../../shared/routes.ts'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { ApiAccess } from './api-access.tsx'
import { Password } from './password.tsx'
import { Photo } from './photo.tsx'
import styles from './profile.module.css'
import { Security } from './security/security.tsx'
import { ProfileSettings } from './profile-settings.tsx'
import { tabsOf } from './tabs.ts'

const SECTIONS: Record<ProfileTab, ReactNode> = {
  profile: <ProfileSettings />,
  'api-access': <ApiAccess />,
  password: <Password />,
  security: <Security />,
}

export function Profile() {
  const { user } = useSession()
  const wanted = new URLSearchParams(useSearch()).get('tab') ?? 'profile'
  const tabs = tabsOf(user)
  const open = tabs.find(({ id }) => id === wanted) ?? tabs[0]
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username
  return (
    <Page
      title={name}
      documentTitle="Profile"
      status={<Photo name={name} />}
      meta={
        <>
          <span>
            <span className={styles.term}>Username</span> {user.username}
          </span>
          <span>
            <span className={styles.term}>Service URL</span> <code className={styles.url}>{location.origin}</code>
            <CopyButton
              isIcon
              value={location.origin}
              label="Copy service URL"
              onCopied={() => toast.success(TEXTS.valueCopied('Service URL'))}
            />
          </span>
        </>
      }
      tabs={
        <Tabs
          label="Profile"
          selected={open?.id ?? 'profile'}
          items={tabs.map((tab) => ({ ...tab, href: profileHref(tab.id) }))}
        />
      }
      isPadded
    >
      {open !== undefined && SECTIONS[open.id]}
    </Page>
  )
}
