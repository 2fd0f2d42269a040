/** Reports of a project (NAV-14): a card for each, or a redirect to the only enabled one. */
import { ChartColumn, Timer } from 'lucide-react'
import { Redirect } from 'wouter'
import { useCanOpen, useProject } from '../../application/context.tsx'
import { Page } from '../../shared/page/page.tsx'
import { inProjectHref, paths } from '../../shared/routes.ts'
import { PlainLink } from '../../ui/controls/link.tsx'
import styles from './reports-page.module.css'

const REPORTS = [
  {
    pattern: paths.executionSummary,
    title: 'Execution summary',
    about: 'Pass rate and results of launches over time, by environment, suite, test class, milestone and label.',
    icon: <ChartColumn aria-hidden />,
  },
  {
    pattern: paths.durationAnalysis,
    title: 'Duration analysis',
    about: 'The slowest and most variable tests, those that grow slower, and what slowed one launch down.',
    icon: <Timer aria-hidden />,
  },
]

export function ReportsPage() {
  const { key, name } = useProject()
  const canOpen = useCanOpen()
  const open = REPORTS.map((report) => ({ ...report, href: inProjectHref(report.pattern, key) })).filter(({ href }) =>
    canOpen(href),
  )
  const [only] = open
  if (open.length === 1 && only !== undefined) return <Redirect to={only.href} replace />
  return (
    <Page title="Reports" documentTitle={`Reports · ${name}`} hasRule isPadded>
      <ul className={styles.cards}>
        {open.map(({ href, title, about, icon }) => (
          <li key={href} className={styles.card}>
            {icon}
            <h2>
              <PlainLink href={href}>{title}</PlainLink>
            </h2>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </Page>
  )
}
