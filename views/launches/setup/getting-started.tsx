/** Choice of the framework to connect; each has a guide with its own address. */
import { ExternalLink } from 'lucide-react'
import { useProject } from '../../application/context.tsx'
import { gettingStartedHref } from '../../shared/routes.ts'
import { Link, PlainLink } from '../../ui/controls/link.tsx'
import { GettingStartedPage } from './getting-started-page.tsx'
import styles from './getting-started.module.css'
import { GROUPS } from './guide.ts'
import { GUIDES } from './guides.ts'

const OUTSIDE = { target: '_blank', rel: 'noreferrer' } as const
const PLAYWRIGHT_HREF = 'https://github.com/zebrunner/javascript-agent-playwright#readme'
const DOCUMENTATION_HREF = 'https://zebrunner.com/documentation/'

export function GettingStarted() {
  const { key } = useProject()
  return (
    <GettingStartedPage>
      <p className={styles.words}>
        A launch is one run of your automated tests, shown live. Which framework are your tests written in?
      </p>
      {GROUPS.map((group) => (
        <section key={group} className={styles.group}>
          <h2 id={`frameworks-${GROUPS.indexOf(group)}`}>{group}</h2>
          <ul className={styles.frameworks} aria-labelledby={`frameworks-${GROUPS.indexOf(group)}`}>
            {GUIDES.filter((guide) => guide.group === group).map(({ id, name, agent }) => (
              <li key={id}>
                <PlainLink href={gettingStartedHref(key, id)}>{name}</PlainLink>
                <code>{agent}</code>
              </li>
            ))}
            {group === 'Javascript' && (
              <li>
                <PlainLink className={styles.outside} href={PLAYWRIGHT_HREF} {...OUTSIDE}>
                  Playwright <ExternalLink aria-label="opens in a new tab" />
                </PlainLink>
                <code>javascript-agent-playwright</code>
              </li>
            )}
          </ul>
        </section>
      ))}
      <p className={styles.words}>
        More settings are in the{' '}
        <Link href={DOCUMENTATION_HREF} {...OUTSIDE}>
          documentation of the agents
        </Link>
        . No agent for your framework? Report with the <Link href="/api/docs">reporting API</Link>.
      </p>
    </GettingStartedPage>
  )
}
