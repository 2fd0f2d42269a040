/** The workspace settings that the reader may open (WNAV-20). */
import { useMay, useSession, useApplication } from '../../boot/context.tsx'
import { PictureButtons } from '../../shared/picture/picture-buttons.tsx'
import { Logo } from '../../shared/logo.tsx'
import { TEXTS } from '../../../contract/texts.ts'
import { usePlanService } from '../use-users.ts'
import { SettingsCards } from '../../shared/settings/settings-cards.tsx'
import { WORKSPACE_SETTINGS, WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import styles from './overview-page.module.css'

export function OverviewPage() {
  return (
    <WorkspacePage title="Settings">
      <div className={styles.page}>
        <WorkspaceLogo />
        <SettingsCards pages={WORKSPACE_SETTINGS} groups={['People and access', 'Connections', 'Workspace']} />
      </div>
    </WorkspacePage>
  )
}

/** Logo of the workspace, for people who manage its plan and features (WNAV-19, WNAV-21). */
function WorkspaceLogo() {
  const may = useMay()
  const plan = usePlanService()
  const { session } = useApplication()
  const { workspace } = useSession()
  if (!may.has('billing:manage')) return null
  // Renewing the session loads the changed workspace, in this tab and the others.
  const renew = () => session.send({ type: 'session/renew' })
  return (
    <section className={styles.logo} aria-label="Workspace logo">
      <Logo url={workspace.logoUrl} />
      <strong>{workspace.name}</strong>
      <PictureButtons
        noun="logo"
        isThere={workspace.logoUrl !== null}
        words={{
          upload: 'Upload logo',
          change: 'Change logo',
          wrongType: TEXTS.logoType,
          saved: TEXTS.logoUpdated,
          removed: TEXTS.logoDeleted,
          askToRemove: 'Remove the logo of this workspace?',
        }}
        without="The mark of Assay is shown instead."
        save={async (image) => {
          await plan.setLogo(image)
          renew()
        }}
        remove={async () => {
          await plan.removeLogo()
          renew()
        }}
      />
    </section>
  )
}
