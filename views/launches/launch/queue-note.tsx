import { Hourglass } from 'lucide-react'
import type { Launch } from '../../../contract/launches/launches.ts'
import { Banner } from '../../ui/layout/banner.tsx'
import { Later, later } from '../../ui/layout/later.tsx'

const QueueReason = later(() => import('./queue-reason.tsx').then((m) => m.QueueReason))

/** Says why a queued launch has no tests yet. */
export function QueueNote({ launch: { id, status, firstLaunchId } }: { launch: Launch }) {
  if (status !== 'QUEUED' || firstLaunchId === null) return null
  return (
    <Banner icon={<Hourglass aria-hidden />}>
      This launch waits in the queue until the engine has a free place. You can abort it.{' '}
      <Later>
        <QueueReason key={id} launchId={id} />
      </Later>
    </Banner>
  )
}
