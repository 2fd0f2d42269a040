/** What was sent to other systems, one below the other, each with its result. */
import type { ReactNode } from 'react'
import type { Delivery, DeliveryState } from '../../../contract/settings/deliveries.ts'
import { useProject } from '../../application/context.tsx'
import { launchHref } from '../../shared/routes.ts'
import { Link } from '../../ui/controls/link.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { exactTime } from '../../ui/text/time.ts'
import styles from './deliveries.module.css'

const STATE_LABELS: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  delivered: 'Delivered',
  failed: 'Failed',
}
const STATE_KINDS = { waiting: 'none', sending: 'none', delivered: 'passed', failed: 'failed' } as const

export function DeliveryTag({ state }: { state: DeliveryState }) {
  return (
    <StatusTag kind={STATE_KINDS[state]} isWaiting={state === 'waiting'}>
      {STATE_LABELS[state]}
    </StatusTag>
  )
}

/** List of `DeliveryItem`. */
export function Deliveries({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.deliveries} aria-label={label}>
      {children}
    </ul>
  )
}

/** Follows a text with a separator; nothing once the launch is deleted. */
export function DeliveredLaunch({ launch }: Pick<Delivery, 'launch'>) {
  const { key } = useProject()
  return (
    launch !== null && (
      <>
        {' · '}
        <Link href={launchHref(key, launch.id)}>
          {launch.name} #{launch.number}
        </Link>
      </>
    )
  )
}

interface DeliveryItemProps {
  /** An empty `reason` is omitted. */
  delivery: Pick<Delivery, 'state' | 'at' | 'attempts' | 'nextAt' | 'reason'>
  /** What was sent. */
  subject: ReactNode
  /** Button that sends it again. */
  action: ReactNode
  /** Line above the facts. */
  destination?: ReactNode
  /** Follows the time, with a separator before each fact. */
  facts: ReactNode
  /** Lines below the reason. */
  children?: ReactNode
}

export function DeliveryItem({ delivery, subject, action, destination, facts, children }: DeliveryItemProps) {
  const { state, at, attempts, nextAt, reason } = delivery
  return (
    <li>
      <DeliveryTag state={state} />
      <span className={styles.subject}>{subject}</span>
      {action}
      <div className={styles.lines}>
        {destination}
        <span>
          <RelativeTime at={Date.parse(at)} />
          {facts}
          {attempts > 1 && ` · ${attempts} attempts`}
          {nextAt !== null && ` · next attempt ${exactTime(Date.parse(nextAt))}`}
        </span>
        {reason !== '' && <span data-failed={state === 'delivered' ? undefined : ''}>{reason}</span>}
        {children}
      </div>
    </li>
  )
}
