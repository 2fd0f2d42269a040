/** Console and network errors of a failed attempt, from its trace. */
import { ChevronRight, Globe, Terminal, TriangleAlert } from 'lucide-react'
import type { BrowserError, BrowserErrors as Answer } from '../../../contract/launches/test-details.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useResource } from '../../application/context.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { formatCount } from '../../ui/text/figures.ts'
import { browserErrorText } from '../browser-error-text.ts'
import { sinceText } from '../log-lines.ts'
import styles from './browser-errors.module.css'

interface BrowserErrorsProps {
  load: () => Promise<Answer>
  /** Moves steps and video to a time since the start of the attempt; null where neither is shown. */
  onTime: ((startMs: number) => void) | null
}

/** Mount it again for another attempt. */
export function BrowserErrors({ load, onTime }: BrowserErrorsProps) {
  const { value, failure, isLoading, retry } = useResource(load)
  if (failure !== null)
    return (
      <ProblemState title="Console and network did not load" isRetrying={isLoading} onRetry={retry}>
        {messageOf(failure)}
      </ProblemState>
    )
  if (value === null)
    return (
      <div aria-busy>
        <Skeleton width={180} />
      </div>
    )
  const { items, omitted, isComplete } = value
  return (
    <details className={styles.errors} open={items.length > 0 || undefined}>
      <summary>
        <ChevronRight aria-hidden />
        <h2>Console and network</h2>
        <span>{countsOf(items)}</span>
      </summary>
      {items.length === 0 && isComplete && <p className={styles.note}>The trace has no errors and no warnings.</p>}
      {omitted > 0 && <p className={styles.note}>{formatCount(omitted, 'more entry', 'more entries')} in the trace.</p>}
      <ol>
        {items.map((item, index) => (
          <Entry key={index} item={item} onTime={onTime} />
        ))}
      </ol>
      {!isComplete && <p className={styles.note}>The trace is damaged or too large. Only a part of it was read.</p>}
    </details>
  )
}

function Entry({ item, onTime }: { item: BrowserError; onTime: BrowserErrorsProps['onTime'] }) {
  const { startMs } = item
  const isWarning = item.kind === 'console' && item.level === 'warning'
  const Icon = item.kind === 'request' ? Globe : item.kind === 'console' ? Terminal : TriangleAlert
  const time = startMs === null ? '' : sinceText(startMs)
  return (
    <li data-level={isWarning ? 'warning' : 'error'}>
      <Icon aria-label={kindLabels[item.kind]} />
      {startMs === null || onTime === null ? (
        <time>{time}</time>
      ) : (
        <button type="button" onClick={() => onTime(startMs)} aria-label={`Go to ${time}`}>
          {time}
        </button>
      )}
      <p>
        {browserErrorText(item)}
        {item.kind !== 'request' && item.location !== null && <small>{item.location}</small>}
      </p>
    </li>
  )
}

const kindLabels = { console: 'Console', 'page-error': 'Uncaught error', request: 'Request' } as const

const countsOf = (items: readonly BrowserError[]): string => {
  const requests = items.filter(({ kind }) => kind === 'request').length
  const warnings = items.filter((item) => item.kind === 'console' && item.level === 'warning').length
  const errors = items.length - requests - warnings
  const counts = [
    errors > 0 ? formatCount(errors, 'error') : null,
    requests > 0 ? formatCount(requests, 'failed request') : null,
    warnings > 0 ? formatCount(warnings, 'warning') : null,
  ]
  return counts.filter((count) => count !== null).join(', ') || 'no errors'
}
