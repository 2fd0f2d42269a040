/** Separate from `LIMITS` and `TEXTS`, which every page loads. */
export const NOTIFICATION_LIMITS = {
  rules: 50,
  name: 100,
  filter: 255,
  channel: 100,
  address: 2000,
  recipients: 50,
  /** Maximum channels and addresses per launch from its launcher, and the same from its agent. */
  named: { slack: 20, teams: 20, email: 50 },
  /** Maximum length of one name; longer than any e-mail address. */
  namedLength: 320,
  /** Number of stored and of listed deliveries, per rule and for all direct deliveries of a project. */
  deliveriesKept: 200,
  deliveriesShown: 50,
  /** Maximum stored characters of a receiver's answer. */
  response: 500,
  sendMs: 10_000,
  /** Delays between the attempts of one delivery, in seconds. */
  waits: [10, 60, 300, 1800, 7200],
} as const

export const NOTIFICATION_TEXTS = {
  created: 'Notification rule was successfully created',
  updated: 'Notification rule was successfully updated',
  deleted: 'Notification rule was successfully deleted',
  unknown: 'The notification rule does not exist',
  deliveryUnknown: 'The delivery does not exist',
  channelRequired: 'Enter the name or ID of a channel',
  recipientsRequired: 'Choose at least one member of the project',
  addressForm: 'Enter an http or https address without a user name or password',
  strangers: 'Some recipients are not members of this project with an e-mail address',
  tooManyChannels: (max: number) => `At most ${max} channels of Slack are sent to. Nothing was sent to these.`,
  channelLength: (max: number) => `Names of channels have at most ${max} characters`,
  tooManyAddresses: (max: number) => `At most ${max} addresses are mailed. Nothing was sent to these.`,
  noAddresses: 'None of these is an e-mail address',
  wrongAddresses: (some: string) => `Delivered, except to what is no e-mail address: ${some}`,
  noSlack: 'Slack is not connected. An administrator connects it under Settings > Integrations.',
  noTeams: 'Microsoft Teams is not connected. An administrator connects it under Settings > Integrations.',
  noMail: 'No mail server is configured. Mails are kept as files in the data folder of the server.',
} as const
