import { expect, test } from 'vitest'
import { marksFor } from '../../../contract/launches/launch-tests.ts'
import {
  LAUNCH_STATUSES,
  type Launch,
  type LaunchStatus,
  type TestStatus,
} from '../../../contract/launches/launches.ts'
import {
  canAbort,
  canBuild,
  canDelete,
  canGoToLauncher,
  canPushResults,
  canReview,
  canSelectLaunches,
  launchMenuItems,
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

test('[MENU-10] [LAUNCH-08] managers may abort launches that can be aborted', () => {
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

test('[MENU-13] [LAUNCH-07] managers may delete ended launches', () => {
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

test('[MENU-11] managers may open the launcher of a launch that can be launched again', () => {
  const launched = aLaunch({ firstLaunchId: 7, isLaunchAgainPossible: true })
  expect(canGoToLauncher(launched, manager)).toBe(true)
  expect(canGoToLauncher(launched, engineer)).toBe(false)
  expect(canGoToLauncher({ ...launched, isLaunchAgainPossible: false }, manager)).toBe(false)
  expect(canGoToLauncher({ ...launched, firstLaunchId: null }, manager)).toBe(false)
})

const menuOf = (status: LaunchStatus, rights: typeof manager, launch: Partial<Launch> = {}) => [
  ...launchMenuItems(aLaunch({ status, ...launch }), rights, {
    hasRuns: true,
    canOpenLauncher: true,
    canOpenSlowdown: false,
  }),
]

test('[MENU-03] [MENU-07] [MENU-08] a launch that is queued or in progress cannot be reviewed, sent or exported', () => {
  for (const status of ['QUEUED', 'IN_PROGRESS'] as const) {
    const underWay = { isAbortPossible: true, isRelaunchPossible: false, isLaunchAgainPossible: false }
    expect(menuOf(status, manager, underWay)).toEqual(['share', 'milestone', 'pin', 'push', 'abort'])
    expect(menuOf(status, engineer, underWay)).toEqual(['share'])
    expect(menuOf(status, guest, underWay)).toEqual([])
  }
})

test('[MENU-04] [MENU-09] [PERM-05] [PERM-07] for an ended launch managers have every action, engineers share and relaunch it, guests send it', () => {
  const ended = { isAbortPossible: false, isRelaunchPossible: true, isLaunchAgainPossible: true, firstLaunchId: null }
  expect(menuOf('FAILED', manager, ended)).toEqual([
    'share',
    'review',
    'relaunch',
    'build',
    'milestone',
    'pin',
    'push',
    'mail',
    'export',
    'delete',
  ])
  expect(menuOf('FAILED', engineer, ended)).toEqual(['share', 'relaunch', 'mail', 'export'])
  expect(menuOf('FAILED', guest, ended)).toEqual(['mail', 'export'])
})

test('[MENU-06] the build of a launch is offered where its address is known', () => {
  const ciBuild = { jobUrl: 'https://ci.example.test/job/118', number: '118' }
  expect(menuOf('PASSED', guest, { ciBuild })).toEqual(['ci', 'mail', 'export'])
  expect(menuOf('PASSED', guest, { ciBuild: null })).toEqual(['mail', 'export'])
})

test('[MARK-01] [MARK-02] [MARK-03] [MARK-06] offers the marks that none of the tests has, and none while one is in progress', () => {
  const tests = (...statuses: TestStatus[]) => statuses.map((status) => ({ status, passedManually: false }))
  expect(marksFor(tests('FAILED'))).toEqual(['PASSED', 'BLOCKED'])
  expect(marksFor(tests('PASSED'))).toEqual(['BLOCKED', 'FAILED'])
  expect(marksFor(tests('SKIPPED'))).toEqual(['PASSED', 'BLOCKED', 'FAILED'])
  expect(marksFor(tests('PASSED', 'FAILED', 'SKIPPED'))).toEqual(['BLOCKED'])
  expect(marksFor(tests('FAILED', 'IN_PROGRESS'))).toEqual([])
  expect(marksFor([])).toEqual([])
})
