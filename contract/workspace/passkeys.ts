import { z } from 'zod/mini'
import { defineCall, idInPath } from '../call.ts'
import { Attestation, CeremonyOptions } from '../session/passkeys.ts'
import { TEXTS } from '../texts.ts'

const path = '/api/iam/v1/passkeys'
export const MAX_PASSKEYS = 20
const Password = z.string().check(z.minLength(1, TEXTS.passwordRequired), z.maxLength(200))
export const PasskeyName = z
  .string(TEXTS.required)
  .check(z.trim(), z.minLength(1, TEXTS.required), z.maxLength(50, 'Must be at most 50 characters'))

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Whether a password manager synchronises the passkey between devices. */
  isSynced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const listPasskeys = defineCall({
  name: 'listPasskeys',
  summary: "The signed-in user's passkeys, oldest first",
  method: 'GET',
  path,
  access: 'signed-in',
  whileRestricted: true,
  answer: z.object({
    items: z.array(Passkey),
    /** False if browsers do not allow passkeys: over plain HTTP, or at an IP address. */
    isAvailable: z.boolean(),
  }),
})

/** 400 at `password`; 409 for users of single sign-on, at the maximum number of passkeys, and if passkeys are not available. */
export const beginPasskey = defineCall({
  name: 'beginPasskey',
  summary: 'Makes the challenge that a new passkey answers',
  method: 'POST',
  path: `${path}/options`,
  access: 'signed-in',
  whileRestricted: true,
  secretAnswer: true,
  body: z.object({ password: Password }),
  answer: z.object({ options: CeremonyOptions }),
})

/** If this is the user's first second factor, the answer contains recovery codes, which are not shown again. 400 at `attestation`. */
export const addPasskey = defineCall({
  name: 'addPasskey',
  summary: 'Adds a passkey',
  method: 'POST',
  path,
  access: 'signed-in',
  whileRestricted: true,
  secretAnswer: true,
  body: z.object({ name: PasskeyName, attestation: Attestation }),
  answer: z.object({ passkey: Passkey, recoveryCodes: z.nullable(z.array(z.string())) }),
})

/** Input before the browser asks for a passkey. */
export const NewPasskey = z.object({ name: PasskeyName, password: Password })

export const renamePasskey = defineCall({
  name: 'renamePasskey',
  summary: 'Gives a passkey another name',
  method: 'PUT',
  path: `${path}/:passkeyId`,
  access: 'signed-in',
  params: z.object({ passkeyId: idInPath }),
  body: z.object({ name: PasskeyName }),
})

/** 400 at `password`. Removing the last second factor also deletes the recovery codes. */
export const removePasskey = defineCall({
  name: 'removePasskey',
  summary: 'Removes a passkey: nobody signs in with it any more',
  method: 'POST',
  path: `${path}/:passkeyId/removal`,
  access: 'signed-in',
  params: z.object({ passkeyId: idInPath }),
  body: z.object({ password: Password }),
})
