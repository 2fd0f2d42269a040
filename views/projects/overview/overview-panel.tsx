/** A panel of the overview: the newest or next items of one kind, updated live, with a link to the full list. */
import type { ReactNode } from 'react'
import { auditTime, merge, Subject, type Observable } from 'rxjs'
import { LIMITS } from '../../../contract/limits.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource, type Follow } from '../../application/context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './overview.module.css'

/** Topics of one panel are connected within this time of each other. */
const CONNECTED_WITHIN_MS = 100

const inBatches = (follow: Follow): Observable<unknown> => {
  const missed$ = new Subject<null>()
  const news$ = follow(() => missed$.next(null))
  // In this order: a topic that is already connected emits synchronously on subscription.
  return merge(missed$.pipe(auditTime(CONNECTED_WITHIN_MS)), news$.pipe(auditTime(LIMITS.liveBatchInProgressMs)))
}

interface OverviewPanelProps<Value> {
  title: string
  /** Link to the full list. */
  all?: { href: string; label: string }
  /** Beside the title: a count or a period. */
  note?: (value: Value) => ReactNode
  load: () => Promise<Value>
  /** Changes of the shown items; `again` is called when some may have been missed. */
  follow: Follow
  children: (value: Value) => ReactNode
}

export function OverviewPanel<Value>({ title, all, note, load, follow, children }: OverviewPanelProps<Value>) {
  const { value, failure, isLoading, retry } = useResource(load, { follow: () => inBatches(follow) })
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {value !== null && note !== undefined && <span className={styles.note}>{note(value)}</span>}
        {all !== undefined && (
          <Link isAlone className={styles.all} href={all.href}>
            {all.label}
          </Link>
        )}
      </header>
      <div aria-busy={isLoading}>
        {value !== null ? (
          children(value)
        ) : failure === null ? (
          <div className={styles.loading}>
            {[210, 160, 240].map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        ) : (
          <p className={styles.failed} role="alert">
            {messageOf(failure)}
            <Button size="sm" isPending={isLoading} onClick={retry}>
              Retry
            </Button>
          </p>
        )}
      </div>
    </section>
  )
}
