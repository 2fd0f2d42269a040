import { Hourglass } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Launch } from '../../../contract/launches/launches.ts'
import { Banner } from '../../ui/banner.tsx'

const QueueReason = lazy(() => import('./queue-reason.tsx').then((m) => ({ default: m.QueueReason })))

/** Says why a queued launch has no tests yet. */
export function QueueNote({ launch: { id, status, firstLaunchId } }: { launch: Launch }) {
  if (status !== 'QUEUED' || firstLaunchId === null) return null
  return (
    <Banner icon={<Hourglass aria-hidden />}>
      This launch waits in the queue until the engine has a free place. You can abort it.{' '}
      <Suspense>
        <QueueReason key={id} launchId={id} />
      </Suspense>
    </Banner>
  )
}
