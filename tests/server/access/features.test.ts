import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEATURES, type Feature } from '../../../contract/access.ts'
import { CALLS, type AnyCall } from '../../../contract/call.ts'
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

test('[LNAV-09] every call of the Launchers area requires both of its features', () => {
  const area = CALLS.filter(
    ({ access }) => typeof access === 'object' && 'project' in access && access.project === 'launchers:write',
  )
  expect(area.length).toBeGreaterThan(10)
  for (const { name, allFeatures } of area) expect([name, allFeatures]).toEqual([name, ['test-automation', 'launcher']])
})

/** Calls that each feature controls. Plans have none that could be rejected. */
const GATED: readonly (readonly [Feature, readonly string[]])[] = [
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
      'pinLaunch',
      'deleteLaunch',
      'listTests',
      'getStability',
      'listFlakyTests',
      'getFlakySettings',
      'replayFlakyRules',
      'updateFlakySettings',
      'getTestLabels',
      'getTest',
      'listTestLogs',
      'listTestSteps',
      'listBrowserErrors',
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
      'reportConsole',
      'recordFinishedLaunch',
      'getReportingSetup',
      'createGuideToken',
      'getRelaunchWays',
      'createLaunchContext',
      'relaunchLaunch',
      'buildLaunch',
      'getQualityGate',
      'replayGate',
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
      'listGitHosts',
      'createGitHost',
      'updateGitHost',
      'deleteGitHost',
      'checkGitHost',
      'listPullRequests',
      'retryPullRequest',
      'getBadgeToken',
      'createBadgeToken',
      'revokeBadgeToken',
      'getGateSettings',
      'updateGateSettings',
      'getRetention',
      'updateRetention',
      'getRetentionUsage',
      'previewRetention',
      'mailLaunches',
      'listRecipients',
      'exportLaunch',
      'assignLaunchesToMilestone',
      'splitTestFiles',
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
]
const featuresOf = (name: string) => GATED.flatMap(([feature, calls]) => (calls.includes(name) ? [feature] : []))
const WITH_ACCESS = CALLS.filter(({ access }) => typeof access === 'object')

let switchedOn: readonly Feature[] = FEATURES
const setFeatures = async (features: readonly Feature[]) => {
  const { token } = given.world.owner
  for (const feature of FEATURES.filter((one) => features.includes(one) !== switchedOn.includes(one)))
    await ask(given.app, switchFeature, { token, params: { feature }, body: { on: features.includes(feature) } })
  switchedOn = features
}

/** Returns those of the calls that are rejected for the owner while only these features are on. */
const refusedWith = async (features: readonly Feature[], calls: readonly AnyCall[]): Promise<string[]> => {
  await setFeatures(FEATURES)
  // Preparing an address can report a launch, which requires features as well.
  const addresses: string[] = []
  for (const call of calls) addresses.push(await given.addressOf(call))
  await setFeatures(features)
  const refused: string[] = []
  for (const [i, call] of calls.entries()) {
    const body = call.method === 'GET' ? {} : { body: {} }
    const { token } = given.world.owner
    const received = await send(given.app, addresses[i] ?? '', { method: call.method, token, ...body })
    if ((received.body as { code?: string } | null)?.code === ERROR_CODES.featureOff) refused.push(call.name)
  }
  return refused.sort()
}

test.each(GATED)(
  '[FEAT-03] [NAV-17] rejects the calls of %s while it is off, also from the owner',
  async (feature, gated) => {
    const calls = WITH_ACCESS.filter(({ name }) => gated.includes(name))
    const others = FEATURES.filter((one) => one !== feature)
    expect(await refusedWith(others, calls)).toEqual(gated.toSorted())
  },
)

test('[FEAT-03] [NAV-17] rejects no call whose own features are on when all others are off', async () => {
  const others = FEATURES.filter((feature) => GATED.every(([gate]) => gate !== feature))
  const byFeatures = new Map<string, AnyCall[]>()
  // Some calls require one of several features: none of them alone rejects.
  for (const call of WITH_ACCESS.filter(({ anyFeature }) => anyFeature === undefined)) {
    const key = featuresOf(call.name).join()
    byFeatures.set(key, [...(byFeatures.get(key) ?? []), call])
  }
  for (const calls of byFeatures.values())
    expect(await refusedWith([...others, ...featuresOf(calls[0]?.name ?? '')], calls)).toEqual([])
})

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
