/** Results of the case in other runs, newest first; loaded on demand. */
import { useState } from 'react'
import { listCaseExecutions } from '../../../contract/cases/executions.ts'
import { kindOf } from '../../../contract/launches/launches.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useCanOpen, useProject, useResource, useApplication } from '../../application/context.tsx'
import { displayedKind } from '../../shared/launch-labels.ts'
import { testCaseHref, testHref, testRunHref } from '../../shared/routes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ColorTag } from '../../ui/marks/chip.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import styles from './attempts.module.css'

interface CaseHistoryProps {
  runId: number
  caseId: number
  caseKey: string
}

export function CaseHistory(props: CaseHistoryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.attempts} aria-label="Other results">
      <h3>Other results</h3>
      {isOpen ? (
        <Others {...props} />
      ) : (
        <Button size="sm" onClick={() => setOpen(true)}>
          Show results of other runs
        </Button>
      )}
    </section>
  )
}

function Others({ runId, caseId, caseKey }: CaseHistoryProps) {
  const { key } = useProject()
  const { send } = useApplication()
  const canOpen = useCanOpen()
  const { value, failure, retry } = useResource(() =>
    send(listCaseExecutions, { params: { projectKey: key, caseId }, query: { page: 1 } }),
  )
  if (failure !== null)
    return (
      <p className={styles.none}>
        {messageOf(failure)}{' '}
        <Button size="sm" onClick={retry}>
          Retry
        </Button>
      </p>
    )
  if (value === null) return <Skeleton width={160} />
  const others = value.items.filter((one) => one.kind !== 'run' || one.runId !== runId)
  if (others.length === 0) return <p className={styles.none}>No results in other runs or launches.</p>
  return (
    <>
      <ol>
        {others.map((one) => {
          const [href, words] =
            one.kind === 'run'
              ? [`${testRunHref(key, one.runId)}?case=${caseKey}`, one.runTitle]
              : [testHref(key, one.launchId, one.testId), `${one.launchName} #${one.launchNumber}`]
          return (
            <li key={one.kind === 'run' ? one.resultId : one.testId} className={styles.other}>
              {one.kind === 'run' ? (
                <ColorTag colorHex={one.status.colorHex}>{one.status.name}</ColorTag>
              ) : (
                <StatusTag kind={displayedKind(kindOf(one))} />
              )}
              <span className={styles.by}>
                {canOpen(href) ? <Link href={href}>{words}</Link> : words} <RelativeTime at={one.startedAt} />
              </span>
            </li>
          )
        })}
      </ol>
      {value._meta.total > value.items.length && (
        <Link href={`${testCaseHref(key, caseId)}?tab=executions`}>{`All ${value._meta.total} results`}</Link>
      )}
    </>
  )
}
