import type { LaunchesQuery } from '../../contract/launches/launches.ts'
import type { TestsQuery } from '../../contract/launches/launch-tests.ts'

/** Route patterns, with the functions that build paths from them. */
export const paths = {
  home: '/',
  signIn: '/signin',
  /** Requirements that a session must fulfil first. */
  secondFactor: '/second-factor',
  signInRules: '/settings/sign-in',
  signUp: '/signup',
  singleSignOn: '/sso',
  forgotPassword: '/password/forgot',
  resetPassword: '/password/reset',
  invitation: '/invitation',
  publicLaunch: '/public/launch/:publicAccessKey',
  publicTestRun: '/public/test-run/:publicAccessKey',
  publicTestPlan: '/public/test-plan/:publicAccessKey',
  publicExploratorySession: '/public/exploratory-session/:publicAccessKey',
  /** Links of an unknown type or without a key (PUBLIC-04, PUBLIC-05). */
  publicUnknown: '/public/:resource/:publicAccessKey',
  publicWithoutKey: '/public/:resource',
  projects: '/projects',
  profile: '/profile',
  notFound: '/404',
  serverError: '/500',
  project: '/projects/:projectKey',
  testCases: '/projects/:projectKey/test-cases',
  testCase: '/projects/:projectKey/test-cases/:caseId',
  trashBin: '/projects/:projectKey/test-cases/trash-bin',
  casesReport: '/projects/:projectKey/test-cases/export',
  caseModel: '/projects/:projectKey/test-cases/model',
  sharedSteps: '/projects/:projectKey/shared-steps',
  requirements: '/projects/:projectKey/requirements',
  testRuns: '/projects/:projectKey/test-runs',
  createTestRun: '/projects/:projectKey/test-runs/create',
  testRun: '/projects/:projectKey/test-runs/:runId',
  testRunReport: '/projects/:projectKey/test-runs/:runId/report',
  editTestRun: '/projects/:projectKey/test-runs/:runId/edit',
  testPlans: '/projects/:projectKey/test-plans',
  createTestPlan: '/projects/:projectKey/test-plans/create',
  testPlan: '/projects/:projectKey/test-plans/:testPlanId',
  testPlanReport: '/projects/:projectKey/test-plans/:testPlanId/report',
  editTestPlan: '/projects/:projectKey/test-plans/:testPlanId/edit',
  exploratorySessions: '/projects/:projectKey/exploratory-sessions',
  createExploratorySession: '/projects/:projectKey/exploratory-sessions/create',
  compareExploratorySessions: '/projects/:projectKey/exploratory-sessions/compare',
  exploratorySessionReport: '/projects/:projectKey/exploratory-sessions/:exploratorySessionId/report',
  exploratorySession: '/projects/:projectKey/exploratory-sessions/:exploratorySessionId',
  editExploratorySession: '/projects/:projectKey/exploratory-sessions/:exploratorySessionId/edit',
  launches: '/projects/:projectKey/automation-launches',
  gettingStarted: '/projects/:projectKey/automation-launches/getting-started',
  gettingStartedWith: '/projects/:projectKey/automation-launches/getting-started/:framework',
  importResults: '/projects/:projectKey/automation-launches/import',
  quarantine: '/projects/:projectKey/automation-launches/quarantine',
  flakyTests: '/projects/:projectKey/automation-launches/flaky-tests',
  launch: '/projects/:projectKey/automation-launches/:launchId',
  test: '/projects/:projectKey/automation-launches/:launchId/tests/:testId',
  launchers: '/projects/:projectKey/automation-launchers',
  addRepository: '/projects/:projectKey/automation-launchers/add-repo',
  launcherRepository: '/projects/:projectKey/automation-launchers/:repoId',
  newLauncher: '/projects/:projectKey/automation-launchers/:repoId/new-launcher',
  launcher: '/projects/:projectKey/automation-launchers/:repoId/:launcherId',
  launcherPreset: '/projects/:projectKey/automation-launchers/:repoId/:launcherId/:presetId',
  reports: '/projects/:projectKey/reports',
  executionSummary: '/projects/:projectKey/reports/test-execution-summary',
  durationAnalysis: '/projects/:projectKey/reports/test-execution-duration-analysis',
  settings: '/projects/:projectKey/settings',
  testCaseFields: '/projects/:projectKey/test-case-fields',
  priorities: '/projects/:projectKey/test-case-fields/priorities',
  automationStates: '/projects/:projectKey/test-case-fields/automation-states',
  resultStatuses: '/projects/:projectKey/test-case-execution-results',
  observationTypes: '/projects/:projectKey/observation-types',
  failureTags: '/projects/:projectKey/failure-tags',
  configurations: '/projects/:projectKey/testing-configurations',
  environmentsVariables: '/projects/:projectKey/environments-variables',
  environments: '/projects/:projectKey/environments',
  requirementSystems: '/projects/:projectKey/requirement-systems',
  notifications: '/projects/:projectKey/notifications',
  pullRequests: '/projects/:projectKey/pull-requests',
  qualityGate: '/projects/:projectKey/quality-gate',
  retention: '/projects/:projectKey/retention',
  flakyRules: '/projects/:projectKey/flaky-rules',
  members: '/projects/:projectKey/members',
  milestones: '/projects/:projectKey/milestones',
  changeLog: '/projects/:projectKey/settings/change-log',
  workspaceSettings: '/settings',
  users: '/settings/users',
  serviceAccounts: '/settings/service-accounts',
  serviceAccount: '/settings/service-accounts/:serviceAccountId',
  userGroups: '/settings/user-groups',
  identityProviders: '/settings/sso',
  newIdentityProvider: '/settings/sso/new',
  identityProvider: '/settings/sso/:id',
  integrations: '/settings/integrations',
  integration: '/settings/integrations/:integration',
  workers: '/settings/workers',
  serverStatus: '/settings/server-status',
  auditLog: '/settings/audit-log',
  plan: '/settings/billing/plan',
  paymentMethod: '/settings/billing/payment-method',
  billingHistory: '/settings/billing/billing-history',
  engineUtilization: '/settings/engine-utilization-dashboard',
} as const

/** Sign-in with a return path (ROUTES-32). Only own paths are accepted. */
export const signInHref = (wanted?: string): string =>
  wanted === undefined || wanted === '/' || wanted.startsWith('/signin')
    ? paths.signIn
    : `${paths.signIn}?to=${encodeURIComponent(wanted)}`

export const secondFactorHref = (wanted: string): string => `${paths.secondFactor}?to=${encodeURIComponent(wanted)}`

export const wantedAfterSignIn = (search: string): string => {
  const to = new URLSearchParams(search).get('to') ?? '/'
  return /^\/(?![/\\])/.test(to) ? to : '/'
}

const projectHref = (projectKey: string): string => `/projects/${encodeURIComponent(projectKey)}`

/** Builds a page's path that has no parameter but the project. */
export const inProjectHref = (pattern: ProjectPath, projectKey: string): string =>
  pattern.replace(':projectKey', encodeURIComponent(projectKey))
/** A launcher, pre-filled from an earlier launch (RELAUNCH-01); the launchers area resolves which launcher. */
export const usedLauncherHref = (
  projectKey: string,
  { repoId, launcherId }: { repoId: number; launcherId: number },
  launchId: number,
): string => `${projectHref(projectKey)}/automation-launchers/${repoId}/${launcherId}?usedLaunchId=${launchId}`

export const launcherOfLaunchHref = (projectKey: string, launchId: number): string =>
  `${projectHref(projectKey)}/automation-launchers?usedLaunchId=${launchId}`

/** The launchers area, as opened from the launches list. */
export const launchersFromLaunchesHref = (projectKey: string): string =>
  `${projectHref(projectKey)}/automation-launchers?from=launches`

type ProjectPath = Extract<(typeof paths)[keyof typeof paths], `/projects/:projectKey/${string}`>

export const launchesHref = (projectKey: string, query: Partial<LaunchesQuery> = {}): string =>
  `${projectHref(projectKey)}/automation-launches${searchOf(query, LAUNCHES_DEFAULTS)}`

export const testCaseHref = (projectKey: string, caseId: number): string =>
  `${projectHref(projectKey)}/test-cases/${caseId}`

export const testRunHref = (projectKey: string, runId: number): string =>
  `${projectHref(projectKey)}/test-runs/${runId}`

export const testPlanHref = (projectKey: string, testPlanId: number): string =>
  `${projectHref(projectKey)}/test-plans/${testPlanId}`

/** Shared steps whose name contains these words. */
export const sharedStepsHref = (projectKey: string, q = ''): string =>
  `${projectHref(projectKey)}/shared-steps${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`

/** Getting started: a framework's guide, or the choice of one. */
export const gettingStartedHref = (projectKey: string, framework?: string): string =>
  `${projectHref(projectKey)}/automation-launches/getting-started${framework === undefined ? '' : `/${framework}`}`

/** Imports reports as a launch. */
export const importResultsHref = (projectKey: string): string => inProjectHref(paths.importResults, projectKey)

export const launchHref = (projectKey: string, launchId: number, query: Partial<TestsQuery> = {}): string =>
  `${projectHref(projectKey)}/automation-launches/${launchId}${searchOf(query, TESTS_DEFAULTS)}`

/** Quarantined tests. */
export const quarantineHref = (projectKey: string): string =>
  `${projectHref(projectKey)}/automation-launches/quarantine`

/** Compares a launch with an earlier one. */
export const compareHref = (projectKey: string, launchId: number): string =>
  `${launchHref(projectKey, launchId)}?compare=previous`

/** Duration analysis of a launch. */
export const slowdownHref = (projectKey: string, launchId: number): string =>
  `${inProjectHref(paths.durationAnalysis, projectKey)}?launch=${launchId}`

/** Failures of a launch by cause; with one of them open. */
export const launchCausesHref = (projectKey: string, launchId: number, cause: string | null = null): string =>
  `${launchHref(projectKey, launchId)}?launchView=failures${cause === null ? '' : `&cause=${encodeURIComponent(cause)}`}`

export type TestTab = 'steps' | 'log' | 'stack-trace' | 'screenshots' | 'trace' | 'artifacts' | 'history'
/** Without a tab: the steps of a test that has some, or else its log. */
export const testHref = (projectKey: string, launchId: number, testId: number, tab: TestTab | null = null): string =>
  `${projectHref(projectKey)}/automation-launches/${launchId}/tests/${testId}${tab === null ? '' : `?tab=${tab}`}`

export const integrationHref = (key: string): string => paths.integration.replace(':integration', key)

export const serviceAccountHref = (id: number): string => paths.serviceAccount.replace(':serviceAccountId', String(id))

export type ProfileTab = 'profile' | 'api-access' | 'password' | 'security'
export const profileHref = (tab: ProfileTab = 'profile'): string =>
  tab === 'profile' ? paths.profile : `${paths.profile}?tab=${tab}`

const LAUNCHES_DEFAULTS: Record<string, unknown> = { page: 1, sort: 'startedAt', order: 'desc', q: '' }
const TESTS_DEFAULTS: Record<string, unknown> = { page: 1, sort: 'startTime', order: 'asc', group: 'auto', q: '' }

/** Encodes what differs from the default query; a list repeats `name=value`. */
export const searchOf = (query: object, defaults: Record<string, unknown>): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value === undefined || value === null || value === defaults[name]) continue
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof one === 'string' || typeof one === 'number') search.append(name, String(one))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** Parses a search string for a query schema: repeated names become lists. */
export const queryOf = (search: string): Record<string, string | string[]> => {
  const query: Record<string, string | string[]> = {}
  const params = new URLSearchParams(search)
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name)
    query[name] = all.length === 1 ? (all[0] ?? '') : all
  }
  return query
}
