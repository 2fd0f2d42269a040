import type { AnyCall } from '../../../contract/call.ts'
import { pathOf } from '../../../contract/call.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { TestAgent } from '../support/agent.ts'
import { startTestApp } from '../support/app.ts'
import { aUser, aProject } from '../support/people.ts'
import { aVisitor } from '../support/public.ts'
import { alsoIn, aWorldOf } from './callers.ts'

/** Calls for objects that do not exist, so that nothing is destroyed: an authorized caller gets 404. */
const MISSING: ReadonlySet<string> = new Set([
  'getRepository',
  'getLauncher',
  'getLauncherActivity',
  'getEngineUse',
  'createLauncher',
  'updateLauncher',
  'deleteLauncher',
  'createPreset',
  'getPreset',
  'updatePreset',
  'deletePreset',
  'setScheduleStatus',
  'setSchedulesStatus',
  'setLauncherSchedulesStatus',
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'testWebhook',
  'listWebhookDeliveries',
  'getRelaunchWays',
  'createLaunchContext',
  'relaunchLaunch',
  'buildLaunch',
  'getLaunchArguments',
  'readConsole',
  'findInConsole',
  'downloadConsole',
  'reportConsole',
  'updateRepositoryCredentials',
  'reconnectRepository',
  'checkRepository',
  'deleteRepository',
  'listBranches',
  'updateSavedFilter',
  'deleteSavedFilter',
  'restoreSavedFilter',
  'updateGroup',
  'deleteGroup',
  'addGroupUser',
  'removeGroupUser',
  'updateIdentityProvider',
  'deleteIdentityProvider',
  'testIdentityProvider',
  'deleteScimToken',
  'deleteWorkerToken',
  'updateLaunchLimit',
  'updateOpenIdProvider',
  'setProviderLogo',
  'removeProviderLogo',
  'readSignInTest',
  'getIntegration',
  'saveIntegration',
  'removeIntegration',
  'checkIntegration',
  'openInvitation',
  'revokePublicLink',
  'acceptInvitation',
  'deleteAccessToken',
  'resetSecondFactor',
  'getServiceAccount',
  'updateServiceAccount',
  'deleteServiceAccount',
  'listServiceAccountTokens',
  'createServiceAccountToken',
  'deleteServiceAccountToken',
  'endSession',
  'renamePasskey',
  'removePasskey',
  'deleteConfigurationGroup',
  'deleteConfigurationOption',
  'getEnvironment',
  'deleteEnvironment',
  'restoreEnvironment',
  'deleteVariable',
  'deleteEnvironmentVariable',
  'updateEnvironment',
  'updateVariable',
  'updateEnvironmentVariable',
  'getMilestone',
  'updateMilestone',
  'updateRequirementSystem',
  'deleteRequirementSystem',
  'updateNotificationRule',
  'deleteNotificationRule',
  'updateGitHost',
  'deleteGitHost',
  'checkGitHost',
  'retryPullRequest',
  'renewNotificationSecret',
  'testNotificationRule',
  'listNotificationDeliveries',
  'resendNotification',
  'resendDirectDelivery',
  'updateRequirement',
  'deleteRequirement',
  'listCaseRequirements',
  'linkRequirements',
  'deleteMilestone',
  'updateSuite',
  'deleteSuite',
  'moveSuite',
  'cloneSuite',
  'getTestCase',
  'updateTestCase',
  'undoOperation',
  'readCaseImport',
  'checkCaseImport',
  'runCaseImport',
  'getResultImport',
  'runResultImport',
  'listCaseVersions',
  'restoreCaseVersion',
  'listCaseExecutions',
  'getCaseModel',
  'updateCaseModel',
  'getCaseModelResults',
  'getSharedSteps',
  'updateSharedSteps',
  'deleteSharedSteps',
  'getTestPlan',
  'getTestPlanReport',
  'updateTestPlan',
  'closeTestPlan',
  'deleteTestPlan',
  'getTestRun',
  'getTestRunReport',
  'mailTestRunReport',
  'reportPresence',
  'mailTestPlanReport',
  'pushLaunchResults',
  'updateTestRun',
  'closeTestRun',
  'deleteTestRun',
  'getRerun',
  'openTestRun',
  'listRunCases',
  'listRunCaseContents',
  'getRunOfflineSize',
  'listCaseResults',
  'adoptCaseVersion',
  'assignRunCases',
  'getExploratorySession',
  'updateExploratorySession',
  'closeExploratorySession',
  'deleteExploratorySession',
  'listObservations',
  'createObservation',
  'editObservation',
  'deleteObservations',
])
const missing = {
  repoId: 1_000_000,
  launcherId: 1_000_000,
  presetId: 1_000_000,
  scheduleId: 1_000_000,
  webhookId: 1_000_000,
  tool: 'ASSAY_ENGINE',
  provider: 'GITHUB',
  token: 'none',
  integration: 'none',
  tracker: 'jira',
  publicLinkId: 1_000_000,
  failureKey: 'none',
  accessTokenId: 1_000_000,
  groupId: 1_000_000,
  providerId: 1_000_000,
  signInTestId: 'none',
  passkeyId: 1_000_000,
  scimTokenId: 1_000_000,
  serviceAccountId: 1_000_000,
  workerTokenId: 1_000_000,
  projectId: 1_000_000,
  optionId: 1_000_000,
  environmentId: 1_000_000,
  variableId: 1_000_000,
  milestoneId: 1_000_000,
  requirementSystemId: 1_000_000,
  requirementId: 1_000_000,
  ruleId: 1_000_000,
  deliveryId: 1_000_000,
  gitHostId: 1_000_000,
  pullRequestId: 1_000_000,
  suiteId: 1_000_000,
  caseId: 1_000_000,
  runId: 1_000_000,
  testPlanId: 1_000_000,
  version: 1_000_000,
  sharedStepsId: 1_000_000,
  sessionId: '00000000-0000-4000-8000-000000000000',
  operationId: '00000000-0000-4000-8000-000000000000',
  importId: '00000000-0000-4000-8000-000000000000',
  exploratorySessionId: '00000000-0000-4000-8000-000000000000',
  observationId: '00000000-0000-4000-8000-000000000000',
  fileUuid: '00000000-0000-4000-8000-000000000000',
}

/** Their project is named in the query. */
export const BY_ID = new Set(['exportTestRepository', 'generateTestCases'])

/** Starts an application with callers of every kind, and a project with an object for each call. */
export const everyCall = async () => {
  const app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000' })
  const world = await aWorldOf(app)
  const agent = await TestAgent.of(app, world.owner, 'SHOP')
  const launch = await agent.startLaunch()
  const testId = await launch.test('adds up', 'FAILED')
  const visitor = await aVisitor(app, world.owner, { resourceType: 'launch', resourceId: String(launch.id) })
  world.tokens.visitor = visitor.token
  let fields = 0
  let projects = 0
  const aField = async (): Promise<number> => {
    fields += 1
    const row = { type: 'CUSTOM', name: `Field ${fields}`, system_name: `field${fields}`, data_type: 'STRING' } as const
    const { id } = await app.db
      .insertInto('test_case_field')
      .values({ ...row, project_id: world.projectId, tab_id: null, position: fields })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const field = await aField()
  /** Returns the address of a call with existing objects, so that an authorized caller finds them; destructive calls get objects of their own. */
  const addressOf = async ({ name, path }: AnyCall): Promise<string> => {
    let projectKey = 'SHOP'
    if (name === 'deleteProject') {
      projects += 1
      projectKey = `GONE${projects}`
      await alsoIn(app, world, await aProject(app, world.owner, projectKey))
    }
    const isLast = name === 'deleteLaunch' || name === 'abortLaunch'
    const launchId = isLast ? (await agent.startLaunch()).id : launch.id
    const stream = `project:${world.projectId}`
    const userId =
      name === 'deleteMember'
        ? (await aUser(app, { roles: { [world.projectId]: 'GUEST' } })).id
        : name === 'resetSecondFactor'
          ? 1_000_000
          : world.people.GUEST.id
    const feature = 'launcher'
    const filterId = 1_000_000
    const attemptUuid = '00000000-0000-4000-8000-000000000000'
    const fieldId = name === 'deleteTestCaseField' ? await aField() : field
    const inQuery = BY_ID.has(name) ? `?projectId=${world.projectId}` : ''
    return (
      pathOf(path, {
        projectKey,
        launchId,
        testId,
        stream,
        userId,
        feature,
        filterId,
        attemptUuid,
        fieldId,
        field: 'environment',
        ...missing,
      }) + inQuery
    )
  }
  return { app, world, agent, launch, testId, addressOf, close: () => app.close() }
}

/** Returns whether a user was authorized, whatever the call answers then. */
export const isLetIn = (name: string, { status, body }: { status: number; body: unknown }): boolean => {
  const { code, message = '' } = (body ?? {}) as { code?: string; message?: string }
  // Calls without a session answer 401 to wrong passwords and missing cookies.
  if (code === ERROR_CODES.wrongCredentials || code === ERROR_CODES.renewalRefused) return true
  // A project that the caller may not see: its objects are not looked up.
  if (status === 404 && /^Project \S+ does not exist$/.test(message)) return false
  if (MISSING.has(name)) return status !== 401 && status !== 403
  return status !== 401 && status !== 403 && status !== 404
}
