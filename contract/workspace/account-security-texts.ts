/** Texts of account security: apart from `TEXTS`, which every page loads. */
export const SECURITY_TEXTS = {
  sessionEnded: 'Signed out',
  otherSessionsEnded: 'Signed out everywhere else',
}
