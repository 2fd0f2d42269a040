import { endOtherSessions, endSession, listSessions, listSignIns } from '../../contract/workspace/account-security.ts'
import {
  beginEnrolment,
  confirmEnrolment,
  getSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../../contract/workspace/second-factor.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../contract/workspace/passkeys.ts'
import { verifySession } from '../../contract/workspace/sign-in-policy.ts'
import type { Attestation } from '../../contract/session/passkeys.ts'
import type { Send } from '../http/http.ts'

/** Calls about security and sessions of the signed-in user's account. */
export const createAccountSecurityService = (send: Send) => ({
  sessions: () => send(listSessions),
  endSession: (sessionId: string) => send(endSession, { params: { sessionId } }),
  endOtherSessions: () => send(endOtherSessions),
  signIns: () => send(listSignIns),
  passkeys: () => send(listPasskeys),
  beginPasskey: (password: string) => send(beginPasskey, { body: { password } }),
  addPasskey: (name: string, attestation: Attestation) => send(addPasskey, { body: { name, attestation } }),
  renamePasskey: (passkeyId: number, name: string) => send(renamePasskey, { params: { passkeyId }, body: { name } }),
  removePasskey: (passkeyId: number, password: string) =>
    send(removePasskey, { params: { passkeyId }, body: { password } }),
  verifySession: (code: string) => send(verifySession, { body: { code } }),
  secondFactor: () => send(getSecondFactor),
  /** `password`: null for users of single sign-on, who have none. */
  beginEnrolment: (password: string | null) => send(beginEnrolment, { body: password === null ? {} : { password } }),
  confirmEnrolment: (code: string) => send(confirmEnrolment, { body: { code } }),
  renewRecoveryCodes: (password: string) => send(renewRecoveryCodes, { body: { password } }),
  turnOffSecondFactor: (password: string, code: string) => send(turnOffSecondFactor, { body: { password, code } }),
})
