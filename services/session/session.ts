import { verifySecondFactor } from '../../contract/session/second-factor.ts'
import {
  createWorkspace,
  forgotPassword,
  getWelcome,
  renewSession,
  resetPassword,
  signIn,
  signOut,
} from '../../contract/session/session.ts'
import type { z } from 'zod/mini'
import type { Send } from '../http/http.ts'

/** Calls about the session. */
export const createSessionService = (send: Send) => ({
  welcome: () => send(getWelcome),
  createWorkspace: (body: z.infer<typeof createWorkspace.body>) => send(createWorkspace, { body }),
  signIn: (login: string, password: string) => send(signIn, { body: { login, password } }),
  verifySecondFactor: (ticket: string, code: string) => send(verifySecondFactor, { body: { ticket, code } }),
  renew: () => send(renewSession, { body: {} }),
  signOut: () => send(signOut, { body: {} }),
  forgotPassword: (email: string) => send(forgotPassword, { body: { email } }),
  resetPassword: (body: z.infer<typeof resetPassword.body>) => send(resetPassword, { body }),
})
export type SessionService = ReturnType<typeof createSessionService>
