/** The settings of the workspace that the reader may open (WNAV-20). */
import { SettingsCards } from '../../shared/settings/settings-cards.tsx'
import { WORKSPACE_SETTINGS, WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import styles from './overview-page.module.css'

export function OverviewPage() {
  return (
    <WorkspacePage title="Settings">
      <div className={styles.page}>
        <SettingsCards pages={WORKSPACE_SETTINGS} groups={['People and access', 'Connections', 'Workspace']} />
      </div>
    </WorkspacePage>
  )
}
