/** Which actions a user may take on launches in which state: for row menus, bulk bar, launch page and shortcuts. */
import { useMemo } from 'react'
import { isUnderWay, type Launch } from '../../contract/launches/launches.ts'
import { useMay } from '../application/context.tsx'

export type Rights = {
  /** Checkboxes, marks, links of issues (PERM-07). */
  canWrite: boolean
  /** Review, abort (PERM-05, PERM-09). */
  canManage: boolean
  /** Relaunch (MENU-09). */
  canRelaunch: boolean
}

export const useRights = (): Rights => {
  const may = useMay()
  const canWrite = !may.isReadOnly && may.inProject('launches:write')
  const canManage = !may.isReadOnly && may.inProject('launches:manage')
  return { canWrite, canManage, canRelaunch: canWrite && (canManage || may.has('reporting-test-runs-rerun')) }
}

export type TestRights = { canWrite: boolean; canLinkIssues: boolean; canTag: boolean }

/** Rights on the tests of a launch; a launch in the past can only be read. */
export const useTestRights = ({ canWrite }: Rights): TestRights => {
  const may = useMay()
  const canLinkIssues = canWrite && may.isOn('defects-linking') && may.has('reporting-issues-modify')
  const canTag = canWrite && may.has('reporting-stacktrace-labels-assign')
  return useMemo(() => ({ canWrite, canLinkIssues, canTag }), [canWrite, canLinkIssues, canTag])
}

/** REVIEW-13, REVIEW-14, MENU-03. A launch that is still starting cannot be reviewed either. */
export const canReview = ({ status }: Launch, { canManage }: Rights): boolean => canManage && !isUnderWay(status)

/** MENU-10, LAUNCH-08. */
export const canAbort = ({ isAbortPossible }: Launch, { canManage }: Rights): boolean => canManage && isAbortPossible

/** MENU-09, RELAUNCH-18. */
export const canRelaunch = ({ isRelaunchPossible }: Launch, rights: Rights): boolean =>
  rights.canRelaunch && isRelaunchPossible

/** MENU-12. */
export const canBuild = ({ firstLaunchId, isLaunchAgainPossible }: Launch, { canManage }: Rights): boolean =>
  canManage && firstLaunchId === null && isLaunchAgainPossible

/** MENU-11, RELAUNCH-16. */
export const canGoToLauncher = ({ firstLaunchId, isLaunchAgainPossible }: Launch, { canManage }: Rights): boolean =>
  canManage && firstLaunchId !== null && isLaunchAgainPossible

/** MENU-05: requires the product's own test case management. */
export const canPushResults = ({ canManage }: Rights, hasRuns: boolean): boolean => canManage && hasRuns

/** MENU-13: requires both permissions; the server rejects it while results may still arrive. */
export const canDelete = ({ status }: Launch, { canManage, canWrite }: Rights): boolean =>
  canManage && canWrite && !isUnderWay(status)

/** Requires the permissions of a deletion. */
export const canPin = ({ canManage, canWrite }: Rights): boolean => canManage && canWrite

export type LaunchMenuItem =
  | 'share'
  | 'review'
  | 'relaunch'
  | 'build'
  | 'launcher'
  | 'preset'
  | 'milestone'
  | 'pin'
  | 'push'
  | 'ci'
  | 'slowdown'
  | 'mail'
  | 'export'
  | 'abort'
  | 'delete'

/** Whether the reader may open these pages, and the product has test runs. */
type MenuTargets = { hasRuns: boolean; canOpenLauncher: boolean; canOpenSlowdown: boolean }

/** Returns the items of a launch's menu besides its link, which every reader has (MENU rows). */
export const launchMenuItems = (launch: Launch, rights: Rights, targets: MenuTargets): Set<LaunchMenuItem> => {
  const isEnded = !isUnderWay(launch.status)
  const hasLauncher = canGoToLauncher(launch, rights) && targets.canOpenLauncher
  const offered: Record<LaunchMenuItem, boolean> = {
    share: rights.canWrite,
    review: canReview(launch, rights),
    relaunch: canRelaunch(launch, rights),
    build: canBuild(launch, rights),
    launcher: hasLauncher,
    preset: hasLauncher,
    milestone: rights.canManage && rights.canWrite,
    pin: canPin(rights),
    push: canPushResults(rights, targets.hasRuns),
    ci: launch.ciBuild !== null,
    slowdown: isEnded && targets.canOpenSlowdown,
    mail: isEnded,
    export: isEnded,
    abort: canAbort(launch, rights),
    delete: canDelete(launch, rights),
  }
  return new Set((Object.keys(offered) as LaunchMenuItem[]).filter((item) => offered[item]))
}

/** Selection requires write access (LIST-23). Users who manage launches get more bulk actions than e-mail. */
export const canSelectLaunches = ({ canWrite }: Rights): boolean => canWrite
