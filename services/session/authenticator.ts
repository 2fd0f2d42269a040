import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { Assertion, Attestation, CeremonyOptions } from '../../contract/session/passkeys.ts'

// The only importer of the library.

/** Whether this browser supports passkeys on this origin. */
export const hasPasskeys = (): boolean => browserSupportsWebAuthn()

/** Whether it suggests them while a form is filled in. */
export const offersPasskeys = (): Promise<boolean> => browserSupportsWebAuthnAutofill()

/** This device or security key already has a passkey of the account. */
class KnownPasskey extends Error {}

/** Null when the user cancelled, timed out, or another request replaced this one. */
const orNone = async <Answer>(requested: Promise<Answer>, signal?: AbortSignal): Promise<Answer | null> => {
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal?.addEventListener('abort', cancel)
  try {
    return await requested
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw new KnownPasskey('This device has a passkey for your account already', { cause: error })
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    throw error
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** Creates a passkey. */
export const createPasskey = async (options: CeremonyOptions): Promise<Attestation | null> =>
  orNone(
    startRegistration({
      optionsJSON: options as never as Parameters<typeof startRegistration>[0]['optionsJSON'],
    }) as Promise<Attestation>,
  )

/** Requests a passkey; `isOffer`: only as a suggestion in the username field. */
export const askForPasskey = async (
  options: CeremonyOptions,
  { signal, isOffer = false }: { signal: AbortSignal; isOffer?: boolean },
): Promise<Assertion | null> =>
  orNone(
    startAuthentication({
      optionsJSON: options as never as Parameters<typeof startAuthentication>[0]['optionsJSON'],
      useBrowserAutofill: isOffer,
    }),
    signal,
  )
