/** Paths of single sign-on that the server answers itself. `/sso` is a page. */
export const SSO_PATHS = {
  /** Entity id of this server. */
  entity: '/sso',
  login: '/sso/login/:providerId',
  acs: '/sso/acs',
  logout: '/sso/logout',
  metadata: '/sso/metadata',
  /** Callback of OpenID Connect providers. */
  callback: '/sso/callback',
} as const

/** Returns the URL that starts a sign-in and then leads to `wanted`, a path of the product. */
export const ssoLoginHref = (providerId: number, requested = '/'): string =>
  `/sso/login/${providerId}${requested === '/' ? '' : `?to=${encodeURIComponent(requested)}`}`

/** Reasons why a sign-in with a provider failed, as displayed by the page `/sso?problem=`. */
export const SSO_PROBLEMS = {
  'not-available': 'This way to sign in is not available. Ask the owner of this workspace.',
  refused: 'The answer of your identity provider could not be verified. Ask the owner of this workspace.',
  unreachable: 'Your identity provider did not answer. Try again in a moment.',
  cancelled: 'Your identity provider did not sign you in.',
  'not-asked-for': 'This sign-in has expired, or was begun in another browser. Try again.',
  'begin-here': 'Begin here: this identity provider does not sign people in by itself.',
  'no-name': 'Your identity provider did not say who you are in a lasting way. Ask the owner of this workspace.',
  'no-email': 'Your identity provider did not send your e-mail address. Ask the owner of this workspace.',
  'has-password':
    'An account with your e-mail address has a password already. Sign in with it, or ask the owner of this workspace.',
  'not-trusted':
    'You have an account here already. A super admin has to save this identity provider before you can use it.',
  'not-invited': 'You have no account in this workspace. Ask its owner to invite you.',
  'no-seat': 'There is no free seat for you in this workspace. Ask its owner to add one.',
  inactive: 'Your account is deactivated. Ask the owner of this workspace.',
} as const
export type SsoProblem = keyof typeof SSO_PROBLEMS

export const isSsoProblem = (text: string): text is SsoProblem => Object.hasOwn(SSO_PROBLEMS, text)
