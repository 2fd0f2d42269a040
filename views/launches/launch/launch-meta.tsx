/** Metadata below a launch's title: duration, author, build, labels and files. */
import { Bot, CircleUser, Clock, Paperclip, SquareTerminal } from 'lucide-react'
import { memo } from 'react'
import { workingSince, type Launch } from '../../../contract/launches/launches.ts'
import { shownUsername } from '../../../contract/projects/people.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { Duration } from '../../ui/text/duration.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { ArtifactList } from '../artifact-list.tsx'
import { Chips } from '../chips.tsx'
import { chipsOf } from '../launch-chips.ts'
import { Origin } from './launch-origin.tsx'
import { Shards } from './launch-shards.tsx'
import styles from './opened-launch.module.css'

/** Memoised by launch. */
export const LaunchMeta = memo(function LaunchMeta({ launch }: { launch: Launch }) {
  const { startedBy, ciBuild, artifacts } = launch
  const chips = chipsOf({ ...launch, origin: {} })
  return (
    <>
      <span>
        <Clock aria-hidden />
        {launch.status === 'IN_PROGRESS' && launch.elapsed === null ? (
          <Duration since={workingSince(launch)} />
        ) : (
          <Duration ms={launch.elapsed} />
        )}
        <span>
          {launch.endedAt === null ? 'started' : 'ended'} <RelativeTime at={launch.endedAt ?? launch.startedAt} />
        </span>
      </span>
      {startedBy !== null && (
        <span>
          {startedBy.isServiceAccount === true ? <Bot aria-hidden /> : <CircleUser aria-hidden />}
          Started by {startedBy.isServiceAccount === true && 'service account '}
          {shownUsername(startedBy)}
        </span>
      )}
      {launch.shards != null && <Shards shards={launch.shards} />}
      <Origin origin={launch.origin ?? {}} />
      {ciBuild !== null && (
        <span className={styles.ci}>
          <SquareTerminal aria-hidden />
          <Link isAlone href={ciBuild.jobUrl} target="_blank">
            CI build {ciBuild.number}
          </Link>
        </span>
      )}
      {chips.length > 0 && (
        <span className={styles.ci}>
          <Chips chips={chips} max={4} noun={chips.length === 5 ? 'label' : 'labels'} />
        </span>
      )}
      {artifacts.length > 0 && (
        <Popover
          label="Artifacts"
          trigger={
            <button type="button" className={styles.artifacts}>
              <Paperclip aria-hidden />
              {formatCount(artifacts.length, 'artifact')}
            </button>
          }
        >
          <ArtifactList artifacts={artifacts} />
        </Popover>
      )}
    </>
  )
})
