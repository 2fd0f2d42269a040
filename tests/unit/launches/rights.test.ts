import { expect, test } from 'vitest'
import { LAUNCH_STATUSES, type LaunchStatus } from '../../../contract/launches/launches.ts'
import {
  canAbort,
  canBuild,
  canDelete,
  canGoToLauncher,
  canPushResults,
  canReview,
  canSelectLaunches,
} from '../../../views/launches/launch-actions.ts'
import { aLaunch } from '../store/support/launches.ts'

const manager = { canWrite: true, canManage: true, canRelaunch: true }
const engineer = { canWrite: true, canManage: false, canRelaunch: true }
const guest = { canWrite: false, canManage: false, canRelaunch: false }
const where = (may: (status: LaunchStatus) => boolean) => LAUNCH_STATUSES.filter(may)

test('[REVIEW-13] [REVIEW-14] [LAUNCH-06] [LAUNCH-09] managers review, but not while queued or in progress', () => {
  expect(where((status) => canReview(aLaunch({ status }), manager))).toEqual(['PASSED', 'FAILED', 'SKIPPED', 'ABORTED'])
  expect(where((status) => canReview(aLaunch({ status }), engineer))).toEqual([])
})

test('[MENU-10] [LAUNCH-08] managers abort what can be aborted', () => {
  expect(canAbort(aLaunch({ isAbortPossible: true }), manager)).toBe(true)
  expect(canAbort(aLaunch({ isAbortPossible: false }), manager)).toBe(false)
  expect(canAbort(aLaunch({ isAbortPossible: true }), engineer)).toBe(false)
})

test('[RELAUNCH-15] managers rebuild a launch that no launcher started, where something can start it', () => {
  const launch = aLaunch({ firstLaunchId: null, isLaunchAgainPossible: true })
  expect(canBuild(launch, manager)).toBe(true)
  expect(canBuild(launch, engineer)).toBe(false)
  expect(canBuild({ ...launch, firstLaunchId: launch.id }, manager)).toBe(false)
  expect(canBuild({ ...launch, isLaunchAgainPossible: false }, manager)).toBe(false)
})

test('[MENU-13] [LAUNCH-07] managers delete what has ended', () => {
  expect(where((status) => canDelete(aLaunch({ status }), manager))).toEqual(['PASSED', 'FAILED', 'SKIPPED', 'ABORTED'])
  expect(where((status) => canDelete(aLaunch({ status }), guest))).toEqual([])
})

test('[LIST-23] [LFIL-16] launches are selected with write access: engineers send them as e-mail, managers do all the rest', () => {
  expect([manager, engineer, guest].map(canSelectLaunches)).toEqual([true, true, false])
})

test('[MENU-05] managers push results where there is a system that takes them', () => {
  expect(canPushResults(manager, true)).toBe(true)
  expect(canPushResults(manager, false)).toBe(false)
  expect(canPushResults(engineer, true)).toBe(false)
})

test('[MENU-11] managers go to the launcher of a launch that came from one and can be launched again', () => {
  const launched = aLaunch({ firstLaunchId: 7, isLaunchAgainPossible: true })
  expect(canGoToLauncher(launched, manager)).toBe(true)
  expect(canGoToLauncher(launched, engineer)).toBe(false)
  expect(canGoToLauncher({ ...launched, isLaunchAgainPossible: false }, manager)).toBe(false)
  expect(canGoToLauncher({ ...launched, firstLaunchId: null }, manager)).toBe(false)
})
