import { RefreshCw } from 'lucide-react'
import { auditTime } from 'rxjs'
import { LIMITS } from '../../../contract/limits.ts'
import {
  listPullRequests,
  retryPullRequest,
  type PullRequestDelivery,
} from '../../../contract/pull-requests/deliveries.ts'
import { pullRequestUrl, servedRepository, type GitHost } from '../../../contract/pull-requests/git-hosts.ts'
import { useApplication, useProject, useResource } from '../../application/context.tsx'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { ListStates, stateOfLoaded } from '../../shared/lists/list-states.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Deliveries, DeliveredLaunch, DeliveryItem } from '../deliveries/deliveries.tsx'
import styles from './pull-requests.module.css'

/** Pull requests that launches were reported on, and why a report failed. */
export function PullRequestDeliveries({ hosts }: { hosts: readonly GitHost[] }) {
  const { key } = useProject()
  const { send } = useApplication()
  const changes$ = useSettingsChanges(['pull-requests'])
  const resource = useResource(() => send(listPullRequests, { params: { projectKey: key } }), {
    follow: () => changes$.pipe(auditTime(LIMITS.liveBatchMs)),
  })
  const retry = useSingleAction<PullRequestDelivery, PullRequestDelivery>({
    perform: ({ id }) => send(retryPullRequest, { params: { projectKey: key, pullRequestId: id }, body: {} }),
    onDone: resource.refresh,
  })
  return (
    <section className={styles.section} aria-labelledby="reported">
      <h2 id="reported">Reported pull requests</h2>
      <ListStates
        title="Pull requests"
        list={stateOfLoaded(resource, ({ items }) => items)}
        empty={<p>Pull requests appear here when one of their launches ends.</p>}
      >
        {(deliveries) =>
          deliveries === null ? (
            <Skeleton width={420} height={48} />
          ) : (
            <Deliveries label="Reported pull requests">
              {deliveries.map((delivery) => (
                <PullRequestItem
                  key={delivery.id}
                  delivery={delivery}
                  host={hosts.find((one) => servedRepository(one, delivery.repositoryUrl) !== null)}
                  isPending={retry.item?.id === delivery.id}
                  onRetry={() => retry.start(delivery)}
                />
              ))}
            </Deliveries>
          )
        }
      </ListStates>
    </section>
  )
}

interface PullRequestItemProps {
  delivery: PullRequestDelivery
  /** Undefined after it was removed. */
  host: GitHost | undefined
  isPending: boolean
  onRetry: () => void
}

function PullRequestItem({ delivery, host, isPending, onRetry }: PullRequestItemProps) {
  const { repositoryUrl, number, state, attempts, nextAt, launch } = delivery
  const action = state === 'delivered' ? 'Send again' : 'Try again'
  const name = `${repositoryUrl.replace(/^https?:\/\//, '')} #${number}`
  return (
    <DeliveryItem
      // The first attempt is due immediately.
      delivery={{ ...delivery, nextAt: attempts > 0 ? nextAt : null }}
      subject={
        host === undefined ? (
          name
        ) : (
          <Link href={pullRequestUrl(host.kind, repositoryUrl, number)} target="_blank" rel="noreferrer">
            {name}
          </Link>
        )
      }
      action={
        <Button
          size="sm"
          icon={<RefreshCw aria-hidden />}
          aria-label={`${action}: ${name}`}
          disabled={state === 'sending'}
          isPending={isPending}
          onClick={onRetry}
        >
          {action}
        </Button>
      }
      facts={<DeliveredLaunch launch={launch} />}
    />
  )
}
