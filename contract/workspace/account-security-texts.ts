/** Texts of account security: apart from `TEXTS`, which every page loads. */
export const SECURITY_TEXTS = {
  sessionEnded: 'Signed out',
  otherSessionsEnded: 'Signed out everywhere else',
  wrongCode: 'This code is wrong or was used already',
  factorIsOn: 'Two-step verification is on already',
  factorIsOff: 'Two-step verification is off',
  factorOfDirectory: 'Users of single sign-on verify with their identity provider',
  nothingToConfirm: 'Begin again: there is nothing to confirm',
  noFactorToReset: 'This user has no second factor',
  factorTurnedOn: 'Two-step verification is on',
  factorTurnedOff: 'Two-step verification was turned off',
  factorReset: (name: string) => `The second factor of ${name} was reset`,
}
