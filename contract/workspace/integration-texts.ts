/** Messages about integrations, separate from `TEXTS`, which every page loads. */
export const INTEGRATION_TEXTS = {
  unknown: 'There is no such integration',
  featureOff: 'The edition feature of this integration is switched off',
  notEditable: 'The server’s configuration decides about this integration',
  notSetUp: (name: string) => `${name} is not set up`,
  saved: (name: string) => `${name} was successfully saved`,
  switched: (name: string, on: boolean) => `${name} is ${on ? 'on' : 'off'}`,
  removed: (name: string) => `${name} was successfully removed`,
  address: 'Must be an http or https address without a username, password, query or fragment',
  choice: 'Must be one of the options',
  notAField: 'This integration has no such field',
  tooLong: (max: number) => `Must have at most ${max} characters`,
  enterAgain: 'Enter it again: it is sent to another address now',
  unreadable: 'The stored value cannot be decrypted: enter it again',
  /** For hub access without a testing platform (HUB-11). */
  noPlatforms: 'No configured integrations',
} as const

/** Problems found by a check. */
export const CHECK_TEXTS = {
  internal: 'The address leads into the internal network, which the server is not allowed to call',
  unreachable: 'Nothing answers at this address',
  certificate: 'The certificate of the address is not valid, or not trusted',
  tooSlow: 'No complete answer within 10 seconds',
  tooLarge: 'The answer is too long: this is not the expected system',
  calledOff: 'The check was cancelled',
  redirects: 'The address redirects to another one: enter that one',
  credentials: 'The credentials are refused',
  rights: 'The account lacks the rights for this',
  tooMany: 'Too many requests: try again later',
  failing: (status: number) => `The system answers with an error (${status})`,
  otherSystem: (name: string) => `There is no ${name} at this address`,
  xrayMissing: 'Xray is not installed in this Jira',
  hubNotReady: 'The hub says that it is not ready',
  modelUnknown: (model: string) => `The provider has no model named ${model}`,
  triggerGone: 'Nothing takes calls at this address',
  channelGone: 'This workflow does not exist any more, or is switched off',
  mailKept: 'No mail server is configured: the mail was kept as a file',
  mailRefused: 'The mail server refused the mail',
  mailUnreachable: 'The mail server cannot be reached',
} as const
