/** Delivery log of a rule, or of direct deliveries, with results. */
import { useActorRef, useSelector } from '@xstate/react'
import { RefreshCw, Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { auditTime } from 'rxjs'
import { fromPromise } from 'xstate'
import type { NotificationDelivery } from '../../../contract/notifications/deliveries.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { deliveriesLog } from '../../../machines/notifications/deliveries.machine.ts'
import { messageOf } from '../../../services/http/api-error.ts'
import { newsActor, useProject } from '../../application/context.tsx'
import { launchHref } from '../../shared/routes.ts'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { exactTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import styles from './notifications.module.css'
import { ABOUT_LABELS, directText, STATE_KINDS, STATE_LABELS } from './rule-text.ts'

const NOTIFICATIONS = ['notifications'] as const

interface DeliveriesDialogProps {
  title: string
  empty: ReactNode
  load: () => Promise<readonly NotificationDelivery[]>
  resend: (deliveryId: number) => Promise<NotificationDelivery>
  /** Null for direct deliveries, which have no test message. */
  test: (() => Promise<NotificationDelivery>) | null
  /** Begins with a test message. */
  isTest: boolean
  onClose: () => void
}

export function DeliveriesDialog({ title, empty, load, resend, test, isTest, onClose }: DeliveriesDialogProps) {
  const { key } = useProject()
  const changes$ = useSettingsChanges(NOTIFICATIONS)
  const [machine] = useState(() =>
    deliveriesLog<NotificationDelivery>().provide({
      actors: {
        load: fromPromise<readonly NotificationDelivery[]>(load),
        news: newsActor(() => changes$.pipe(auditTime(LIMITS.liveBatchMs)), { type: 'deliveries/outdated' }),
        ...(test === null ? {} : { test: fromPromise<NotificationDelivery>(test) }),
        resend: fromPromise<NotificationDelivery, { delivery: NotificationDelivery }>(({ input }) =>
          resend(input.delivery.id),
        ),
      },
    }),
  )
  const actor = useActorRef(machine, { input: { isTest } })
  useEmitted(actor, {
    'delivery/sent': ({ delivery }) =>
      delivery.state === 'delivered' ? toast.success('The message is delivered') : toast.error(delivery.reason),
    'delivery/refused': ({ error }) => toast.error(messageOf(error)),
  })
  const snapshot = useSelector(actor, (state) => state)
  const { deliveries, again, failure } = snapshot.context
  return (
    <Dialog
      title={title}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button
            icon={<RefreshCw aria-hidden />}
            isPending={snapshot.matches('loading')}
            onClick={() => actor.send({ type: 'deliveries/reload' })}
          >
            Refresh
          </Button>
          {test !== null && (
            <Button
              variant="primary"
              icon={<Send aria-hidden />}
              isPending={snapshot.matches('testing')}
              onClick={() => actor.send({ type: 'deliveries/test' })}
            >
              Send test message
            </Button>
          )}
        </>
      }
    >
      {snapshot.matches('failed') && (
        <ProblemState title="The deliveries did not load" onRetry={() => actor.send({ type: 'deliveries/reload' })}>
          {messageOf(failure)}
        </ProblemState>
      )}
      {snapshot.matches('loading') && <Skeleton width={420} height={48} />}
      {!snapshot.matches('loading') && !snapshot.matches('failed') && deliveries.length === 0 && (
        <EmptyState title="Nothing was sent yet">{empty}</EmptyState>
      )}
      {!snapshot.matches('loading') && (
        <ul className={styles.deliveries} aria-label="Deliveries">
          {deliveries.map((delivery) => (
            <Line
              key={delivery.id}
              delivery={delivery}
              projectKey={key}
              isSending={again.some(({ id }) => id === delivery.id)}
              canSend={delivery.nextAt === null && delivery.state !== 'sending'}
              onResend={() => actor.send({ type: 'deliveries/resend', delivery })}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface LineProps {
  delivery: NotificationDelivery
  projectKey: string
  isSending: boolean
  canSend: boolean
  onResend: () => void
}

function Line({ delivery, projectKey, isSending, canSend, onResend }: LineProps) {
  const { about, launch, state, at, attempts, nextAt, status, durationMs, reason, response, direct } = delivery
  const facts = [
    status === null ? null : `HTTP ${status}`,
    durationMs === null ? null : `${durationMs} ms`,
    attempts > 1 ? `${attempts} attempts` : null,
  ].filter((fact) => fact !== null)
  return (
    <li>
      <StatusTag kind={STATE_KINDS[state]} isWaiting={state === 'waiting'}>
        {STATE_LABELS[state]}
      </StatusTag>
      <span className={styles.about}>
        {ABOUT_LABELS[about]}
        {launch !== null && (
          <>
            {' · '}
            <Link href={launchHref(projectKey, launch.id)}>
              {launch.name} #{launch.number}
            </Link>
          </>
        )}
      </span>
      <Button size="sm" disabled={!canSend} isPending={isSending} onClick={onResend}>
        Send again
      </Button>
      {direct !== null && <span className={styles.facts}>{directText(direct)}</span>}
      <span className={styles.facts}>
        <RelativeTime at={Date.parse(at)} />
        {facts.map((fact) => ` · ${fact}`)}
        {nextAt !== null && ` · next attempt ${exactTime(Date.parse(nextAt))}`}
      </span>
      {reason !== '' && state !== 'delivered' && <span className={styles.reason}>{reason}</span>}
      {state === 'delivered' && reason !== 'Delivered' && <span className={styles.facts}>{reason}</span>}
      {response !== '' && (
        <details className={styles.response}>
          <summary>Answer</summary>
          <pre>{response}</pre>
        </details>
      )}
    </li>
  )
}
