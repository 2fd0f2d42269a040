/** Which framework reporting is to be set up for: each has a guide at an address of its own. */
import { useProject } from '../../boot/context.tsx'
import { gettingStartedHref } from '../../shared/routes.ts'
import { PlainLink } from '../../ui/link.tsx'
import { GettingStartedPage } from './getting-started-page.tsx'
import styles from './getting-started.module.css'
import { REPORTING_AGENTS } from './reporting-agents.ts'

export function GettingStarted() {
  const { key } = useProject()
  return (
    <GettingStartedPage>
      <p className={styles.words}>
        A launch is one run of your automated tests, shown live. Which framework are your tests written in?
      </p>
      <ul className={styles.frameworks} aria-label="Frameworks">
        {REPORTING_AGENTS.map(({ id, name, install }) => (
          <li key={id}>
            <PlainLink href={gettingStartedHref(key, id)}>{name}</PlainLink>
            <code>{install}</code>
          </li>
        ))}
      </ul>
    </GettingStartedPage>
  )
}
