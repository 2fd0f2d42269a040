/** The signed-in user's account; the address selects the section. */
import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useSession } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { profileHref, type ProfileTab } from '../../shared/routes.ts'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { ApiAccess } from './api-access.tsx'
import { Password } from './password.tsx'
import styles from './profile.module.css'
import { Security } from './security/security.tsx'
import { ProfileSettings } from './profile-settings.tsx'
import { tabsOf } from './tabs.ts'
import { removePhoto, setPhoto } from '../../../contract/workspace/profile.ts'
import { PictureButtons } from '../../shared/picture/picture-buttons.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'

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

/** `name`: the displayed name. Read-only users cannot change their photo. */
function Photo({ name }: { name: string }) {
  const { session, send } = useApplication()
  const { user } = useSession()
  return (
    <>
      <Avatar name={name} photoUrl={user.photoUrl} size={28} />
      {!user.readOnly && (
        <PictureButtons
          noun="photo"
          isThere={user.photoUrl !== null}
          words={{
            upload: 'Upload photo',
            change: 'Change photo',
            wrongType: TEXTS.photoType,
            saved: TEXTS.photoUpdated,
            removed: TEXTS.photoDeleted,
            askToRemove: 'Remove your photo?',
          }}
          without="Your initials are shown instead."
          save={async (image) =>
            session.send({ type: 'user/changed', user: await send(setPhoto, { body: { image } }) })
          }
          remove={async () => session.send({ type: 'user/changed', user: await send(removePhoto) })}
        />
      )}
    </>
  )
}
