import type { Feature } from '../access.ts'

/** Separate from `LIMITS`, which every page loads. */
export const INTEGRATION_LIMITS = {
  /** Maximum characters of a field's value. */
  field: 2000,
  checkMs: 10_000,
  /** Maximum bytes of a system's answer that a check reads. */
  answerBytes: 1024 * 1024,
} as const

export const INTEGRATION_GROUPS = {
  trackers: 'Defect trackers',
  requirements: 'Requirements and test management',
  chat: 'Chat and e-mail',
  platforms: 'Testing platforms',
  ci: 'CI services',
  ai: 'AI',
} as const
export type IntegrationGroup = keyof typeof INTEGRATION_GROUPS

/** Names of all fields of integrations. */
export const FIELD_KEYS = [
  'deployment',
  'url',
  'hubUrl',
  'apiUrl',
  'email',
  'username',
  'model',
  'token',
  'clientId',
  'clientSecret',
  'accessKey',
  'webhook',
] as const
export type FieldKey = (typeof FIELD_KEYS)[number]

export interface IntegrationField {
  key: FieldKey
  label: string
  /** `secret`: stored encrypted, and never sent to clients. `secret-url`: a URL that grants access to anyone who knows it. */
  type: 'text' | 'url' | 'secret' | 'secret-url' | 'choice'
  isOptional?: true
  description?: string
  placeholder?: string
  /** Initial value of the field in a new integration. */
  initial?: string
  /** Options of a field of type `choice`. */
  options?: readonly { value: string; label: string }[]
  /** Value of the choice for which the field exists. */
  when?: { deployment: string }
}

export interface IntegrationKind {
  key: string
  name: string
  group: IntegrationGroup
  /** Description in the list, one sentence. */
  about: string
  /** Edition features of which one must be on; empty if none is required. */
  features: readonly Feature[]
  /** Empty if the integration is configured on the server and cannot be edited. */
  fields: readonly IntegrationField[]
  /** Whether the testing platform calls its username a key, and its access key a secret. */
  hasKeyAndSecret?: true
  /** Where to get the credentials. */
  guidance: { text: string; href?: string }
  /** Set while nothing uses the connection: the list leaves it out. */
  isUnused?: true
  /** Set if the check has an effect that other users see, such as sending a message. */
  checkAction?: string
}

const DEPLOYMENT = {
  key: 'deployment',
  label: 'Deployment',
  type: 'choice',
  initial: 'cloud',
  options: [
    { value: 'cloud', label: 'Cloud' },
    { value: 'server', label: 'Server or Data Center' },
  ],
} as const satisfies IntegrationField

const CLOUD = { deployment: 'cloud' } as const
const SERVER = { deployment: 'server' } as const

const address = (more: Partial<IntegrationField> = {}): IntegrationField => ({
  key: 'url',
  label: 'Address',
  type: 'url',
  ...more,
})
const secret = (key: FieldKey, label: string, more: Partial<IntegrationField> = {}): IntegrationField => ({
  key,
  label,
  type: 'secret',
  ...more,
})

const PLATFORM = { group: 'platforms', features: ['test-automation'] } as const

const platformFields = (
  hubUrl: string,
  apiUrl: string,
  [username, accessKey] = ['Username', 'Access key'],
): IntegrationField[] => [
  { key: 'hubUrl', label: 'Hub address', type: 'url', initial: hubUrl },
  { key: 'username', label: username, type: 'text' },
  secret('accessKey', accessKey),
  { key: 'apiUrl', label: 'API address', type: 'url', initial: apiUrl, description: 'Used to check the credentials' },
]

/** All systems that a workspace can be connected to. */
export const INTEGRATION_KINDS = [
  {
    key: 'jira',
    name: 'Jira',
    group: 'trackers',
    about: 'Issues of failed tests, and requirements of test cases',
    features: ['defects-linking', 'requirements-mapping'],
    fields: [
      DEPLOYMENT,
      address({ placeholder: 'https://team.atlassian.net' }),
      { key: 'email', label: 'E-mail of the account', type: 'text', when: CLOUD },
      secret('token', 'Token', { description: 'Cloud: API token. Server or Data Center: personal access token.' }),
    ],
    guidance: {
      text: 'Cloud: create an API token in the Atlassian account. Server or Data Center: Profile > Personal access tokens.',
      href: 'https://id.atlassian.com/manage-profile/security/api-tokens',
    },
  },
  {
    key: 'github',
    name: 'GitHub',
    group: 'trackers',
    about: 'Issues of failed tests in repositories on GitHub',
    features: ['defects-linking'],
    fields: [
      address({
        label: 'API address',
        initial: 'https://api.github.com',
        description: 'GitHub Enterprise Server: https://host/api/v3',
      }),
      secret('token', 'Personal access token'),
    ],
    guidance: {
      text: 'Create a fine-grained token that may read and write issues of the repositories.',
      href: 'https://github.com/settings/personal-access-tokens',
    },
  },
  {
    key: 'gitlab',
    name: 'GitLab',
    group: 'trackers',
    about: 'Issues of failed tests in projects on GitLab',
    features: ['defects-linking'],
    fields: [address({ initial: 'https://gitlab.com' }), secret('token', 'Access token')],
    guidance: {
      text: 'Create a personal, group or project access token with the scope api.',
      href: 'https://gitlab.com/-/user_settings/personal_access_tokens',
    },
  },
  {
    key: 'azure-boards',
    isUnused: true,
    name: 'Azure Boards',
    group: 'trackers',
    about: 'Work items of failed tests in an organization of Azure DevOps',
    features: ['defects-linking'],
    fields: [
      address({ label: 'Organization address', placeholder: 'https://dev.azure.com/organization' }),
      secret('token', 'Personal access token'),
    ],
    guidance: {
      text: 'In Azure DevOps: User settings > Personal access tokens, with the scope Work Items (Read & write).',
      href: 'https://learn.microsoft.com/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate',
    },
  },
  {
    key: 'testrail',
    isUnused: true,
    name: 'TestRail',
    group: 'requirements',
    about: 'Results of launches and runs in TestRail',
    features: ['requirements-mapping', 'test-automation'],
    fields: [
      address({ placeholder: 'https://team.testrail.io' }),
      { key: 'email', label: 'E-mail of the account', type: 'text' },
      secret('token', 'API key'),
    ],
    guidance: {
      text: 'Turn the API on under Administration > Site settings > API, then add a key under My settings > API keys.',
    },
  },
  {
    key: 'xray',
    isUnused: true,
    name: 'Xray',
    group: 'requirements',
    about: 'Requirements and results in Xray for Jira',
    features: ['requirements-mapping', 'test-automation'],
    fields: [
      DEPLOYMENT,
      address({
        initial: 'https://xray.cloud.getxray.app',
        description: 'Server or Data Center: the address of Jira',
      }),
      { key: 'clientId', label: 'Client ID', type: 'text', when: CLOUD },
      secret('clientSecret', 'Client secret', { when: CLOUD }),
      secret('token', 'Personal access token', { when: SERVER }),
    ],
    guidance: {
      text: 'Cloud: Jira administrators create API keys under Apps > Xray > API keys. Server or Data Center: a personal access token of Jira.',
    },
  },
  {
    key: 'slack',
    name: 'Slack',
    group: 'chat',
    about: 'Messages to channels of Slack',
    features: ['test-automation'],
    fields: [
      secret('token', 'Bot token', { placeholder: 'xoxb-…' }),
      { key: 'apiUrl', label: 'API address', type: 'url', initial: 'https://slack.com/api' },
    ],
    guidance: {
      text: 'Create an app with the scope chat:write, install it in the workspace, and copy its bot token.',
      href: 'https://api.slack.com/apps',
    },
  },
  {
    key: 'microsoft-teams',
    name: 'Microsoft Teams',
    group: 'chat',
    about: 'Messages to a channel of Microsoft Teams',
    features: ['test-automation'],
    fields: [{ key: 'webhook', label: 'Workflow address', type: 'secret-url' }],
    guidance: {
      text: 'In the channel: Workflows > Post to a channel when a webhook request is received, and copy its address.',
    },
    checkAction: 'Send test message',
  },
  {
    key: 'email',
    name: 'E-mail',
    group: 'chat',
    about: 'Invitations, links for new passwords, and reports by mail',
    features: [],
    fields: [],
    guidance: { text: 'The server’s administrator sets SMTP_URL and MAIL_FROM.' },
    checkAction: 'Send me a test mail',
  },
  {
    ...PLATFORM,
    key: 'browserstack',
    name: 'BrowserStack',
    about: 'Browsers and devices of BrowserStack',
    fields: platformFields('https://hub-cloud.browserstack.com/wd/hub', 'https://api.browserstack.com'),
    guidance: {
      text: 'Username and access key are under Account > Summary.',
      href: 'https://www.browserstack.com/accounts/profile/details',
    },
  },
  {
    ...PLATFORM,
    key: 'lambdatest',
    name: 'LambdaTest',
    about: 'Browsers and devices of LambdaTest',
    fields: platformFields('https://hub.lambdatest.com/wd/hub', 'https://api.lambdatest.com'),
    guidance: {
      text: 'Username and access key are under Account settings > Password & security.',
      href: 'https://accounts.lambdatest.com/security',
    },
  },
  {
    ...PLATFORM,
    key: 'sauce-labs',
    name: 'Sauce Labs',
    about: 'Browsers and devices of Sauce Labs',
    fields: platformFields(
      'https://ondemand.eu-central-1.saucelabs.com/wd/hub',
      'https://api.eu-central-1.saucelabs.com',
    ),
    guidance: {
      text: 'Username and access key are under Account > User settings. Both addresses name the data center.',
      href: 'https://app.saucelabs.com/user-settings',
    },
  },
  {
    ...PLATFORM,
    key: 'testingbot',
    name: 'TestingBot',
    about: 'Browsers and devices of TestingBot',
    fields: platformFields('https://hub.testingbot.com/wd/hub', 'https://api.testingbot.com', ['Key', 'Secret']),
    hasKeyAndSecret: true,
    guidance: {
      text: 'Key and secret are in the account’s settings.',
      href: 'https://testingbot.com/members/user/edit',
    },
  },
  {
    ...PLATFORM,
    key: 'selenium-hub',
    name: 'Selenium-compatible hub',
    about: 'Your own Selenium Grid, Selenoid, Moon or Appium server',
    fields: [
      { key: 'hubUrl', label: 'Hub address', type: 'url', placeholder: 'https://grid.example/wd/hub' },
      { key: 'username', label: 'Username', type: 'text', isOptional: true },
      secret('accessKey', 'Password or access key', { isOptional: true }),
    ],
    guidance: { text: 'The address that tests connect to. It has to answer at /status.' },
  },
  {
    key: 'jenkins',
    name: 'Jenkins',
    group: 'ci',
    about: 'Relaunches and builds of launches that jobs of Jenkins reported',
    features: ['test-automation'],
    fields: [
      address({ placeholder: 'https://jenkins.example' }),
      { key: 'username', label: 'Username', type: 'text' },
      secret('token', 'API token'),
    ],
    guidance: {
      text: 'Create an API token under the account’s Security settings. Jobs need a text parameter REPORTING_RUN_CONTEXT, and have to pass it on to the tests.',
      href: 'https://www.jenkins.io/doc/book/system-administration/authenticating-scripted-clients/',
    },
  },
  {
    key: 'ci-trigger',
    name: 'CI trigger',
    group: 'ci',
    about: 'Relaunches and builds in any other CI service, by a signed call',
    features: ['test-automation'],
    fields: [
      { key: 'webhook', label: 'Trigger address', type: 'secret-url' },
      secret('token', 'Signing secret', {
        isOptional: true,
        description: 'Signs each call: x-assay-signature is the HMAC SHA-256 of x-assay-timestamp, a dot and the body.',
      }),
    ],
    guidance: {
      text: 'The address takes a POST with the project, the launch and its run context as JSON, and starts the job with REPORTING_RUN_CONTEXT.',
    },
    checkAction: 'Send test call',
  },
  {
    key: 'ai',
    name: 'AI provider',
    group: 'ai',
    about: 'A language model that suggests test cases',
    features: ['ai-assistant'],
    fields: [
      address({ placeholder: 'https://api.openai.com/v1', description: 'Base address of an OpenAI-compatible API' }),
      { key: 'model', label: 'Model', type: 'text', placeholder: 'gpt-4.1' },
      secret('token', 'API key', { isOptional: true }),
    ],
    guidance: {
      text: 'A service, or your own server with Ollama, vLLM or LM Studio. These settings replace AI_URL, AI_MODEL and AI_KEY of the server.',
    },
  },
] as const satisfies readonly IntegrationKind[]

export type IntegrationKey = (typeof INTEGRATION_KINDS)[number]['key']
export const INTEGRATION_KEYS = INTEGRATION_KINDS.map(({ key }) => key)

export const kindOf = (key: string): (IntegrationKind & { key: IntegrationKey }) | null =>
  INTEGRATION_KINDS.find((kind) => kind.key === key) ?? null

export const isSecret = ({ type }: Pick<IntegrationField, 'type'>): boolean =>
  type === 'secret' || type === 'secret-url'

/** Returns the fields of an integration with these values; some fields depend on a choice. */
export const fieldsWith = (
  { fields }: Pick<IntegrationKind, 'fields'>,
  values: FieldValues,
): readonly IntegrationField[] =>
  fields.filter(({ when }) => when === undefined || values.deployment === when.deployment)

export type FieldValues = { [Key in FieldKey]?: string | undefined }
