/** Name, logo and lead of a project, read-only for most members; links to its other settings. */
import { useState } from 'react'
import { useMay, useProject } from '../../application/context.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { KeyTile } from '../../ui/marks/key-tile.tsx'
import { SettingsCards } from '../../shared/settings/settings-cards.tsx'
import { settingsPages } from '../pages.ts'
import { SettingsPage } from '../settings-page.tsx'
import { ExportProject } from './export-project.tsx'
import styles from './general.module.css'
import { Logo } from './logo.tsx'
import { ProjectForm } from './project-form.tsx'

export function GeneralPage() {
  const project = useProject()
  const may = useMay()
  // After a save the form restarts from the saved values.
  const [round, setRound] = useState(0)
  return (
    <SettingsPage title="General">
      <div className={styles.page}>
        {may.inProject('settings:write') ? (
          <section className={styles.project} aria-label="Project">
            <Logo />
            <ProjectForm key={round} onOver={() => setRound(round + 1)} />
          </section>
        ) : (
          <ReadOnlyProject />
        )}
        <SettingsCards pages={settingsPages} groups={CARD_GROUPS} params={{ projectKey: project.key }} />
        {may.inProject('project:export') && <ExportProject />}
      </div>
    </SettingsPage>
  )
}

/** GENERAL-05 to 11. */
const CARD_GROUPS = ['Testing configuration', 'Access management'] as const

function ReadOnlyProject() {
  const { key, name, logoUrl, lead } = useProject()
  return (
    <section className={styles.project} aria-label="Project">
      <KeyTile projectKey={key} logoUrl={logoUrl} size="lg" />
      <dl className={styles.facts}>
        <div>
          <dt>Name</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Key</dt>
          <dd className={styles.key}>{key}</dd>
        </div>
        <div>
          <dt>Lead</dt>
          <dd className={styles.lead}>
            <Avatar name={lead?.displayName ?? null} photoUrl={lead?.photoUrl} />
            {lead?.displayName ?? 'Nobody'}
          </dd>
        </div>
      </dl>
    </section>
  )
}
