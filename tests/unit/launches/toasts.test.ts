import { expect, test } from 'vitest'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import { SHARE_TEXTS } from '../../../contract/launches/launch-actions.ts'
import { RELAUNCH_TEXTS } from '../../../contract/launches/relaunch.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { HUB_TEXTS } from '../../../views/launches/hub/hub-texts.ts'
import { testStatusLabels } from '../../../views/shared/launch-labels.ts'

test('[TOASTS-01] [TOASTS-04] messages of success use the specified texts', () => {
  expect([
    TEXTS.launchReviewed,
    SHARE_TEXTS.sent,
    TEXTS.linkCopied,
    TEXTS.launchNumberAborted(7),
    TEXTS.launchAborted,
    TEXTS.launchDeleted,
    RELAUNCH_TEXTS.relaunched,
    RELAUNCH_TEXTS.built,
    TEXTS.testMarked(testStatusLabels.PASSED),
    TEXTS.testsMarked(testStatusLabels.BLOCKED),
    TEXTS.valueCopied('Token'),
    TEXTS.settingsCopied,
    HUB_TEXTS.copied,
    LAUNCHER_TEXTS.presetCreated,
    TEXTS.tagAssigned,
  ]).toEqual([
    'Launch has been marked as reviewed',
    'Launch reports were successfully sent',
    'Link copied to clipboard',
    'Launch #7 is aborted',
    'Launch is aborted',
    'Launch has been deleted',
    'Relaunch triggered in CI service',
    'Launch triggered in CI service',
    'Test was marked as Passed',
    'Tests were marked as Blocked',
    'Token was copied into your clipboard.',
    'Settings were copied into your clipboard',
    'URL was successfully copied',
    'Preset was successfully created',
    'Failure tag was successfully assigned',
  ])
})

test('[TOASTS-02] messages of failure use the specified texts', () => {
  expect([
    TEXTS.launchNotFound,
    HUB_TEXTS.notCopied,
    TEXTS.tagsRefused('gone'),
    TEXTS.tagsPartlyAssigned(2, 1, 'gone'),
  ]).toEqual([
    'Launch can not be found',
    'Unable to create URL for current integration',
    'Failed to assign failure tag. Reasons: gone',
    'Tag assignment processed. Success: 2 Failed: 1 Failure reasons: gone',
  ])
})

test('[TOASTS-03] empty states use the specified texts', () => {
  expect([TEXTS.noLaunches, HUB_TEXTS.none, TEXTS.noTestsYet, TEXTS.noTests, LAUNCHER_TEXTS.logsEmpty]).toEqual([
    'There are no reported launches yet',
    'No configured integrations',
    'This launch has no test executions reported yet',
    'This launch has no test executions reported',
    'Stay tuned, we are preparing and configuring execution environment...',
  ])
})
