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
import { newsActor } from '../../application/context.tsx'
import { useSettingsChanges } from '../../shared/settings-changes.tsx'
import { useEmitted } from '../../shared/use-emitted.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState, ProblemState } from '../../ui/layout/empty-state.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { toast } from '../../ui/toasts/toasts.ts'
import { Deliveries, DeliveredLaunch, DeliveryItem } from '../deliveries/deliveries.tsx'
import styles from './notifications.module.css'
import { ABOUT_LABELS, directText } from './rule-text.ts'

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
        <Deliveries label="Deliveries">
          {deliveries.map((delivery) => (
            <NotificationItem
              key={delivery.id}
              delivery={delivery}
              isSending={again.some(({ id }) => id === delivery.id)}
              canSend={delivery.nextAt === null && delivery.state !== 'sending'}
              onResend={() => actor.send({ type: 'deliveries/resend', delivery })}
            />
          ))}
        </Deliveries>
      )}
    </Dialog>
  )
}

interface NotificationItemProps {
  delivery: NotificationDelivery
  isSending: boolean
  canSend: boolean
  onResend: () => void
}

function NotificationItem({ delivery, isSending, canSend, onResend }: NotificationItemProps) {
  const { about, launch, status, durationMs, reason, response, direct } = delivery
  return (
    <DeliveryItem
      delivery={{ ...delivery, reason: reason === 'Delivered' ? '' : reason }}
      subject={
        <>
          {ABOUT_LABELS[about]}
          <DeliveredLaunch launch={launch} />
        </>
      }
      action={
        <Button size="sm" disabled={!canSend} isPending={isSending} onClick={onResend}>
          Send again
        </Button>
      }
      destination={direct !== null && <span>{directText(direct)}</span>}
      facts={
        <>
          {status !== null && ` · HTTP ${status}`}
          {durationMs !== null && ` · ${durationMs} ms`}
        </>
      }
    >
      {response !== '' && (
        <details className={styles.response}>
          <summary>Answer</summary>
          <pre>{response}</pre>
        </details>
      )}
    </DeliveryItem>
  )
}
