import { asking, made, named, type Updates } from '../edited.ts'

const variable = { key: ['HOST', 'HOST_A', 'HOST_B'], value: ['one', 'two', 'three'] } as const

export const settingsUpdates: Updates = {
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
  updateGitHost: async (given) => {
    const host = { kind: 'gitlab', url: 'https://gitlab.test', token: 's3cret', repositories: ['team/one'] }
    const { id } = await made(given, 'createGitHost', host)
    return {
      params: { projectKey: given.projectKey, gitHostId: id },
      fields: {
        repositories: [['team/one'], ['team/two'], ['team/six']],
        isOn: [true, false, false],
        comments: [true, false, false],
        statuses: [true, false, false],
      },
    }
  },
  updateRetention: ({ projectKey }) =>
    Promise.resolve({
      params: { projectKey },
      fields: {
        launchDays: [null, 90, 365],
        logDays: [null, 30, 60],
        attachmentDays: [null, 30, 60],
        videoDays: [null, 7, 14],
        exploratoryDays: [null, 30, 60],
        maxLaunchBytes: [null, 5_000_000_000, 6_000_000_000],
        maxLogBytes: [null, 1_000_000, 2_000_000],
        maxAttachmentBytes: [null, 1_000_000, 2_000_000],
        maxVideoBytes: [null, 1_000_000, 2_000_000],
        maxExploratoryBytes: [null, 1_000_000, 2_000_000],
        keepsMilestones: [true, false, true],
      },
    }),
  updateGateSettings: ({ projectKey }) =>
    Promise.resolve({
      params: { projectKey },
      fields: {
        minPassRate: [null, 90, 95.5],
        maxFailures: [null, 1, 2],
        maxNewFailures: [null, 0, 1],
        maxSkipped: [null, 5, 6],
        maxRetried: [null, 2, 3],
        minTests: [null, 0, 3],
        allowIncomplete: [false, true, false],
      },
    }),
  updateFlakySettings: ({ projectKey }) =>
    Promise.resolve({
      params: { projectKey },
      fields: {
        windowDays: [30, 7, 90],
        minRetries: [2, 3, null],
        minFlips: [3, 4, null],
        minCommitFlips: [1, 2, null],
        maxFailedShare: [50, 60, 70],
        quarantines: [false, true, false],
        quarantineDays: [14, 7, 21],
        releaseAfter: [5, 3, 8],
        maxQuarantinedShare: [5, 6, 7],
      },
    }),
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
}
