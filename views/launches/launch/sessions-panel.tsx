/** Side panel with the browser and device sessions of a test (TESTS-19). */
import { X } from 'lucide-react'
import type { LaunchTest } from '../../../contract/launches/launch-tests.ts'
import { listTestSessions, type TestSession } from '../../../contract/launches/test-details.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { Duration } from '../../ui/text/duration.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ResizablePane } from '../../ui/layout/resizable-pane.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { ArtifactList } from '../artifact-list.tsx'
import styles from './sessions-panel.module.css'

export function SessionsPanel({ test, onClose }: { test: LaunchTest; onClose: () => void }) {
  return (
    <ResizablePane name="sessions" label="Sessions" side="end" initialWidth={400} minWidth={280}>
      <header className={styles.head}>
        <h2>
          Sessions <span>{test.name}</span>
        </h2>
        <IconButton size="sm" label="Close sessions" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <Sessions key={test.id} test={test} />
    </ResizablePane>
  )
}

function Sessions({ test }: { test: LaunchTest }) {
  const { sendRead } = useApplication()
  const { key } = useProject()
  const { value, failure, isLoading, retry } = useResource(() =>
    sendRead(listTestSessions, { params: { projectKey: key, launchId: test.launchId, testId: test.id } }),
  )
  if (value === null)
    return failure === null ? (
      <div className={styles.session}>
        <Skeleton width={180} />
        <Skeleton width={120} />
      </div>
    ) : (
      <ProblemState title="Sessions did not load" onRetry={retry} isRetrying={isLoading}>
        {messageOf(failure)}
      </ProblemState>
    )
  if (value.items.length === 0)
    return <EmptyState title="No sessions">This test ran without a browser or device.</EmptyState>
  return (
    <div className={styles.all}>
      {value.items.map((session) => (
        <SessionFacts key={session.id} session={session} />
      ))}
    </div>
  )
}

const looks = {
  RUNNING: { kind: 'running', words: 'Running' },
  COMPLETED: { kind: 'passed', words: 'Completed' },
  FAILED: { kind: 'failed', words: 'Failed' },
} as const

function SessionFacts({ session }: { session: TestSession }) {
  const { kind, words } = looks[session.status]
  const facts: [string, string | null][] = [
    ['Browser', [session.browser, session.browserVersion].filter(Boolean).join(' ')],
    ['Platform', [session.platform, session.platformVersion].filter(Boolean).join(' ')],
    ['Device', session.device],
    ['Session', session.sessionId],
    ['Failure', session.failureReason],
  ]
  const spanMs =
    session.startedAt !== null && session.endedAt !== null
      ? Date.parse(session.endedAt) - Date.parse(session.startedAt)
      : null
  return (
    <section className={styles.session}>
      <div className={styles.line}>
        <StatusTag kind={kind}>{words}</StatusTag>
        {session.startedAt !== null && <RelativeTime at={session.startedAt} />}
        {spanMs !== null && <Duration ms={spanMs} />}
      </div>
      <dl>
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <ArtifactList artifacts={session.artifacts} />
    </section>
  )
}
