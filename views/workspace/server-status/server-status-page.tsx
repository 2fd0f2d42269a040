/** State of the server and of what it depends on, with the reasons why something is slow. */
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { interval } from 'rxjs'
import { concernsOf, getServerStatus, type ServerStatus } from '../../../contract/workspace/server-status.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useResource } from '../../application/context.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { formatSize } from '../../ui/text/format-size.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import styles from './server-status.module.css'

const REFRESH_MS = 10_000

export function ServerStatusPage() {
  const { send } = useApplication()
  const resource = useResource(() => send(getServerStatus), { follow: () => interval(REFRESH_MS) })
  const { value, failure, isLoading, retry } = resource
  return (
    <WorkspacePage title="Server status">
      {value !== null ? (
        <div className={styles.page}>
          {failure !== null && (
            <InlineProblem>{`The newest figures did not load: ${messageOf(failure)}`}</InlineProblem>
          )}
          <Concerns concerns={concernsOf(value)} />
          <Figures status={value} />
        </div>
      ) : failure !== null ? (
        <ProblemState title="The server status did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      ) : (
        <Skeleton height={320} />
      )}
    </WorkspacePage>
  )
}

function Concerns({ concerns }: { concerns: readonly string[] }) {
  return (
    <div aria-live="polite">
      {concerns.length === 0 ? (
        <p className={styles.fine}>
          <CircleCheck aria-hidden />
          Nothing slows the server down.
        </p>
      ) : (
        <ul className={styles.concerns}>
          {concerns.map((concern) => (
            <li key={concern}>
              <TriangleAlert aria-hidden />
              {concern}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Figures({ status }: { status: ServerStatus }) {
  const { calls, reporting, database, disk, launches, deliveries } = status
  return (
    <div className={styles.groups}>
      <Group title="Server">
        <Figure label="Host">{status.host}</Figure>
        <Figure label="Version">{status.version}</Figure>
        <Figure label="Started">
          <RelativeTime at={status.startedAt} />
        </Figure>
        <Figure label="Memory">{formatSize(status.memoryBytes)}</Figure>
        <Figure label="Delay of the process">{inMilliseconds(status.eventLoopDelay)}</Figure>
      </Group>
      <Group title={`Requests of the last ${status.minutes} minutes`}>
        <Figure label="Calls">{inFigures(calls.requests)}</Figure>
        <Figure label="Half of the calls took at most">{inMilliseconds(calls.p50)}</Figure>
        <Figure label="95 % took at most">{inMilliseconds(calls.p95)}</Figure>
        <Figure label="Calls of agents and reporters">{inFigures(reporting.requests)}</Figure>
        <Figure label="95 % of them took at most">{inMilliseconds(reporting.p95)}</Figure>
      </Group>
      <Group title="Live pages">
        <Figure label="Connections">{inFigures(status.liveConnections)}</Figure>
        <Figure label="Longest delay of a change">{inMilliseconds(status.eventDelay)}</Figure>
      </Group>
      <Group title="Database">
        <Figure label="Engine">{database.engine === 'pglite' ? 'Embedded' : 'PostgreSQL'}</Figure>
        <Figure label="Size">{formatSize(database.sizeBytes)}</Figure>
        <Figure label="Connections">{`${database.connections} of ${database.maxConnections}`}</Figure>
        <Figure label="Requests that wait for one">{inFigures(database.waiting)}</Figure>
        <Figure label="Oldest open transaction">{inMilliseconds(database.oldestTransaction)}</Figure>
        {database.replica !== null && (
          <Figure label="Read replica">
            {database.replica.problem !== null ? 'Not used' : `${inMilliseconds(database.replica.lag)} behind`}
          </Figure>
        )}
      </Group>
      <Group title="Disk of the data folder">
        <Figure label="Free">{disk === null ? '–' : formatSize(disk.freeBytes)}</Figure>
        <Figure label="Size">{disk === null ? '–' : formatSize(disk.sizeBytes)}</Figure>
      </Group>
      <Group title="Queues">
        <Figure label="Launches that wait for a worker">{inFigures(launches.queued)}</Figure>
        <Figure label="Launches that run">{inFigures(launches.running)}</Figure>
        <Figure label="Messages to be delivered">{inFigures(deliveries.pending)}</Figure>
        <Figure label="Failed at least once">{inFigures(deliveries.failing)}</Figure>
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      <dl>{children}</dl>
    </section>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const inMilliseconds = (value: number | null): string =>
  value === null ? '–' : value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`
