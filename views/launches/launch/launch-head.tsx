/** Right and upper part of the launch's header: status, views and actions. */
import { Check, Ellipsis, Eye } from 'lucide-react'
import { memo } from 'react'
import type { Launch } from '../../../contract/launches/launches.ts'
import { launchTitle, statusLook } from '../../shared/launch-labels.ts'
import { Button } from '../../ui/controls/button.tsx'
import { inFigures } from '../../ui/text/figures.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { StatusTag } from '../../ui/marks/status-tag.tsx'
import { canReview, useRights } from '../launch-actions.ts'
import type { LaunchAsk } from '../launch-dialogs.tsx'
import { LaunchMenuItems } from '../launch-menu.tsx'
import { PinnedMark } from '../pinned-mark.tsx'
import styles from './opened-launch.module.css'

const LAUNCH_VIEWS = [
  { value: 'tests', label: 'Test results' },
  { value: 'failures', label: 'Failures' },
  { value: 'compare', label: 'Compare', tip: 'Compare with another launch' },
  { value: 'logs', label: 'Execution logs' },
] as const
export type LaunchView = (typeof LAUNCH_VIEWS)[number]['value']

/** A launcher or `assay run` reports the output of the command. */
export const hasExecutionLogs = ({ firstLaunchId, hasConsole }: Launch): boolean =>
  firstLaunchId !== null || hasConsole === true

type LaunchViewsProps = { launch: Launch; view: LaunchView; onView: (view: LaunchView) => void }

/** Empty views are hidden unless the address names them. */
export function LaunchViews({ launch, view, onView }: LaunchViewsProps) {
  const failures = launch.statistics.failed + launch.statistics.failedAsKnown
  const views = LAUNCH_VIEWS.filter(
    ({ value }) =>
      value === view || (value === 'logs' ? hasExecutionLogs(launch) : value === 'failures' ? failures > 0 : true),
  ).map((one) =>
    one.value === 'failures' && failures > 0 ? { ...one, label: `Failures ${inFigures(failures)}` } : one,
  )
  return <SegmentedControl label="View of the launch" segments={views} value={view} onValueChange={onView} />
}

export function Status({ launch }: { launch: Launch }) {
  const look = statusLook[launch.status]
  return (
    <>
      <StatusTag kind={look.kind} look="badge" isWaiting={look.isWaiting}>
        {look.words}
      </StatusTag>
      {launch.pinned === true && <PinnedMark />}
      {launch.environment !== null && <span className={styles.env}>{launch.environment}</span>}
    </>
  )
}

type ActionsProps = { launch: Launch; href: string; onAsk: (ask: LaunchAsk) => void }

export const Actions = memo(function Actions({ launch, href, onAsk }: ActionsProps) {
  const rights = useRights()
  return (
    <>
      <span className={styles.wide}>
        {canReview(launch, rights) && (
          <Button
            variant={launch.reviewed ? undefined : 'primary'}
            icon={launch.reviewed ? <Check aria-hidden /> : <Eye aria-hidden />}
            onClick={() => onAsk({ action: 'review', launches: [launch] })}
          >
            {launch.reviewed ? 'Reviewed' : 'Review'}
          </Button>
        )}
        {launch.isAbortPossible && rights.canManage && (
          <Button variant="danger" onClick={() => onAsk({ action: 'abort', launches: [launch] })}>
            Abort
          </Button>
        )}
      </span>
      <Menu
        label={`Actions for ${launchTitle(launch)}`}
        align="end"
        trigger={
          <IconButton label="More actions">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <LaunchMenuItems launch={launch} href={href} rights={rights} onAsk={onAsk} isOnPage />
      </Menu>
    </>
  )
})
