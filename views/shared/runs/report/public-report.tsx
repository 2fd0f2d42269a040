/** A run's or plan's report for holders of its public link and passcode. */
import type { ReactNode } from 'react'
import type { PublicReport as Report } from '../../../../contract/public/public-access.ts'
import { messageOf } from '../../../../services/http/api-error.ts'
import { useResource } from '../../../application/context.tsx'
import { ProblemState } from '../../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { useDocumentTitle } from '../../public/public-page.tsx'
import { ReportView } from './report-view.tsx'
import styles from './report.module.css'

interface PublicReportProps<Shared> {
  load: () => Promise<Shared>
  /** Configurations that distinguish the runs of a plan. */
  runNames?: (shared: Shared) => ReadonlyMap<number, string>
  /** Sections of plans only. */
  children?: (shared: Shared) => ReactNode
}

export function PublicReport<Shared extends { title: string; closed: boolean; report: Report }>({
  load,
  runNames,
  children,
}: PublicReportProps<Shared>) {
  const { value, failure, retry } = useResource(load)
  useDocumentTitle(value?.title ?? 'Report')
  if (failure !== null)
    return (
      <ProblemState title="The report did not load" onRetry={retry}>
        {messageOf(failure)}
      </ProblemState>
    )
  if (value === null)
    return (
      <div aria-busy>
        <Skeleton width={320} height={24} />
      </div>
    )
  return (
    <>
      <h1 className={styles.title}>
        {value.title} <small>{value.closed ? 'Closed' : 'In progress'}</small>
      </h1>
      <ReportView
        projectKey={null}
        report={value.report}
        {...(runNames === undefined ? {} : { runNames: runNames(value) })}
      >
        {children?.(value)}
      </ReportView>
    </>
  )
}
