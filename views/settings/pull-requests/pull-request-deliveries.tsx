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
import { launchHref } from '../../shared/routes.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { exactTime } from '../../ui/text/time.ts'
import { STATE_KINDS, STATE_LABELS } from './git-host-text.ts'
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
            <ul className={styles.deliveries} aria-label="Reported pull requests">
              {deliveries.map((delivery) => (
                <Delivery
                  key={delivery.id}
                  delivery={delivery}
                  host={hosts.find((one) => servedRepository(one, delivery.repositoryUrl) !== null)}
                  isPending={retry.item?.id === delivery.id}
                  onRetry={() => retry.start(delivery)}
                />
              ))}
            </ul>
          )
        }
      </ListStates>
    </section>
  )
}

interface DeliveryProps {
  delivery: PullRequestDelivery
  /** Undefined after it was removed. */
  host: GitHost | undefined
  isPending: boolean
  onRetry: () => void
}

function Delivery({ delivery, host, isPending, onRetry }: DeliveryProps) {
  const { key } = useProject()
  const { repositoryUrl, number, state, attempts, nextAt, at, reason, launch } = delivery
  const action = state === 'delivered' ? 'Send again' : 'Try again'
  const name = `${repositoryUrl.replace(/^https?:\/\//, '')} #${number}`
  return (
    <li>
      <StatusTag kind={STATE_KINDS[state]} isWaiting={state === 'waiting'}>
        {STATE_LABELS[state]}
      </StatusTag>
      <span className={styles.about}>
        {host === undefined ? (
          name
        ) : (
          <Link href={pullRequestUrl(host.kind, repositoryUrl, number)} target="_blank" rel="noreferrer">
            {name}
          </Link>
        )}
      </span>
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
      <span className={styles.facts}>
        <RelativeTime at={Date.parse(at)} />
        {launch !== null && (
          <>
            {' · '}
            <Link href={launchHref(key, launch.id)}>
              {launch.name} #{launch.number}
            </Link>
          </>
        )}
        {attempts > 1 && ` · ${attempts} attempts`}
        {nextAt !== null && attempts > 0 && ` · next attempt ${exactTime(Date.parse(nextAt))}`}
      </span>
      {reason !== '' && <span className={styles.reason}>{reason}</span>}
    </li>
  )
}
