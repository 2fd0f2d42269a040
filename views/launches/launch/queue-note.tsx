import { Hourglass } from 'lucide-react'
import type { Launch } from '../../../contract/launches/launches.ts'
import { Banner } from '../../ui/banner.tsx'

/** Says why a launch that a launcher started has no tests yet. */
export function QueueNote({ launch: { status, firstLaunchId } }: { launch: Launch }) {
  if (status !== 'QUEUED' || firstLaunchId === null) return null
  return (
    <Banner icon={<Hourglass aria-hidden />}>
      This launch waits in the queue until the engine has a free place. You can abort it.
    </Banner>
  )
}
