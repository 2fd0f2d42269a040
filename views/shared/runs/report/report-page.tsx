/** Frame of a report page: loading, error, and print. */
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../../services/http/api-error.ts'
import { useProject } from '../../../application/context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ProblemState } from '../../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Page } from '../../page/page.tsx'
import type { TrailNames } from '../../page/trail.ts'
import styles from './report.module.css'

interface ReportPageProps {
  /** Name of the run or plan; null while loading. */
  title: string | null
  names?: TrailNames
  failure: unknown
  onRetry: () => void
  /** Beside Print. */
  actions?: ReactNode
  children: ReactNode
}

export function ReportPage({ title, names, failure, onRetry, actions, children }: ReportPageProps) {
  const { name } = useProject()
  if (title === null)
    return (
      <Page title="Report" hasRule isPadded>
        {failure === null ? (
          <div className={styles.report} aria-busy>
            {[420, 300, 360, 280].map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        ) : (
          <ProblemState title="The report did not load" onRetry={onRetry}>
            {messageOf(failure)}
          </ProblemState>
        )}
      </Page>
    )
  return (
    <Page
      title={`Report: ${title}`}
      documentTitle={`Report: ${title} · ${name}`}
      {...(names ? { names } : {})}
      actions={
        <>
          {actions}
          <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
      hasRule
      isPadded
    >
      {children}
    </Page>
  )
}
