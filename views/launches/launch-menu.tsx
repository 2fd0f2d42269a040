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
  Pin,
  PinOff,
  RotateCw,
  SquareTerminal,
  Timer,
  Trash2,
} from 'lucide-react'
import type { Launch } from '../../contract/launches/launches.ts'
import { useApplication, useCanOpen, useMay, useProject } from '../application/context.tsx'
import { launcherOfLaunchHref, slowdownHref } from '../shared/routes.ts'
import { MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx'
import { copyLink } from '../shared/copy-link.ts'
import { type LaunchMenuItem, launchMenuItems, type Rights } from './launch-actions.ts'
import type { LaunchAsk } from './launch-dialogs.tsx'
import { usePinLaunches } from './pin-launches.ts'

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
  const exportLaunch = useExportLaunch()
  const pinLaunches = usePinLaunches()
  const { key } = useProject()
  const canOpen = useCanOpen()
  const launcher = launcherOfLaunchHref(key, launch.id)
  const slowdown = slowdownHref(key, launch.id)
  const items = launchMenuItems(launch, rights, {
    hasRuns,
    canOpenLauncher: canOpen(launcher),
    canOpenSlowdown: isOnPage && canOpen(slowdown),
  })
  const hasAny = (...some: LaunchMenuItem[]) => some.some((item) => items.has(item))
  return (
    <>
      <MenuItem icon={<ExternalLink aria-hidden />} href={href} target="_blank">
        Open in new tab
      </MenuItem>
      <MenuItem icon={<LinkIcon aria-hidden />} keys="C" onSelect={() => void copyLink(href)}>
        Copy link
      </MenuItem>
      {items.has('share') && (
        <MenuItem icon={<Globe aria-hidden />} onSelect={() => onAsk({ action: 'share', launches: [launch] })}>
          Share publicly
        </MenuItem>
      )}
      {hasAny('review', 'relaunch', 'build', 'launcher', 'ci', 'milestone', 'pin', 'push') && <MenuSeparator />}
      {items.has('review') && (
        <MenuItem icon={<Eye aria-hidden />} keys="R" onSelect={() => onAsk({ action: 'review', launches: [launch] })}>
          {launch.reviewed ? 'Review' : 'Mark as reviewed'}
        </MenuItem>
      )}
      {items.has('relaunch') && (
        <MenuItem icon={<RotateCw aria-hidden />} onSelect={() => onAsk({ action: 'relaunch', launches: [launch] })}>
          Relaunch
        </MenuItem>
      )}
      {items.has('build') && (
        <MenuItem icon={<Hammer aria-hidden />} onSelect={() => onAsk({ action: 'build', launches: [launch] })}>
          Build now
        </MenuItem>
      )}
      {items.has('launcher') && (
        <MenuItem icon={<SquareTerminal aria-hidden />} href={launcher}>
          Go to launcher
        </MenuItem>
      )}
      {items.has('preset') && (
        <MenuItem icon={<BookmarkPlus aria-hidden />} onSelect={() => onAsk({ action: 'preset', launches: [launch] })}>
          Save as preset
        </MenuItem>
      )}
      {items.has('milestone') && (
        <MenuItem icon={<Milestone aria-hidden />} onSelect={() => onAsk({ action: 'milestone', launches: [launch] })}>
          Assign to milestone
        </MenuItem>
      )}
      {items.has('pin') && (
        <MenuItem
          icon={launch.pinned === true ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          onSelect={() => void pinLaunches([launch], launch.pinned !== true)}
        >
          {launch.pinned === true ? 'Unpin' : 'Pin'}
        </MenuItem>
      )}
      {items.has('push') && (
        <MenuItem icon={<CirclePlay aria-hidden />} onSelect={() => onAsk({ action: 'push', launches: [launch] })}>
          Push results to test run
        </MenuItem>
      )}
      {launch.ciBuild !== null && (
        <MenuItem icon={<SquareTerminal aria-hidden />} href={launch.ciBuild.jobUrl} target="_blank">
          Go to CI build
        </MenuItem>
      )}
      {hasAny('slowdown', 'mail', 'export') && (
        <>
          <MenuSeparator />
          {items.has('slowdown') && (
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
      {hasAny('abort', 'delete') && <MenuSeparator />}
      {items.has('abort') && (
        <MenuItem
          icon={<CircleStop aria-hidden />}
          isDanger
          onSelect={() => onAsk({ action: 'abort', launches: [launch] })}
        >
          Abort
        </MenuItem>
      )}
      {items.has('delete') && (
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

/** Returns the function that downloads a launch as HTML. Its code loads with the dialogs, not with lists. */
const useExportLaunch = () => {
  const { token } = useApplication()
  const { key } = useProject()
  return async (launch: Launch): Promise<void> => {
    const { exportLaunch } = await import('./launch-dialogs.tsx')
    await exportLaunch(token, key, launch.id)
  }
}
