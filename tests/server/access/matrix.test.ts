import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_PERMISSIONS, GROUP_ROLES, PERMISSIONS, type Feature } from '../../../contract/access.ts'
import type { AnyCall } from '../../../contract/call.ts'
import { CALLS } from '../../../contract/calls.ts'
import { ERROR_CODES } from '../../../contract/errors.ts'
import { switchFeature } from '../../../contract/workspace/features.ts'
import { pathOf } from '../../../contract/call.ts'
import { listLaunches } from '../../../contract/launches/launches.ts'
import { getProject } from '../../../contract/projects/projects.ts'
import { ask, refusalOf, send, startTestApp, type TestApp } from '../support/app.ts'
import { TestAgent, type TestLaunch } from '../support/agent.ts'
import { aPerson, aProject, type TestPerson } from '../support/people.ts'
import { aVisitor } from '../support/public.ts'
import { alsoIn, aWorldOf, CALLERS, type Caller, type World } from './callers.ts'
import { ACCESS, HOLDERS, WRITERS } from './table.ts'

let app: TestApp
let world: World & { projectId: number }
let agent: TestAgent
let launch: TestLaunch
let testId: number

beforeAll(async () => {
  app = await startTestApp({ SIGN_IN_ATTEMPTS: '100000' })
  world = await aWorldOf(app)
  agent = await TestAgent.of(app, world.owner, 'SHOP')
  launch = await agent.startLaunch()
  testId = await launch.test('adds up', 'FAILED')
  world.tokens.visitor = (
    await aVisitor(app, world.owner, { resourceType: 'launch', resourceId: String(launch.id) })
  ).token
  field = await aField()
})
afterAll(() => app.close())

/** Calls that are asked for something that is not there, so that nothing is destroyed: whoever is let in is told so. */
const MISSING: ReadonlySet<string> = new Set([
  'getRepository',
  'getLauncher',
  'createLauncher',
  'updateLauncher',
  'deleteLauncher',
  'createPreset',
  'getPreset',
  'updatePreset',
  'deletePreset',
  'setScheduleStatus',
  'setSchedulesStatus',
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
  'updateMilestone',
  'updateRequirementSystem',
  'deleteRequirementSystem',
  'updateNotificationRule',
  'deleteNotificationRule',
  'renewNotificationSecret',
  'testNotificationRule',
  'listNotificationDeliveries',
  'resendNotification',
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
  'tellPresence',
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
const BY_ID = new Set(['exportTestRepository', 'generateTestCases'])

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
let fields = 0
let field: number

let projects = 0
/** The call with things that exist, so that whoever is let in finds them; what a call destroys is made for it alone. */
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
      ? (await aPerson(app, { roles: { [world.projectId]: 'GUEST' } })).id
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

/** Whether somebody was let in: what became of the call then is another matter. */
const isLetIn = (name: string, { status, body }: { status: number; body: unknown }): boolean => {
  const { code, message = '' } = (body ?? {}) as { code?: string; message?: string }
  // Calls of the door say 401 to wrong passwords and to cookies that are not there.
  if (code === ERROR_CODES.wrongCredentials || code === ERROR_CODES.renewalRefused) return true
  // A project that the caller may not see: what is asked for in it is not even looked for.
  if (status === 404 && /^Project \S+ does not exist$/.test(message)) return false
  if (MISSING.has(name)) return status !== 401 && status !== 403
  return status !== 401 && status !== 403 && status !== 404
}

test('[LNAV-09] every call of the Launchers area needs both of its features', () => {
  const area = CALLS.filter(
    ({ access }) => typeof access === 'object' && 'project' in access && access.project === 'launchers:write',
  )
  expect(area.length).toBeGreaterThan(10)
  for (const { name, allFeatures } of area) expect([name, allFeatures]).toEqual([name, ['test-automation', 'launcher']])
})

test('every call of the contract stands in the table, and no other', () => {
  expect(CALLS.map(({ name }) => name).sort()).toEqual(Object.keys(ACCESS).sort())
})

const mayMake = (caller: Caller) => Object.keys(ACCESS).filter((name) => ACCESS[name]?.includes(caller))

describe('the table, to which the server is held below', () => {
  test('[ESNV-09] [OBS-19] [OBS-20] [OBS-21] guests write nothing of sessions', () => {
    const writes = CALLS.filter(({ name, method }) => method !== 'GET' && /Explorator|Observation/.test(name))
    expect(writes.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'createObservation',
        'editObservation',
        'deleteObservations',
        'createExploratorySession',
      ]),
    )
    for (const { name } of writes) expect(mayMake('GUEST'), `called ${name}`).not.toContain(name)
  })

  test('[NAV-16] [PERM-05] [PERM-07] [PERM-10] managers review, abort and delete launches; engineers mark tests, too', () => {
    for (const name of ['reviewLaunch', 'abortLaunch', 'deleteLaunch'])
      expect(ACCESS[name]).toEqual(['MANAGER', 'ADMINISTRATOR', 'owner'])
    for (const name of ['deleteLaunch', 'assignLaunchesToMilestone', 'abortLaunch'])
      expect(ACCESS[name], '[LFIL-12] [LFIL-13] [LFIL-15]').not.toContain('GUEST')
    expect(ACCESS['mailLaunches'], '[LFIL-16]').toEqual(ACCESS['listLaunches'])
    expect(ACCESS['markTests']).toEqual(['ENGINEER', 'MANAGER', 'ADMINISTRATOR', 'owner', 'agent'])
  })

  test('[PRODUCT-04] [ROLE-01] [ROLE-06] [ROLE-07] read-only people make fewer calls than guests, who make fewer than engineers, and so on', () => {
    for (const name of mayMake('read-only')) expect(ACCESS[name]).toContain('GUEST')
    for (const name of ['createProject', 'createAccessToken', 'listAccessTokens', 'setPhoto'])
      expect(ACCESS[name]).not.toContain('read-only')
    const order = ['read-only', 'GUEST', 'ENGINEER', 'MANAGER', 'ADMINISTRATOR'] as const
    for (const [i, caller] of order.slice(1).entries())
      expect(mayMake(caller)).toEqual(expect.arrayContaining(mayMake(order[i] ?? 'read-only')))
  })
})

describe('route by role', () => {
  test.each(CALLS.map((call) => [call.name, call] as const))('%s', async (name, call) => {
    const letIn: Caller[] = []
    for (const caller of CALLERS) {
      const token = world.tokens[caller]
      const received = await send(app, await addressOf(call), {
        method: call.method,
        ...(token === undefined ? {} : { token }),
        // Too little for any call that writes: whoever is let in is told so.
        ...(call.method === 'GET' ? {} : { body: {} }),
      })
      expect(received.status, `${name} as ${caller}`).toBeLessThan(500)
      if (isLetIn(name, received)) letIn.push(caller)
    }
    expect(letIn).toEqual(CALLERS.filter((caller) => ACCESS[name]?.includes(caller)))
  })
})

describe('reporting', () => {
  const calls: [name: string, method: string, path: () => string, body: unknown][] = [
    [
      'starting a launch',
      'POST',
      () => '/test-runs?projectKey=SHOP',
      { name: 'Nightly', framework: 'mocha', startedAt: '2026-01-01T00:00:00Z' },
    ],
    ['labels of a launch', 'PUT', () => `/test-runs/${launch.id}/labels`, { items: [] }],
    ['references of a launch', 'PUT', () => `/test-runs/${launch.id}/artifact-references`, { items: [] }],
    ['the platform of a launch', 'PUT', () => `/test-runs/${launch.id}/platform`, { name: 'linux' }],
    ['starting a test', 'POST', () => `/test-runs/${launch.id}/tests`, {}],
    ['labels of a test', 'PUT', () => `/test-runs/${launch.id}/tests/${testId}/labels`, { items: [] }],
    ['starting a session', 'POST', () => `/test-runs/${launch.id}/test-sessions`, {}],
    ['logs', 'POST', () => `/test-runs/${launch.id}/logs`, []],
    [
      'asking for a known issue',
      'POST',
      () => `/test-runs/${launch.id}/tests/${testId}/known-issue-confirmations`,
      { failureReason: 'x' },
    ],
  ]
  test.each(calls)(
    '%s: who may report with their own token, and the agent of an engineer',
    async (_name, method, path, body) => {
      const letIn: Caller[] = []
      for (const caller of CALLERS) {
        const token = world.tokens[caller]
        const { status } = await send(app, `/api/reporting/v1${path()}`, {
          method,
          body,
          ...(token === undefined ? {} : { token }),
        })
        expect(status).toBeLessThan(500)
        if (status !== 401 && status !== 403 && status !== 404) letIn.push(caller)
      }
      expect(letIn).toEqual(CALLERS.filter((caller) => WRITERS.includes(caller)))
    },
  )
})

describe('beside roles', () => {
  const roleOf = async (person: TestPerson, projectKey: string) =>
    (await ask(app, getProject, { token: person.token, params: { projectKey } })).role

  test('[PRODUCT-04] [ROLE-06] a read-only person is a guest, whatever is written down', async () => {
    expect(await roleOf(world.people['read-only'], 'SHOP')).toBe('GUEST')
    expect(await roleOf(world.people.ENGINEER, 'SHOP')).toBe('ENGINEER')
  })

  test('a public project is open to everybody, as a guest', async () => {
    await aProject(app, world.owner, 'OPEN', true)
    expect(await roleOf(world.people['non-member'], 'OPEN')).toBe('GUEST')
    const report = await send(app, '/api/reporting/v1/test-runs?projectKey=OPEN', {
      method: 'POST',
      body: { name: 'Nightly', framework: 'mocha', startedAt: '2026-01-01T00:00:00Z' },
      token: world.people['non-member'].token,
    })
    expect(report.status).toBe(403)
  })

  test('[MEMBERS-02] who holds projects:update reads a private project as a guest, and nothing else of it but its members', async () => {
    const holder = await aPerson(app, { permissions: ['projects:update'] })
    expect(await roleOf(holder, 'SHOP')).toBe('GUEST')
    const letIn: string[] = []
    for (const call of CALLS.filter(
      ({ access, method }) => typeof access === 'object' && 'project' in access && method === 'GET',
    )) {
      const received = await send(app, await addressOf(call), { token: holder.token })
      if (isLetIn(call.name, received)) letIn.push(call.name)
    }
    expect(letIn.sort()).toEqual(['getProject', 'listCandidates', 'listMembers'])
    const reader = await aPerson(app, { permissions: ['projects:update'], readOnly: true })
    const refused = await refusalOf(app, getProject, { token: reader.token, params: { projectKey: 'SHOP' } })
    expect(refused.status).toBe(404)
  })

  test('a project that the caller may not see is answered exactly as one that does not exist, by every call', async () => {
    const { token } = world.people['non-member']
    const answerOf = async (call: AnyCall, path: string) => {
      const body = call.method === 'GET' ? {} : { body: {} }
      const { status, body: answer } = await send(app, path, { method: call.method, token, ...body })
      return JSON.stringify([status, { ...(answer as object), requestId: '' }])
    }
    const inProjects = CALLS.filter(({ access }) => typeof access === 'object' && 'project' in access)
    for (const call of inProjects) {
      const address = await addressOf(call)
      const key = /\/projects\/(\w+)/.exec(address)?.[1] ?? String(world.projectId)
      const missingKey = BY_ID.has(call.name) ? '999999' : 'NONE'
      const missingAddress = BY_ID.has(call.name)
        ? address.replace(`projectId=${key}`, `projectId=${missingKey}`)
        : address.replace(`/projects/${key}`, `/projects/${missingKey}`)
      const hidden = (await answerOf(call, address)).replaceAll(key, '?')
      const missing = (await answerOf(call, missingAddress)).replaceAll(missingKey, '?')
      expect([call.name, hidden]).toEqual([call.name, missing])
      expect([call.name, hidden.slice(0, 4)]).toEqual([call.name, '[404'])
    }
  })

  test('what belongs to a hidden project is answered as if it did not exist, without the key of the project', async () => {
    const stranger = world.people['non-member']
    const outside = await TestAgent.of(app, stranger, 'SHOP')
    const refusalFor = async (launchId: number) => {
      const { status, body } = await outside.request('PUT', `/test-runs/${launchId}/labels`, { items: [] })
      return [status, { ...(body as object), requestId: '' }]
    }
    expect(await refusalFor(launch.id)).toEqual(await refusalFor(1_000_000))
    expect(JSON.stringify(await refusalFor(launch.id))).not.toContain('SHOP')
  })

  test.each(GROUP_ROLES)(
    '[GRPS-15] whom a group makes %s in every project is let in as a member of that role, by every call',
    async (role) => {
      const holder = await aPerson(app, { permissions: [...DEFAULT_PERMISSIONS, role] })
      const inProjects = CALLS.filter(({ access }) => typeof access === 'object' && 'project' in access)
      const letIn: string[] = []
      for (const call of inProjects) {
        const body = call.method === 'GET' ? {} : { body: {} }
        const received = await send(app, await addressOf(call), { method: call.method, token: holder.token, ...body })
        if (isLetIn(call.name, received)) letIn.push(call.name)
      }
      expect(letIn).toEqual(inProjects.map(({ name }) => name).filter((name) => ACCESS[name]?.includes(role)))
    },
  )

  test('[PRODUCT-05] [GRPS-09] [GRPS-10] [GRPS-11] [GRPS-12] each permission of the workspace opens its calls and no other', async () => {
    const calls = CALLS.filter(({ access }) => typeof access === 'object' && 'workspace' in access)
    for (const permission of PERMISSIONS) {
      const holder = await aPerson(app, { permissions: [permission] })
      const letIn: string[] = []
      for (const call of calls) {
        const body = call.method === 'GET' ? {} : { body: {} }
        const received = await send(app, await addressOf(call), { method: call.method, token: holder.token, ...body })
        if (isLetIn(call.name, received)) letIn.push(call.name)
      }
      const wanted = calls.map(({ name }) => name).filter((name) => HOLDERS[name]?.includes(permission))
      expect([permission, letIn]).toEqual([permission, wanted])
    }
    expect(Object.keys(HOLDERS).sort()).toEqual(calls.map(({ name }) => name).sort())
  })

  test('a workspace permission that somebody does not hold is missed, and the owner needs none', async () => {
    const without = await aPerson(app, { permissions: [] })
    const create = (token: string) => send(app, '/api/projects', { method: 'POST', body: {}, token })
    expect((await create(without.token)).status).toBe(403)
    expect((await create(world.owner.token)).status).toBe(400)
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
      ['linkIssue', 'linkCauseIssue', 'readIssues', 'prepareIssue', 'listIssueTargets', 'createIssue'],
    ],
    ['ai-assistant', ['generateTestCases', 'acceptSuggestedCases', 'getAiCredits']],
  ])(
    '[FEAT-03] [NAV-17] %s: its calls are refused while it is off, also to the owner, and no others',
    async (feature, gated) => {
      const { token } = world.owner
      const turn = (on: boolean) => ask(app, switchFeature, { token, params: { feature }, body: { on } })
      const refused: string[] = []
      const asked: [call: AnyCall, address: string][] = []
      // Some of what is asked for is reported first, and that has a feature, too.
      for (const call of CALLS.filter(({ access }) => typeof access === 'object'))
        asked.push([call, await addressOf(call)])
      await turn(false)
      try {
        for (const [call, address] of asked) {
          const body = call.method === 'GET' ? {} : { body: {} }
          const received = await send(app, address, { method: call.method, token, ...body })
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
})
