import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Feature } from '../../../contract/access.ts'
import type { AnyCall } from '../../../contract/call.ts'
import { CALLS } from '../../../contract/calls.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { ask, refusalOf, send, startTestApp } from '../support/app.ts'
import { aWorldOf } from './callers.ts'
import { everyCall } from './every-call.ts'

let given: Awaited<ReturnType<typeof everyCall>>
beforeAll(async () => {
  given = await everyCall()
})
afterAll(() => given.close())

test('[LNAV-09] every call of the Launchers area needs both of its features', () => {
  const area = CALLS.filter(
    ({ access }) => typeof access === 'object' && 'project' in access && access.project === 'launchers:write',
  )
  expect(area.length).toBeGreaterThan(10)
  for (const { name, allFeatures } of area) expect([name, allFeatures]).toEqual([name, ['test-automation', 'launcher']])
})

// Plans have no calls yet that could be refused.
test.each<[Feature, string[]]>([
  [
    'test-automation',
    [
      ...CALLS.filter(({ allFeatures }) => allFeatures?.includes('test-automation')).map(({ name }) => name),
      'listLaunches',
      'listLaunchChoices',
      'listLaunchLabelKeys',
      'listLaunchLabels',
      'listSavedFilters',
      'createSavedFilter',
      'updateSavedFilter',
      'deleteSavedFilter',
      'restoreSavedFilter',
      'getLaunch',
      'getPassRateHistory',
      'reviewLaunch',
      'abortLaunch',
      'deleteLaunch',
      'listTests',
      'getStability',
      'listFlakyTests',
      'getTestLabels',
      'getTest',
      'listTestLogs',
      'listTestHistory',
      'listTestSessions',
      'markTests',
      'assignFailureTag',
      'listFailureTagAssignments',
      'listCauses',
      'compareLaunches',
      'listLaunchEvents',
      'getLaunchNews',
      'recordLaunchVisit',
      'listQuarantine',
      'listLaunchQuarantine',
      'changeQuarantine',
      'acceptSuggestions',
      'undoAccepted',
      'mergeCause',
      'splitCause',
      'replayStream',
      'searchTests',
      'revealTestingPlatforms',
      'getResultImport',
      'runResultImport',
      'recordFinishedLaunch',
      'getReportingSetup',
      'createGuideToken',
      'getRelaunchWays',
      'createLaunchContext',
      'relaunchLaunch',
      'buildLaunch',
      'getQualityGate',
      'listNotificationRules',
      'createNotificationRule',
      'updateNotificationRule',
      'deleteNotificationRule',
      'renewNotificationSecret',
      'testNotificationRule',
      'listNotificationDeliveries',
      'resendNotification',
      'listDirectDeliveries',
      'resendDirectDelivery',
      'getChatTargets',
      'getBadgeToken',
      'createBadgeToken',
      'revokeBadgeToken',
      'getGateSettings',
      'updateGateSettings',
      'mailLaunches',
      'listRecipients',
      'exportLaunch',
      'assignLaunchesToMilestone',
    ],
  ],
  ['execution-summary-report', ['getExecutionSummary']],
  ['execution-duration-report', ['getDurationAnalysis', 'getLaunchSlowdown']],
  ['test-repository-import', ['readCaseImport', 'checkCaseImport', 'runCaseImport']],
  ['trash-bin', ['listTrash', 'restoreTestCases', 'restoreAllTestCases', 'purgeTestCases', 'purgeAllTestCases']],
  ['test-case-history', ['listCaseVersions', 'restoreCaseVersion']],
  [
    'requirements-mapping',
    [
      'listRequirementSystems',
      'createRequirementSystem',
      'updateRequirementSystem',
      'deleteRequirementSystem',
      'listRequirements',
      'findRequirements',
      'createRequirement',
      'updateRequirement',
      'deleteRequirement',
      'syncRequirements',
      'listCaseRequirements',
      'linkRequirements',
    ],
  ],
  [
    'launcher',
    [
      'getEngineUtilization',
      ...CALLS.filter(({ allFeatures }) => allFeatures?.includes('launcher')).map(({ name }) => name),
    ],
  ],
  [
    'defects-linking',
    [
      'linkIssue',
      'linkCauseIssue',
      'readIssues',
      'searchIssues',
      'prepareIssue',
      'listIssueTargets',
      'searchTrackerPeople',
      'createIssue',
    ],
  ],
  ['ai-assistant', ['generateTestCases', 'acceptSuggestedCases', 'getAiCredits']],
])(
  '[FEAT-03] [NAV-17] %s: its calls are refused while it is off, also to the owner, and no others',
  async (feature, gated) => {
    const { token } = given.world.owner
    const turn = (on: boolean) => ask(given.app, switchFeature, { token, params: { feature }, body: { on } })
    const refused: string[] = []
    const asked: [call: AnyCall, address: string][] = []
    // Some of what is asked for is reported first, and that has a feature, too.
    for (const call of CALLS.filter(({ access }) => typeof access === 'object'))
      asked.push([call, await given.addressOf(call)])
    await turn(false)
    try {
      for (const [call, address] of asked) {
        const body = call.method === 'GET' ? {} : { body: {} }
        const received = await send(given.app, address, { method: call.method, token, ...body })
        if ((received.body as { code?: string } | null)?.code === ERROR_CODES.featureOff) refused.push(call.name)
      }
    } finally {
      await turn(true)
    }
    expect(refused.sort()).toEqual(gated.sort())
  },
)

test('a feature that is switched off is off for everybody, also for the owner', async () => {
  const off = await startTestApp()
  try {
    const { owner } = await aWorldOf(off)
    await off.db
      .updateTable('workspace')
      .set({ features: JSON.stringify([]) })
      .execute()
    const refused = await refusalOf(off, listLaunches, { token: owner.token, params: { projectKey: 'SHOP' } })
    expect(refused).toMatchObject({ status: 403, code: ERROR_CODES.featureOff })
  } finally {
    await off.close()
  }
})
