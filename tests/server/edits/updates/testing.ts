import { asking, dataOf, made, named, type Body, type Edited, type Given, type Updates } from '../edited.ts'
import { TestAgent } from '../../support/agent.ts'

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

export const testingUpdates: Updates = {
  updateRequirement: async (given) => {
    const { data } = await made(given, 'createRequirement', { key: 'REQ-1', title: 'One', url: null })
    return {
      params: { projectKey: given.projectKey, requirementId: data.id },
      fields: { key: ['REQ-1', 'REQ-2', 'REQ-3'], title: ['One', 'Two', 'Three'] },
      read: dataOf,
    }
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
