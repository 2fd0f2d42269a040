/** Messages about public links, loaded only by the pages that need them. */
export const PUBLIC_TEXTS = {
  wrongPasscode: 'The passcode is wrong',
  linkUnknown: 'This public link does not exist or is no longer active',
  linkRevoked: 'Public link was revoked',
  resourceNotFound: 'What the link is to share does not exist',
  tooManyLinks: (max: number) => `It has ${max} public links already. Revoke one first.`,
  expiryPast: 'Must be a date in the future',
} as const
