import { History } from 'lucide-react'
import { filter } from 'rxjs'
import type { z } from 'zod/mini'
import { listSettingsChanges, type Author } from '../../../contract/settings/change-log.ts'
import { SETTINGS_AREAS } from '../../../contract/settings/changes.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useProject, useResource, useApplication } from '../../application/context.tsx'
import { useLatest } from '../../shared/latest.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './change-log.module.css'
import { Entry } from './entry.tsx'

export type LogQuery = z.infer<typeof listSettingsChanges.query>

interface PortionProps {
  query: LogQuery
  /** Whether nothing older is loaded below it. */
  isLast: boolean
  onOlder: (before: number) => void
  onPeople: (people: readonly Author[]) => void
  onClearFilters: (() => void) | undefined
}

/** One page of the log. The newest page reloads after each save while it is the only one. */
export function Portion({ query, isLast, onOlder, onPeople, onClearFilters }: PortionProps) {
  const { send } = useApplication()
  const { key } = useProject()
  const isNewest = query.before === undefined
  const changes$ = useSettingsChanges(SETTINGS_AREAS)
  const latest = useLatest({ isFollowing: isNewest && isLast, onPeople })
  const load = async () => {
    const log = await send(listSettingsChanges, { params: { projectKey: key }, query })
    latest().onPeople(log.people)
    return log
  }
  const { value, failure, isLoading, retry } = useResource(load, {
    follow: () => changes$.pipe(filter(() => latest().isFollowing)),
  })

  if (value === null)
    return failure === null ? (
      <PortionSkeleton />
    ) : (
      <ProblemState title="The change log did not load" onRetry={retry} isRetrying={isLoading}>
        {messageOf(failure)}
      </ProblemState>
    )
  if (value.items.length === 0 && isNewest)
    return onClearFilters ? (
      <EmptyState title="No change matches" actions={<Button onClick={onClearFilters}>Clear filters</Button>}>
        Change or clear a filter.
      </EmptyState>
    ) : (
      <EmptyState icon={<History aria-hidden />} title="No changes yet">
        Every change to these settings is listed here, with the previous values.
      </EmptyState>
    )
  const { items, older } = value
  return (
    <>
      {items.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {isLast && older !== null && (
        <div className={styles.more}>
          <Button onClick={() => onOlder(older)}>Load older changes</Button>
        </div>
      )}
    </>
  )
}

function PortionSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading changes">
      {[180, 240, 140].map((width) => (
        <div key={width} className={styles.entry}>
          <Skeleton width={28} height={28} />
          <div className={styles.body}>
            <Skeleton width={width} />
            <Skeleton width={width + 120} />
          </div>
        </div>
      ))}
    </div>
  )
}
