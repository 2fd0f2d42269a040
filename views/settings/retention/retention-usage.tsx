import { bytesOf, getRetentionUsage, type RetentionUsage as Usage } from '../../../contract/settings/retention.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { formatSize } from '../../ui/text/format-size.ts'
import { formatCount, inFigures } from '../../ui/text/figures.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { formatAmounts } from './retention-text.ts'
import styles from './retention.module.css'

/** What is stored, and what the last run deleted. */
export function RetentionUsage() {
  const { key } = useProject()
  const { send } = useApplication()
  const { value, failure, isLoading, retry } = useResource(() =>
    send(getRetentionUsage, { params: { projectKey: key } }),
  )
  return (
    <section className={styles.section} aria-label="Stored now">
      <h2>Stored now</h2>
      {value === null && failure !== null && (
        <ProblemState title="The usage did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {value === null && failure === null && <Skeleton height={160} />}
      {value !== null && <Amounts usage={value} />}
    </section>
  )
}

function Amounts({ usage: { stored, uncounted, lastRun } }: { usage: Usage }) {
  const rows = [
    { label: 'Launches', count: stored.launches, bytes: null },
    { label: 'Log lines', count: stored.logLines, bytes: stored.logBytes },
    { label: 'Attachments', count: stored.attachments, bytes: stored.attachmentBytes },
    { label: 'Videos', count: stored.videos, bytes: stored.videoBytes },
    { label: 'Exploratory media', count: stored.media, bytes: stored.mediaBytes },
    { label: 'Together', count: null, bytes: bytesOf(stored) },
  ]
  return (
    <>
      <table className={styles.usage}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Number</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, count, bytes }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{count === null ? '' : inFigures(count)}</td>
              <td>{bytes === null ? '' : formatSize(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Logs and files are counted once a launch has ended
        {uncounted > 0 && `; ${formatCount(uncounted, 'launch is', 'launches are')} not counted yet`}. A file that
        several launches contain is stored once, and counted for each of them.
      </p>
      <p>
        {lastRun === null ? (
          'Nothing was deleted by retention yet.'
        ) : (
          <>
            Last run <RelativeTime at={lastRun.at} />:{' '}
            {lastRun.deleted === null
              ? 'it is not finished'
              : (formatAmounts(lastRun.deleted) ?? 'nothing was to be deleted')}
            .
          </>
        )}
      </p>
    </>
  )
}
