/** A project's name, logo and lead, for those who run it to change and for all others to read; below, the ways to its other settings. */
import { useState } from 'react'
import { pathOf } from '../../../contract/call.ts'
import { useCanOpen, useMay, useProject } from '../../boot/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { KeyTile } from '../../ui/key-tile.tsx'
import { PlainLink } from '../../ui/link.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { cardGroups } from './cards.ts'
import styles from './general.module.css'
import { Logo } from './logo.tsx'
import { ProjectForm } from './project-form.tsx'

export function GeneralPage() {
  const project = useProject()
  const may = useMay()
  const canOpen = useCanOpen()
  // A saved form is done with; the next edit begins with what was saved.
  const [round, setRound] = useState(0)
  const hrefOf = (pattern: string) => pathOf(pattern, { projectKey: project.key })
  const groups = cardGroups((pattern) => canOpen(hrefOf(pattern)))
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
        {groups.map(({ title, cards }) => (
          <section key={title} className={styles.group} aria-label={title}>
            <h2>{title}</h2>
            <ul className={styles.cards}>
              {cards.map(({ label, about, pattern }) => (
                <li key={pattern} className={styles.card}>
                  <PlainLink href={hrefOf(pattern)}>{label}</PlainLink>
                  <span>{about}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </SettingsPage>
  )
}

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
