/** What may be done with launches, by whom and when: one answer for row menus, the bulk bar, the launch's page and keys. */
import { isUnderWay, type Launch } from '../../contract/launches/launches.ts'
import { useMay } from '../boot/context.tsx'

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

/** REVIEW-13, REVIEW-14, MENU-03: what is still starting has nothing to review either. */
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

/** MENU-05: results are pushed to the test runs of the product's own test case management, where that is switched on. */
export const canPushResults = ({ canManage }: Rights, hasRuns: boolean): boolean => canManage && hasRuns

/** MENU-13: both accesses; the server refuses while results may still come. */
export const canDelete = ({ status }: Launch, { canManage, canWrite }: Rights): boolean =>
  canManage && canWrite && !isUnderWay(status)

/** Launches are selected with write access (LIST-23). Whoever manages launches is offered more than to mail them. */
export const canSelectLaunches = ({ canWrite }: Rights): boolean => canWrite
