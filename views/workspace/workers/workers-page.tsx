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
    return { workers: workers.items, queued: workers.queued, tokens: tokens.items, limits: limits.items }
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
                <p aria-live="polite">{queueWords(value.queued)}</p>
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

const queueWords = (queued: number): string =>
  queued === 0 ? 'No launch waits.' : queued === 1 ? '1 launch waits.' : `${queued} launches wait.`

const DRIVER_WORDS = { kubernetes: 'Kubernetes', container: 'Containers', process: 'Processes' }

function Workers({ workers }: { workers: readonly Worker[] }) {
  if (workers.length === 0)
    return (
      <EmptyState title="No worker is connected">
        Launches wait until one is. Create a token, and start a worker with it on any machine that has a container
        service.
      </EmptyState>
    )
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">Labels</th>
            <th scope="col">Runs in</th>
            <th scope="col" data-number>
              Launches
            </th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {workers.map((worker) => (
            <tr key={worker.id}>
              <th scope="row">
                {worker.name}
                {worker.isServer && <span className={styles.quiet}> part of the server</span>}
              </th>
              <td>
                {worker.labels.length === 0 ? <span className={styles.quiet}>None</span> : worker.labels.join(', ')}
              </td>
              <td>
                {worker.drivers.length === 0 ? (
                  <span className={styles.quiet}>No container service</span>
                ) : (
                  worker.drivers.map((driver) => DRIVER_WORDS[driver]).join(', ')
                )}
              </td>
              <td data-number>
                {worker.running} of {worker.concurrency}
              </td>
              <td>
                {worker.isConnected ? (
                  'Connected'
                ) : (
                  <>
                    Lost, seen <RelativeTime at={worker.seenAt} />
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Limits({ limits, onChanged }: { limits: readonly LaunchLimit[]; onChanged: () => void }) {
  if (limits.length === 0) return <EmptyState title="There are no projects">Create one to run launches.</EmptyState>
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Project</th>
            <th scope="col" data-number>
              Running
            </th>
            <th scope="col" data-number>
              Waiting
            </th>
            <th scope="col" data-number>
              At once
            </th>
          </tr>
        </thead>
        <tbody>
          {limits.map((limit) => (
            <tr key={limit.projectId}>
              <th scope="row">{limit.projectName}</th>
              <td data-number>
                <Count value={limit.running} />
              </td>
              <td data-number>
                <Count value={limit.queued} />
              </td>
              <td data-number>
                <LimitButton limit={limit} onChanged={onChanged} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
