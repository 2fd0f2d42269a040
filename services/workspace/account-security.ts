import { endOtherSessions, endSession, listSessions, listSignIns } from '../../contract/workspace/account-security.ts'
import type { Send } from '../http/http.ts'

/** Calls about how the signed-in person's account is protected, and where it is signed in. */
export const createAccountSecurityService = (send: Send) => ({
  sessions: () => send(listSessions),
  endSession: (sessionId: string) => send(endSession, { params: { sessionId } }),
  endOtherSessions: () => send(endOtherSessions),
  signIns: () => send(listSignIns),
})
