/** Menu of a launch: the actions that are available to its reader now (MENU rows). */
import {
  BookmarkPlus,
  CirclePlay,
  CircleStop,
  ExternalLink,
  Eye,
  FileDown,
  Globe,
  Hammer,
  Link as LinkIcon,
  Mail,
  Milestone,
  RotateCw,
  SquareTerminal,
  Timer,
  Trash2,
} from 'lucide-react'
import { isUnderWay, type Launch } from '../../contract/launches/launches.ts'
import { useCanOpen, useMay, useProject } from '../boot/context.tsx'
import { launcherOfLaunchHref, slowdownHref } from '../shared/routes.ts'
import { MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { copyLink } from '../shared/copy-link.ts'
import {
  canAbort,
  canBuild,
  canDelete,
  canGoToLauncher,
  canPushResults,
  canRelaunch,
  canReview,
  type Rights,
} from './launch-actions.ts'
import type { LaunchAsk } from './launch-dialogs.tsx'
import { useExportLaunch } from './use-export-launch.ts'

export type LaunchMenuProps = {
  launch: Launch
  href: string
  rights: Rights
  onAsk: (ask: LaunchAsk) => void
  /** On the launch's own page: adds its duration analysis. */
  isOnPage?: boolean
}

export function LaunchMenuItems({ launch, href, rights, onAsk, isOnPage = false }: LaunchMenuProps) {
  const hasRuns = useMay().isOn('test-case-management')
  const mayReview = canReview(launch, rights)
  const mayAbort = canAbort(launch, rights)
  const mayDelete = canDelete(launch, rights)
  const exportLaunch = useExportLaunch()
  const { key } = useProject()
  const canOpen = useCanOpen()
  const launcher = launcherOfLaunchHref(key, launch.id)
  const slowdown = slowdownHref(key, launch.id)
  const launcherHref = canGoToLauncher(launch, rights) && canOpen(launcher) ? launcher : null
  const mayPush = canPushResults(rights, hasRuns)
  return (
    <>
      <MenuItem icon={<ExternalLink aria-hidden />} href={href} target="_blank">
        Open in new tab
      </MenuItem>
      <MenuItem icon={<LinkIcon aria-hidden />} keys="C" onSelect={() => void copyLink(href)}>
        Copy link
      </MenuItem>
      {rights.canWrite && (
        <MenuItem icon={<Globe aria-hidden />} onSelect={() => onAsk({ action: 'share', launches: [launch] })}>
          Share publicly
        </MenuItem>
      )}
      {(mayReview ||
        canRelaunch(launch, rights) ||
        canBuild(launch, rights) ||
        launcherHref !== null ||
        launch.ciBuild !== null ||
        mayPush) && <MenuSeparator />}
      {mayReview && (
        <MenuItem icon={<Eye aria-hidden />} keys="R" onSelect={() => onAsk({ action: 'review', launches: [launch] })}>
          Review
        </MenuItem>
      )}
      {canRelaunch(launch, rights) && (
        <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => onAsk({ action: 'relaunch', launches: [launch] })}>
          Relaunch
        </MenuItem>
      )}
      {canBuild(launch, rights) && (
        <MenuItem icon={<Hammer aria-hidden />} onSelect={() => onAsk({ action: 'build', launches: [launch] })}>
          Build now
        </MenuItem>
      )}
      {launcherHref !== null && (
        <MenuItem icon={<SquareTerminal aria-hidden />} href={launcherHref}>
          Go to launcher
        </MenuItem>
      )}
      {launcherHref !== null && (
        <MenuItem icon={<BookmarkPlus aria-hidden />} onSelect={() => onAsk({ action: 'preset', launches: [launch] })}>
          Save as preset
        </MenuItem>
      )}
      {rights.canManage && rights.canWrite && (
        <MenuItem icon={<Milestone aria-hidden />} onSelect={() => onAsk({ action: 'milestone', launches: [launch] })}>
          Assign to milestone
        </MenuItem>
      )}
      {mayPush && (
        <MenuItem icon={<CirclePlay aria-hidden />} onSelect={() => onAsk({ action: 'push', launches: [launch] })}>
          Push results to test run
        </MenuItem>
      )}
      {launch.ciBuild !== null && (
        <MenuItem icon={<SquareTerminal aria-hidden />} href={launch.ciBuild.jobUrl} target="_blank">
          Go to CI build
        </MenuItem>
      )}
      {!isUnderWay(launch.status) && (
        <>
          <MenuSeparator />
          {isOnPage && canOpen(slowdown) && (
            <MenuItem icon={<Timer aria-hidden />} href={slowdown}>
              What slowed it down
            </MenuItem>
          )}
          <MenuItem icon={<Mail aria-hidden />} onSelect={() => onAsk({ action: 'mail', launches: [launch] })}>
            Send as email
          </MenuItem>
          <MenuItem icon={<FileDown aria-hidden />} onSelect={() => void exportLaunch(launch)}>
            Export to HTML
          </MenuItem>
        </>
      )}
      {(mayAbort || mayDelete) && <MenuSeparator />}
      {mayAbort && (
        <MenuItem
          icon={<CircleStop aria-hidden />}
          isDanger
          onSelect={() => onAsk({ action: 'abort', launches: [launch] })}
        >
          Abort
        </MenuItem>
      )}
      {mayDelete && (
        <MenuItem
          icon={<Trash2 aria-hidden />}
          isDanger
          onSelect={() => onAsk({ action: 'delete', launches: [launch] })}
        >
          Delete
        </MenuItem>
      )}
    </>
  )
}
