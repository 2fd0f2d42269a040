/** Concurrent changes of one object: every call that changes something stored merges what does not collide and rejects what does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_PERMISSIONS } from '../../../contract/access.ts'
import { CALLS, type AnyCall } from '../../../contract/call.ts'
import { createTestCase, updateTestCase } from '../../../contract/cases/cases.ts'
import { createSuite } from '../../../contract/cases/suites.ts'
import { ERROR_CODES, type Problem } from '../../../contract/errors.ts'
import { createSharedSteps, updateSharedSteps } from '../../../contract/shared-steps/shared-steps.ts'
import { listSettingsChanges } from '../../../contract/settings/change-log.ts'
import { createMilestone, updateMilestone } from '../../../contract/settings/milestones.ts'
import { ask, refusalOf, startTestApp, type TestApp } from '../support/app.ts'
import { aUser, aProject, aWorkspace, type TestUser } from '../support/people.ts'
import { asking, type Edited, type Given } from './edited.ts'
import { UPDATES } from './updates.ts'

/** Lists and models that are saved as a whole: an older version is rejected, and the editor merges by entry. Each has its own tests. */
const WHOLE: Record<string, { read: string; body: (read: Record<string, unknown>, name: string) => unknown }> = {
  saveResultStatuses: { read: 'getResultStatuses', body: (read, name) => renamed(read, 'resultStatuses', name) },
  saveFailureTags: { read: 'getFailureTags', body: (read, name) => renamed(read, 'items', name) },
  saveObservationTypes: { read: 'getObservationTypes', body: (read, name) => renamed(read, 'items', name) },
  savePriorities: { read: 'getPriorities', body: (read, name) => renamed(read, 'priorities', name) },
  saveAutomationStates: { read: 'getAutomationStates', body: (read, name) => renamed(read, 'automationStates', name) },
  saveTestCaseFields: {
    read: 'listTestCaseFields',
    body: (read, name) => {
      const fields = listIn(read, 'fields').map((field, i) =>
        i === (name === 'One' ? 0 : 1) ? { ...field, enabled: field['enabled'] !== true } : field,
      )
      return { version: read['version'], fields }
    },
  },
}

const listIn = (read: Record<string, unknown>, list: string): Record<string, unknown>[] =>
  ((read['data'] as Record<string, unknown> | undefined)?.[list] ?? read[list] ?? read['items']) as Record<
    string,
    unknown
  >[]

const renamed = (read: Record<string, unknown>, list: string, name: string) => ({
  version: read['version'],
  [list]: listIn(read, list).map((entry, i, all) => (i === all.length - 1 ? { ...entry, name } : entry)),
})

/** By field and by step, relative to the given version; see below. */
const BY_VERSION = ['updateTestCase', 'updateCaseModel']

/** Calls that set one thing as a whole, which has no fields to merge. */
const WITHOUT_FIELDS: Record<string, string> = {
  updateRepositoryCredentials: 'credentials, whole, over the version that is named: see launchers/repositories.test.ts',
  signInWithToken: 'a sign-in of the user alone',
  setHomepage: 'a choice of the user alone',
  setPhoto: 'a picture',
  setProjectLogo: 'a picture',
  setProviderLogo: 'a picture',
  setWorkspaceLogo: 'a picture',
  changePassword: 'needs the old one',
  changeUserPassword: 'a password',
  addGroupUser: 'one member; the others stay',
  switchFeature: 'one switch; the others stay',
  checkIntegration: 'what the system answers',
  linkIssue: 'refuses tests that have changed since they were seen',
  linkCauseIssue: 'leaves out tests that have an issue meanwhile',
  assignFailureTag: 'refuses a test that no longer has the expected tag',
  mergeCause: 'refuses a cause that was merged meanwhile',
  changeQuarantine: 'refuses versions that are not current',
  splitCause: 'refuses a cause that was split meanwhile',
  markTests: 'refuses tests that have changed since they were seen',
  starProject: 'a mark of the user alone',
  pinLaunch: 'one switch',
  recordLaunchVisit: 'a mark of the user alone',
  updateSavedFilter: 'switches with two positions; each stays where only the other one is set, see saved filters',
  setScheduleStatus: 'refuses a schedule that was changed meanwhile',
  setSchedulesStatus: 'skips schedules that were changed, added or deleted meanwhile',
  setLauncherSchedulesStatus: 'refuses schedules that were changed or deleted meanwhile',
  renamePasskey: 'one name, of the user alone',
}

let app: TestApp
let people: Record<'owner' | 'author' | 'other', TestUser>
let given: Given
beforeAll(async () => {
  app = await startTestApp()
  const owner = await aWorkspace(app)
  const permissions = [
    ...DEFAULT_PERMISSIONS,
    'IAM_USERS_UPDATE',
    'IAM_GROUPS_UPDATE',
    'BILLING',
    'CONFIGURATION_SSO_SAML',
    'INTEGRATIONS_WRITE',
  ] as const
  const author = await aUser(app, { username: 'author', permissions })
  const other = await aUser(app, { username: 'other', permissions })
  people = { owner, author, other }
  given = await inNewProject()
})
afterAll(() => app.close())

let projects = 0
/** Both are administrators; the owner is a third, so that each may lose that role. */
const inNewProject = async (): Promise<Given> => {
  projects += 1
  const projectKey = `SHOP${projects}`
  const { owner, author, other } = people
  const projectId = await aProject(app, author, projectKey)
  const administrator = ({ id }: TestUser) => ({
    project_id: projectId,
    user_id: id,
    role: 'ADMINISTRATOR' as const,
  })
  await app.db.insertInto('project_member').values([owner, other].map(administrator)).execute()
  return { app, author, other, projectKey }
}

const isUpdate = ({ method }: AnyCall) => method === 'PUT' || method === 'PATCH'
const bodyKeys = ({ body }: AnyCall): string[] => Object.keys((body as { shape?: object }).shape ?? {})

test('every call that changes something merges, compares versions, or has no fields to merge', () => {
  const known = [...Object.keys(UPDATES), ...Object.keys(WHOLE), ...BY_VERSION, ...Object.keys(WITHOUT_FIELDS)]
  expect(
    CALLS.filter(isUpdate)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(known.sort())
  const without = (part: string, names: readonly string[]) =>
    CALLS.filter((call) => names.includes(call.name) && !bodyKeys(call).includes(part)).map(({ name }) => name)
  expect(without('expected', Object.keys(UPDATES))).toEqual([])
  expect(without('version', [...Object.keys(WHOLE), ...BY_VERSION])).toEqual([])
})

/** POST calls that change stored data, and how each preserves concurrent changes. */
const CHANGES: Record<string, string> = {
  addDemoRepository: 'adds; a second call finds the first',
  startLaunch: 'adds a launch',
  testWebhook: 'adds to a log',
  testNotificationRule: 'adds to a log',
  resendNotification: 'adds to a log',
  resendDirectDelivery: 'adds to a log',
  renewNotificationSecret: 'a secret that nobody has seen',
  relaunchLaunch: 'refused while the launch is under way',
  buildLaunch: 'adds a launch',
  addRepository: 'adds; the address is unique',
  checkRepository: 'what the git server answers',
  exchangeOauthCode: 'a sign-in of the user alone',
  reconnectRepository: 'credentials, whole: nobody can read the ones that are stored',
  acceptInvitation: 'creates, once',
  acceptSuggestions: 'changes only failures that nobody has sorted',
  undoAccepted: 'restores only tests that still have what was accepted',
  adoptCaseVersion: 'takes the newest version',
  assignRunCases: 'leaves alone what somebody else assigned; see runs',
  assignRunsToMilestone: 'skips runs that are no longer in the milestone that was seen',
  closeTestPlan: 'an end, which happens once',
  closeTestPlans: 'an end, which happens once',
  deleteTestPlans: 'deletes',
  closeTestRun: 'an end, which happens once',
  closeTestRuns: 'an end, which happens once',
  deleteTestRuns: 'deletes',
  sendRunCommands: 'adds results; those of others are kept and told, see runs',
  beginEnrolment: 'replaces a secret that is not in force',
  confirmEnrolment: 'creates, once',
  renewRecoveryCodes: 'replaces secrets of the user alone',
  turnOffSecondFactor: 'deletes',
  verifySecondFactor: 'stores nothing that people edit',
  verifySession: 'stores nothing that people edit',
  beginPasskeySignIn: 'stores nothing that people edit',
  signInByPasskey: 'stores nothing that people edit',
  beginPasskey: 'stores nothing that people edit',
  addPasskey: 'creates',
  removePasskey: 'deletes',
  openInvitation: 'reads',
  authorizePublicAccess: 'reads',
  testIdentityProvider: 'creates',
  inviteUsers: 'creates',
  mailTestPlanReport: 'reads, and sends mails',
  mailTestRunReport: 'reads, and sends mails',
  reportPresence: 'stores nothing that people edit',
  pushLaunchResults: 'adds results, each once; see runs',
  linkRequirements: 'adds and takes away links alone; see requirements',
  syncRequirements: 'takes what Jira says of its own issues',
  resendInvitation: 'replaces a link',
  abortLaunch: 'an end, which happens once',
  acceptSuggestedCases: 'creates',
  addMembers: 'creates',
  checkCaseImport: 'reads',
  checkGitHost: 'reads',
  retryPullRequest: 'sends what is stored',
  cloneSuite: 'creates',
  cloneTestCases: 'creates',
  closeExploratorySession: 'an end, which happens once',
  deleteObservations: 'refuses what somebody changed',
  deleteTestCases: 'into the trash bin',
  editTestCases: 'sets named fields alone, with an undo',
  forgotPassword: 'stores nothing that people edit',
  moveSuite: 'a place, with an undo',
  moveTestCases: 'a place, with an undo',
  purgeAllTestCases: 'deletes',
  purgeTestCases: 'deletes',
  readCaseImport: 'reads',
  renewSession: 'stores nothing that people edit',
  resetPassword: 'needs the link of the mail',
  restoreAllTestCases: 'out of the trash bin',
  restoreCaseVersion: 'refuses what somebody changed',
  restoreSavedFilter: 'out of the deleted ones',
  restoreEnvironment: 'out of the deleted ones',
  restoreTestCases: 'out of the trash bin',
  revealSecrets: 'reads',
  mailLaunches: 'sends mails',
  assignLaunchesToMilestone: 'leaves out launches that are no longer in the milestone that was seen',
  runResultImport: 'makes a launch of its own',
  importProject: 'makes a project of its own',
  reportConsole: 'adds lines',
  recordFinishedLaunch: 'makes a launch of its own',
  runCaseImport: 'creates, and changes cases of the same key, with an undo',
  sendExploratoryCommands: 'refuses what somebody changed',
  signIn: 'stores nothing that people edit',
  signOut: 'stores nothing that people edit',
  splitTestFiles: 'stores nothing that people edit',
  undoOperation: 'leaves what somebody changed since',
}

test('every POST call creates, exports, or documents how it preserves concurrent changes', () => {
  const posts = CALLS.filter(({ method }) => method === 'POST').map(({ name }) => name)
  const others = posts.filter((name) => !/^(?:create|generate|export)/.test(name))
  expect(others.sort()).toEqual(Object.keys(CHANGES).sort())
})

const editOf = ({ fields, expect: instead = {} }: Edited, which: 1 | 2, ...names: string[]) => ({
  ...Object.fromEntries(names.map((name) => [name, fields[name]?.[which]])),
  expected: Object.fromEntries(names.map((name) => [name, instead[name] ?? fields[name]?.[0]])),
})

describe.each(Object.keys(UPDATES))('%s', (name) => {
  const begin = async () => {
    const edited = await (UPDATES[name] as (of: Given) => Promise<Edited>)(await inNewProject())
    const second = edited.isOwn ? given.author : given.other
    // The changed user is not one of the authors.
    const first = name === 'updateMember' ? given.author : second
    return {
      edited,
      read: edited.read ?? ((answer) => answer),
      first: (body: unknown) => asking(app, first, name, edited.params, body),
      second: (body: unknown) => asking(app, given.author, name, edited.params, body),
    }
  }

  test('stores both changes when two users change different fields', async () => {
    const { edited, read, first, second } = await begin()
    const [one, two] = Object.keys(edited.fields) as [string, string | undefined]
    if (two === undefined) return
    expect((await first(editOf(edited, 1, one))).status).toBe(200)
    const { status, body } = await second(editOf(edited, 1, two))
    expect(status).toBe(200)
    const stored = read(body as Record<string, unknown>)
    expect(stored[one]).toEqual(edited.fields[one]?.[1])
    expect(stored[two]).toEqual(edited.fields[two]?.[1])
    if (edited.isOwn) await undo(name, edited)
  })

  test('rejects the second change of the same field by name, and stores nothing of it', async () => {
    const { edited, read, first, second } = await begin()
    const [one = '', ...others] = Object.keys(edited.fields)
    expect((await first(editOf(edited, 1, one))).status).toBe(200)
    const { status, body } = await second(editOf(edited, 2, one, ...others))
    const { code, errors = [], current } = body as Problem
    expect({ status, code }).toEqual({ status: 409, code: ERROR_CODES.stale })
    expect(errors.map(({ field }) => field)).toEqual([one])
    const stored = read(current as Record<string, unknown>)
    expect(stored[one]).toEqual(edited.fields[one]?.[1])
    for (const field of others) expect(stored[field]).toEqual(edited.fields[field]?.[0])
    if (edited.isOwn) await undo(name, edited)
  })
})

/** A user is the same one in every test. */
const undo = (name: string, { fields, params }: Edited) =>
  asking(
    app,
    given.author,
    name,
    params,
    Object.fromEntries(Object.entries(fields).map(([field, [seen]]) => [field, seen])),
  )

test.each(Object.entries(WHOLE))(
  '%s rejects an outdated version and returns the stored value',
  async (name, { read, body }) => {
    const params = { projectKey: given.projectKey }
    const seen = (await asking(app, given.author, read, params)).body as Record<string, unknown>
    expect((await asking(app, given.other, name, params, body(seen, 'One'))).status).toBe(200)
    const stored = (await asking(app, given.author, read, params)).body
    const refused = await asking(app, given.author, name, params, body(seen, 'Two'))
    expect(refused).toMatchObject({ status: 409, body: { code: ERROR_CODES.stale, current: stored } })
    expect((await asking(app, given.author, read, params)).body).toEqual(stored)
  },
)

test('the change log attributes a field only to the user who changed it', async () => {
  const { author, other } = given
  const params = { projectKey: given.projectKey }
  const milestone = await ask(app, createMilestone, {
    token: author.token,
    params,
    body: { name: 'Blame', description: 'd', startDate: null, dueDate: null },
  })
  const at = { ...params, milestoneId: milestone.id }
  await ask(app, updateMilestone, {
    token: other.token,
    params: at,
    body: { description: 'e', expected: { description: 'd' } },
  })
  await ask(app, updateMilestone, {
    token: author.token,
    params: at,
    body: { name: 'Blamed', expected: { name: 'Blame' } },
  })
  const { items } = await ask(app, listSettingsChanges, { token: author.token, params, query: {} })
  const changes = items.filter(({ area }) => area === 'milestones').slice(0, 2)
  expect(changes).toMatchObject([
    { changes: [{ values: { name: { before: 'Blame', after: 'Blamed' } } }] },
    { changes: [{ values: { description: { before: 'd', after: 'e' } } }] },
  ])
  for (const { changes: own } of changes) expect(Object.keys(own[0]?.values ?? {})).toHaveLength(1)
})

const step = (id: string, action = id, expectedResult = '') => ({
  kind: 'step' as const,
  id,
  action,
  expectedResult,
  attachments: [],
})

describe('steps', () => {
  const aCase = async () => {
    const at = { token: given.author.token, params: { projectKey: given.projectKey } }
    const suite = await ask(app, createSuite, { ...at, body: { title: 'Steps', description: '', parentSuiteId: null } })
    const body = { testSuiteId: suite.id, title: 'Steps', steps: [step('a'), step('b'), step('c')] }
    const { data } = await ask(app, createTestCase, { ...at, body })
    const edit = (steps: ReturnType<typeof step>[], version = 1) => ({
      ...at,
      params: { projectKey: given.projectKey, caseId: data.id },
      body: { version, changes: { steps } },
    })
    return edit
  }

  test('merges edits of different steps of one case', async () => {
    const edit = await aCase()
    await ask(app, updateTestCase, edit([step('a', 'first'), step('b'), step('c'), step('d')]))
    const { data } = await ask(app, updateTestCase, edit([step('c'), step('a', 'a', 'seen')]))
    expect(data.steps).toEqual([step('c'), step('d'), step('a', 'first', 'seen')])
  })

  test('rejects concurrent edits of one step by its id, and stores nothing', async () => {
    const edit = await aCase()
    await ask(app, updateTestCase, edit([step('a', 'first'), step('b'), step('c')]))
    const { status, code, errors, current } = await refusalOf(
      app,
      updateTestCase,
      edit([step('a', 'mine'), step('b', 'mine')]),
    )
    expect({ status, code }).toEqual({ status: 409, code: ERROR_CODES.stale })
    expect(errors?.map(({ field }) => field)).toEqual(['step:a'])
    expect((current as { data: { steps: unknown } }).data.steps).toEqual([step('a', 'first'), step('b'), step('c')])
  })

  test('shared steps merge by step, too', async () => {
    const at = { token: given.author.token, params: { projectKey: given.projectKey } }
    const seen = [step('a'), step('b')]
    const { data } = await ask(app, createSharedSteps, { ...at, body: { name: 'Shared', steps: seen } })
    const edit = (steps: ReturnType<typeof step>[]) => ({
      ...at,
      params: { projectKey: given.projectKey, sharedStepsId: data.id },
      body: { steps, expected: { steps: seen } },
    })
    await ask(app, updateSharedSteps, edit([step('a', 'first'), step('b')]))
    const merged = await ask(app, updateSharedSteps, edit([step('b', 'mine'), step('a')]))
    expect(merged.data.steps).toMatchObject([step('b', 'mine'), step('a', 'first')])
    const { errors } = await refusalOf(app, updateSharedSteps, edit([step('a', 'other'), step('b')]))
    expect(errors?.map(({ field }) => field)).toEqual(['step:a'])
  })
})
