import { ANYONE, PEOPLE, type AccessTable } from '../roles.ts'

export const session: AccessTable = {
  getWelcome: ANYONE,
  createWorkspace: ANYONE,
  signIn: ANYONE,
  verifySecondFactor: ANYONE,
  beginPasskeySignIn: ANYONE,
  signInByPasskey: ANYONE,
  renewSession: ANYONE,
  signOut: ANYONE,
  getProfile: PEOPLE,
  forgotPassword: ANYONE,
  resetPassword: ANYONE,
}
