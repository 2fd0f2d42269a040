import { generateKeyPairSync } from 'node:crypto'
import { pathOf, type AnyCall } from '../../../contract/call.ts'
import { CALLS } from '../../../contract/calls.ts'
import { send, type TestApp } from '../support/app.ts'
import { TestAgent } from '../support/agent.ts'
import { selfSigned } from '../../../server/session/sso/self-signed.ts'
import { aGroup, type TestPerson } from '../support/people.ts'

const callNamed = (name: string): AnyCall => {
  const call = CALLS.find((one) => one.name === name)
  if (!call) throw new Error(`there is no call ${name}`)
  return call
}

type Params = Record<string, string | number>
type Body = Record<string, unknown>

/** Something that people edit. */
export interface Edited {
  params: Params
  /** For each field: the stored value, and two others. A call that changes one field has one. */
  fields: Record<string, readonly [seen: unknown, first: unknown, second: unknown]>
  /** What an answer says of the fields; by default it has them under their own names. */
  read?: (answer: Body) => Body
  /** What `expected` says instead of the value, as with secrets. */
  expect?: Body
  /** Both authors are one person in two windows. */
  isOwn?: boolean
}

export interface Given {
  app: TestApp
  author: TestPerson
  other: TestPerson
  projectKey: string
}

export const asking = (app: TestApp, { token }: TestPerson, name: string, params: Params, body?: unknown) => {
  const { method, path } = callNamed(name)
  return send(app, pathOf(path, params), { method, token, ...(body === undefined ? {} : { body }) })
}

const made = async ({ app, author, projectKey }: Given, name: string, body: unknown, params: Params = {}) => {
  const { status, body: answer } = await asking(app, author, name, { projectKey, ...params }, body)
  if (status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(answer)}`)
  return answer as Body & { id: number; data: Body & { id: string } }
}

const dataOf = (answer: Body) => answer['data'] as Body
const variable = { key: ['HOST', 'HOST_A', 'HOST_B'], value: ['one', 'two', 'three'] } as const
const LAUNCHER = {
  name: 'One',
  branch: 'main',
  dockerImage: 'node:22',
  launchCommand: 'npm test',
  executor: 'ASSAY',
  executorId: null,
  environment: null,
  milestoneId: null,
  milestone: null,
  instanceTypeId: null,
  envVars: [],
  providerCapabilities: [],
  customCapabilities: [],
  emails: '',
  slackChannels: null,
  teamsChannels: null,
}
const aLauncher = async (given: Given) => {
  const { repository } = await made(given, 'addDemoRepository', {})
  return made(given, 'createLauncher', LAUNCHER, { repoId: (repository as { id: number }).id })
}
const CONFIGURED: Omit<Edited, 'params'> = {
  fields: {
    name: ['One', 'Two', 'Three'],
    branch: ['main', 'next', 'old'],
    envVars: [[], [{ name: 'A', type: 'STRING', value: '1' }], [{ name: 'A', type: 'STRING', value: '2' }]],
  },
  read: ({ name, config }) => ({ name, ...(config as Body) }),
}
const named = { name: ['One', 'Two', 'Three'] } as const

/** Every call that changes fields of something, with something of its own to change. */
const PROVIDER = {
  certificates: [],
  signsRequests: true,
  allowsIdpInitiated: false,
  createsPeople: false,
  groupId: null,
  groupAttribute: '',
  groupMapping: [],
  removesGroups: false,
  linksByEmail: false,
}
const metadataOf = (entity: string) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const certificate = selfSigned(pem, entity, new Date(), new Date(Date.now() + 86_400_000))
  const content = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity}"><IDPSSODescriptor><KeyDescriptor><X509Certificate xmlns="http://www.w3.org/2000/09/xmldsig#">${certificate.replace(/-----[A-Z ]*-----/g, '')}</X509Certificate></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://directory.test/"/></IDPSSODescriptor></EntityDescriptor>`
  return { name: 'idp.xml', content }
}

export const UPDATES: Record<string, (given: Given) => Promise<Edited>> = {
  updateProfile: () =>
    Promise.resolve({
      isOwn: true,
      params: {},
      fields: { firstName: ['author', 'Ada', 'Ann'], lastName: ['Tester', 'Lovelace', 'Lee'] },
    }),
  updateSeats: async ({ app }) => {
    await app.db.updateTable('workspace').set({ seats: null, read_only_seats: null }).execute()
    return {
      params: {},
      fields: { paidSeats: [null, 5000, 6000], readOnlySeats: [null, 7000, 8000] },
      read: dataOf,
    }
  },
  // The second factor itself is left as it is: whoever edits here has none.
  updateBillingContact: async ({ app }) => {
    await app.db.updateTable('workspace').set({ billing_contact: 'a@larkspur.test' }).execute()
    return { params: {}, fields: { billingContact: ['a@larkspur.test', 'b@larkspur.test', 'c@larkspur.test'] } }
  },
  updateSignInPolicy: async ({ app }) => {
    const stored = { second_factor_exempts_sso: true, password_least: 8 }
    await app.db.updateTable('workspace').set(stored).execute()
    return { params: {}, fields: { passwordLeast: [8, 9, 10], secondFactorExemptsSso: [true, false, false] } }
  },
  updateUser: async (given) => {
    const username = `edited-${given.projectKey}`
    const groupId = await aGroup(given.app, [])
    const email = (name: string) => `${name}-${given.projectKey}@example.test`
    const user = { username, firstName: 'One', lastName: 'Two', email: email('a'), password: 'olive-tree-60', groupId }
    const { id } = await made(given, 'createUser', user)
    return {
      params: { userId: id },
      fields: {
        firstName: ['One', 'Three', 'Five'],
        lastName: ['Two', 'Four', 'Six'],
        email: [email('a'), email('b'), email('c')],
      },
    }
  },
  updateIdentityProvider: async (given) => {
    const name = (which: string) => `${which} ${given.projectKey}`
    const wanted = { ...PROVIDER, name: name('One'), metadata: { file: metadataOf(given.projectKey) } }
    const { id } = await made(given, 'createIdentityProvider', wanted)
    return {
      params: { providerId: id },
      fields: {
        name: [name('One'), name('Two'), name('Three')],
        groupAttribute: ['', 'groups', 'memberOf'],
      },
    }
  },
  updateOpenIdProvider: async ({ app, projectKey }) => {
    const name = (which: string) => `OpenID ${which} ${projectKey}`
    const { id } = await app.db
      .insertInto('identity_provider')
      .values({
        type: 'OIDC',
        name: name('One'),
        entity_id: `https://${projectKey}.example.test`,
        metadata_name: 'openid-configuration',
        metadata_content: '{}',
        sso_url: 'https://example.test/auth',
        slo_url: null,
        metadata_url: null,
        certificates: '[]',
        client_id: 'one',
        group_id: null,
        group_attribute: '',
        creates_people: false,
        removes_groups: false,
        links_by_email: false,
        signs_requests: false,
        allows_idp_initiated: false,
        trusted: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      params: { providerId: id },
      fields: { name: [name('One'), name('Two'), name('Three')], groupAttribute: ['', 'groups', 'roles'] },
    }
  },
  updateGroup: async (given) => {
    const { id } = await made(given, 'createGroup', {
      name: `One ${given.projectKey}`,
      permissions: ['projects:create'],
    })
    const name = (which: string) => `${which} ${given.projectKey}`
    return {
      params: { groupId: id },
      fields: {
        name: [name('One'), name('Two'), name('Three')],
        permissions: [['projects:create'], [], ['iam:users:update']],
      },
    }
  },
  updateProject: ({ projectKey, author, other }) =>
    Promise.resolve({
      params: { projectKey },
      fields: { name: [`Project ${projectKey}`, 'Shop', 'Store'], leadId: [author.id, null, other.id] },
      read: ({ name, lead }) => ({ name, leadId: (lead as { id: number } | null)?.id ?? null }),
    }),
  updateMember: ({ projectKey, other }) =>
    Promise.resolve({
      params: { projectKey, userId: other.id },
      fields: { role: ['ADMINISTRATOR', 'GUEST', 'MANAGER'] },
    }),
  updateMilestone: async (given) => {
    const { id } = await made(given, 'createMilestone', { name: 'One', description: 'd' })
    return {
      params: { projectKey: given.projectKey, milestoneId: id },
      fields: { ...named, description: ['d', 'e', 'f'], startDate: [null, '2026-01-01', '2026-01-02'] },
    }
  },
  updateEnvironment: async (given) => {
    const { id } = await made(given, 'createEnvironment', { name: 'One', key: 'one', description: '' })
    return {
      params: { projectKey: given.projectKey, environmentId: id },
      fields: { ...named, key: ['one', 'two', 'three'], description: ['', 'e', 'f'] },
    }
  },
  updateVariable: async (given) => {
    const { id } = await made(given, 'createVariable', { key: 'HOST', value: 'one' })
    return { params: { projectKey: given.projectKey, variableId: id }, fields: variable }
  },
  updateEnvironmentVariable: async (given) => {
    const environment = await made(given, 'createEnvironment', { name: 'With variables', key: 'with', description: '' })
    const params = { environmentId: environment.id }
    const secret = await made(given, 'createEnvironmentVariable', { key: 'HOST', value: 'one', secret: true }, params)
    return {
      params: { projectKey: given.projectKey, ...params, variableId: secret.id },
      fields: variable,
      expect: { value: secret['valueVersion'] },
      // Another version is another value.
      read: ({ key, valueVersion }) => ({ key, value: valueVersion === secret['valueVersion'] ? 'one' : 'two' }),
    }
  },
  saveIntegration: async (given) => {
    const params = { integration: 'jira' }
    // One workspace has one of each: what an earlier test left goes.
    await asking(given.app, given.author, 'removeIntegration', params)
    const values = { deployment: 'cloud', url: 'https://one.test', email: 'one@example.test', token: 'one' }
    await made(given, 'saveIntegration', values, params)
    return {
      params,
      fields: {
        email: ['one@example.test', 'two@example.test', 'six@example.test'],
        enabled: [true, false, false],
      },
      read: ({ values: stored, enabled }) => ({ ...(stored as Body), enabled }),
    }
  },
  updateRequirementSystem: async (given) => {
    const address = (n: number) => `https://tracker.test/${n}/{key}`
    const values = { name: 'One', keyPrefix: 'ONE-', address: address(1) }
    const { id } = await made(given, 'createRequirementSystem', values)
    return {
      params: { projectKey: given.projectKey, requirementSystemId: id },
      fields: { ...named, keyPrefix: ['ONE-', 'TWO-', 'SIX-'], address: [address(1), address(2), address(3)] },
    }
  },
  updateNotificationRule: async (given) => {
    const rule = { name: 'One', condition: 'every', target: 'slack', channel: '#one' }
    const { id } = await made(given, 'createNotificationRule', rule)
    return {
      params: { projectKey: given.projectKey, ruleId: id },
      fields: {
        ...named,
        isOn: [true, false, false],
        condition: ['every', 'failed', 'fixed'],
        suite: ['', 'Nightly', 'Smoke'],
        environment: ['', 'stage', 'live'],
        labelKey: ['', 'branch', 'team'],
        labelValue: ['', 'main', 'next'],
        channel: ['#one', '#two', '#six'],
        recipients: [[], [given.author.id], [given.other.id]],
      },
    }
  },
  updateLaunchLimit: async ({ app, projectKey }) => {
    const project = app.db.selectFrom('project').select('id').where('key', '=', projectKey)
    return {
      params: { projectId: (await project.executeTakeFirstOrThrow()).id },
      fields: { most: [null, 1, 2] },
    }
  },
  updateGateSettings: ({ projectKey }) =>
    Promise.resolve({
      params: { projectKey },
      fields: {
        minPassRate: [null, 90, 95.5],
        maxFailures: [null, 1, 2],
        maxNewFailures: [null, 0, 1],
        maxSkipped: [null, 5, 6],
      },
    }),
  updateRequirement: async (given) => {
    const { data } = await made(given, 'createRequirement', { key: 'REQ-1', title: 'One', url: null })
    return {
      params: { projectKey: given.projectKey, requirementId: data.id },
      fields: { key: ['REQ-1', 'REQ-2', 'REQ-3'], title: ['One', 'Two', 'Three'] },
      read: dataOf,
    }
  },
  updateTestCaseField: async (given) => {
    const value = (text: string) => ({ hasDefault: true, default: text })
    const field = { name: 'One', systemName: 'one', description: '', dataType: 'STRING', value: value('a') }
    const { body } = await asking(given.app, given.author, 'listTestCaseFields', { projectKey: given.projectKey })
    const tabId = (body as { data: { tabs: { id: number }[] } }).data.tabs[0]?.id
    const { id } = await made(given, 'createTestCaseField', { ...field, tabId })
    return {
      params: { projectKey: given.projectKey, fieldId: id },
      fields: { ...named, description: ['', 'e', 'f'], value: [value('a'), value('b'), value('c')] },
    }
  },
  renameConfigurationGroup: async (given) => {
    const { id } = await made(given, 'createConfigurationGroup', { name: 'One' })
    return { params: { projectKey: given.projectKey, groupId: id }, fields: named }
  },
  renameConfigurationOption: async (given) => {
    const group = await made(given, 'createConfigurationGroup', { name: 'With options' })
    const { id } = await made(given, 'createConfigurationOption', { name: 'One' }, { groupId: group.id })
    return { params: { projectKey: given.projectKey, groupId: group.id, optionId: id }, fields: named }
  },
  updateSuite: async (given) => {
    const { id } = await made(given, 'createSuite', { title: 'One', description: '' })
    return {
      params: { projectKey: given.projectKey, suiteId: id },
      fields: { title: ['One', 'Two', 'Three'], description: ['', 'e', 'f'] },
    }
  },
  updateSharedSteps: async (given) => {
    const steps = (action: string) => [
      { kind: 'step', id: 's', action, expectedResult: '', attachments: [], relativePosition: 1 },
    ]
    const { data } = await made(given, 'createSharedSteps', { name: 'One', steps: steps('a') })
    return {
      params: { projectKey: given.projectKey, sharedStepsId: data.id },
      fields: { ...named, steps: [steps('a'), steps('b'), steps('c')] },
      read: dataOf,
    }
  },
  updateExploratorySession: async (given) => {
    const charter = { explore: 'the shop', with: '', toDiscover: '' }
    const { data } = await made(given, 'createExploratorySession', { title: 'One', charter })
    return {
      params: { projectKey: given.projectKey, exploratorySessionId: data.id },
      fields: { title: ['One', 'Two', 'Three'], description: ['', 'e', 'f'] },
      read: dataOf,
    }
  },
  editObservation: async (given) => {
    const charter = { explore: 'the shop', with: '', toDiscover: '' }
    const session = await made(given, 'createExploratorySession', { title: 'Observed', charter })
    const params = { exploratorySessionId: session.data.id }
    const { body } = await asking(given.app, given.author, 'getObservationTypes', { projectKey: given.projectKey })
    const typeId = (body as { items: { id: number }[] }).items[0]?.id
    const { data } = await made(given, 'createObservation', { typeId, description: 'One' }, params)
    return {
      params: { projectKey: given.projectKey, ...params, observationId: data.id },
      fields: { description: ['One', 'Two', 'Three'], issueId: [null, 'A-1', 'A-2'] },
      read: dataOf,
    }
  },
  updateTestRun: async (given) => {
    const suite = await made(given, 'createSuite', { title: 'Checkout', parentSuiteId: null })
    const { data: testCase } = await made(given, 'createTestCase', { testSuiteId: suite.id, title: 'Pay by card' })
    const { data } = await made(given, 'createTestRun', { title: 'One', testCases: [{ id: testCase.id }] })
    return {
      params: { projectKey: given.projectKey, runId: data.id },
      fields: { title: ['One', 'Two', 'Three'], description: ['', 'e', 'f'] },
      read: dataOf,
    }
  },
  updateTestPlan: async (given) => {
    const group = await made(given, 'createConfigurationGroup', { name: 'Browser' })
    const option = await made(given, 'createConfigurationOption', { name: 'Chrome' }, { groupId: group.id })
    const suite = await made(given, 'createSuite', { title: 'Checkout', parentSuiteId: null })
    const { data: testCase } = await made(given, 'createTestCase', { testSuiteId: suite.id, title: 'Pay by card' })
    const options = [{ id: option.id, name: 'Chrome' }]
    const run = { groupId: group.id, optionId: option.id, groupName: 'Browser', optionName: 'Chrome' }
    const { data } = await made(given, 'createTestPlan', {
      title: 'One',
      configurations: [{ id: group.id, name: 'Browser', options }],
      baseTestCaseIds: [testCase.id],
      testRuns: [{ title: 'Chrome', configurations: [run] }],
    })
    return {
      params: { projectKey: given.projectKey, testPlanId: data.id },
      fields: { title: ['One', 'Two', 'Three'], description: ['', 'e', 'f'] },
      read: dataOf,
    }
  },
  updateLauncher: async (given) => {
    const { id } = await aLauncher(given)
    return { params: { projectKey: given.projectKey, launcherId: id }, ...CONFIGURED }
  },
  updatePreset: async (given) => {
    const { id: launcherId } = await aLauncher(given)
    const { id } = await made(given, 'createPreset', LAUNCHER, { launcherId })
    return { params: { projectKey: given.projectKey, presetId: id }, ...CONFIGURED }
  },
  updateWebhook: async (given) => {
    const { id: launcherId } = await aLauncher(given)
    const { id: presetId } = await made(given, 'createPreset', LAUNCHER, { launcherId })
    const { id: webhookId } = await made(given, 'createWebhook', { name: 'One', base64SecretKey: null }, { presetId })
    return { params: { projectKey: given.projectKey, presetId, webhookId }, fields: named }
  },
  reviewLaunch: async ({ app, author, projectKey }) => {
    const agent = await TestAgent.of(app, author, projectKey)
    const launch = await agent.startLaunch()
    await launch.finish()
    return {
      params: { projectKey, launchId: launch.id },
      fields: { comment: ['', 'One', 'Two'] },
      read: ({ comments }) => ({ comment: comments ?? '' }),
    }
  },
}
