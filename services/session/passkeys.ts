import { beginPasskeySignIn, signInByPasskey, type Assertion } from '../../contract/session/passkeys.ts'
import type { Send } from '../http/http.ts'

/** Calls for signing in with a passkey. `ticket` null: the passkey replaces the password. */
export const createPasskeySignInService = (send: Send) => ({
  begin: (ticket: string | null) => send(beginPasskeySignIn, { body: ticket === null ? {} : { ticket } }),
  signIn: (ticket: string | null, assertion: Assertion) =>
    send(signInByPasskey, { body: { assertion, ...(ticket === null ? {} : { ticket }) } }),
})
