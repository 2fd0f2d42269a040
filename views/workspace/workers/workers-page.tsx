/** Workers, their tokens, and concurrency limits of projects. */
import { auditTime } from 'rxjs'
import { LIMITS } from '../../../contract/limits.ts'
import { topics } from '../../../contract/live.ts'
import {
  listWorkers,
  listWorkerTokens,
  listLaunchLimits,
  type LaunchLimit,
  type Worker,
} from '../../../contract/launchers/workers.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { useApplication, useResource, useSession } from '../../application/context.tsx'
import { WorkspacePage } from '../../shared/settings/workspace-page.tsx'
import { Count } from '../../ui/marks/count.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { DataList, type Column } from '../../ui/lists/data-list.tsx'
import { InlineProblem } from '../../ui/forms/inline-problem.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { LimitButton } from './limit-dialog.tsx'
import { WorkerTokens } from './worker-tokens.tsx'
import styles from './workers.module.css'

export function WorkersPage() {
  const { live, send } = useApplication()
  const { tenant } = useSession().workspace
  const read = async () => {
    const [workers, tokens, limits] = await Promise.all([
      send(listWorkers),
      send(listWorkerTokens),
      send(listLaunchLimits),
    ])
    return {
      workers: workers.items,
      queued: workers.queued,
      tokens: tokens.items,
      limits: limits.items.map((limit) => ({ ...limit, id: limit.projectId })),
    }
  }
  const { value, failure, isLoading, retry, refresh } = useResource(read, {
    follow: (again) => live.followNews(topics.launchQueue(tenant), again).pipe(auditTime(LIMITS.liveBatchMs)),
  })
  return (
    <WorkspacePage title="Workers">
      {value !== null ? (
        <div className={styles.page}>
          <section className={styles.section} aria-labelledby="workers">
            <div className={styles.head}>
              <div>
                <h2 id="workers">Connected workers</h2>
                <p aria-live="polite">{queueText(value.queued)}</p>
              </div>
            </div>
            {failure !== null && (
              <InlineProblem>{`The newest figures did not load: ${messageOf(failure)}`}</InlineProblem>
            )}
            <Workers workers={value.workers} />
          </section>
          <WorkerTokens tokens={value.tokens} onChanged={refresh} />
          <section className={styles.section} aria-labelledby="limits">
            <div>
              <h2 id="limits">Launches at once</h2>
              <p>Projects take turns. A limit keeps one of them from taking every free place.</p>
            </div>
            <Limits limits={value.limits} onChanged={refresh} />
          </section>
        </div>
      ) : failure !== null ? (
        <ProblemState title="Workers did not load" onRetry={retry} isRetrying={isLoading}>
          {messageOf(failure)}
        </ProblemState>
      ) : (
        <Skeleton height={240} />
      )}
    </WorkspacePage>
  )
}

const queueText = (queued: number): string =>
  queued === 0 ? 'No launch waits.' : queued === 1 ? '1 launch waits.' : `${queued} launches wait.`

const DRIVER_LABELS = { kubernetes: 'Kubernetes', container: 'Containers', process: 'Processes' }

function Workers({ workers }: { workers: readonly Worker[] }) {
  if (workers.length === 0)
    return (
      <EmptyState title="No worker is connected">
        Launches wait until one is. Create a token, and start a worker with it on any machine that has a container
        service.
      </EmptyState>
    )
  return <DataList label="Connected workers" rows={workers} columns={WORKER_COLUMNS} isStacked />
}

const WORKER_COLUMNS: readonly Column<Worker>[] = [
  {
    header: 'Worker',
    width: 'minmax(160px, 2fr)',
    className: styles.name,
    cell: ({ name, isServer }) => (
      <>
        {name}
        {isServer && <span className={styles.quiet}> part of the server</span>}
      </>
    ),
  },
  {
    header: 'Labels',
    width: 'minmax(80px, 1fr)',
    cell: ({ labels }) => (labels.length === 0 ? <span className={styles.quiet}>None</span> : labels.join(', ')),
  },
  {
    header: 'Runs in',
    width: 'minmax(120px, 1fr)',
    cell: ({ drivers }) =>
      drivers.length === 0 ? (
        <span className={styles.quiet}>No container service</span>
      ) : (
        drivers.map((driver) => DRIVER_LABELS[driver]).join(', ')
      ),
  },
  {
    header: 'Launches',
    width: '80px',
    align: 'end',
    cell: ({ running, concurrency }) => `${running} of ${concurrency}`,
  },
  {
    header: 'Last seen',
    width: 'minmax(100px, 1fr)',
    cell: ({ isConnected, seenAt }) =>
      isConnected ? (
        'Connected'
      ) : (
        <span>
          Lost, seen <RelativeTime at={seenAt} />
        </span>
      ),
  },
]

type Limit = LaunchLimit & { id: number }

function Limits({ limits, onChanged }: { limits: readonly Limit[]; onChanged: () => void }) {
  if (limits.length === 0) return <EmptyState title="There are no projects">Create one to run launches.</EmptyState>
  return (
    <DataList
      label="Launches at once"
      rows={limits}
      columns={[
        ...LIMIT_COLUMNS,
        {
          header: 'At once',
          width: 'minmax(80px, 1fr)',
          align: 'end',
          cell: (limit) => <LimitButton limit={limit} onChanged={onChanged} />,
        },
      ]}
      isStacked
    />
  )
}

const LIMIT_COLUMNS: readonly Column<Limit>[] = [
  { header: 'Project', width: 'minmax(160px, 3fr)', className: styles.name, cell: ({ projectName }) => projectName },
  {
    header: 'Running',
    width: 'minmax(80px, 1fr)',
    align: 'end',
    cell: ({ running }) => <Count value={running} />,
  },
  { header: 'Waiting', width: 'minmax(80px, 1fr)', align: 'end', cell: ({ queued }) => <Count value={queued} /> },
]
