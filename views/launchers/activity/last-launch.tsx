import type { EngineLaunch } from '../../../contract/launchers/activity.ts'
import { isUnderWay } from '../../../contract/launches/launches.ts'
import { useProject } from '../../application/context.tsx'
import { statusLook } from '../../shared/launch-labels.ts'
import { launchHref } from '../../shared/routes.ts'
import { Duration } from '../../ui/text/duration.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'

/** What the newest launch that has ended came to, among the facts of a launcher. */
export function LastLaunch({ launches }: { launches: readonly EngineLaunch[] }) {
  const { key } = useProject()
  const ended = launches.find(({ status }) => !isUnderWay(status))
  if (ended === undefined) return null
  const { id, number, status, startedAt, elapsed } = ended
  const { kind, words } = statusLook[status]
  return (
    <span>
      <StatusTag kind={kind}>{words}</StatusTag>
      <Link href={launchHref(key, id)}>{`#${number}`}</Link>
      <RelativeTime at={startedAt} />
      <Duration ms={elapsed} />
    </span>
  )
}
