import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Assertion, Attestation, CeremonyOptions } from '../../../contract/session/passkeys.ts'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const b64 = (data: Uint8Array) => Buffer.from(data).toString('base64url')

export interface Ceremony {
  origin: string
  rpId?: string
  /** Whether the owner entered a PIN or a fingerprint. */
  isVerified?: boolean
}

/** A passkey in software. Its answers have real signatures. */
export class SoftwarePasskey {
  readonly id = randomBytes(32)
  counter = 0
  userHandle = ''
  readonly #key: KeyObject
  readonly #point: { x: Buffer; y: Buffer }

  constructor() {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = privateKey.export({ format: 'jwk' })
    this.#key = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }))
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
  }

  #data(rpId: string, isVerified: boolean, attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, attested])
  }

  create(options: CeremonyOptions, { origin, rpId = 'localhost', isVerified = true }: Ceremony): Attestation {
    this.userHandle = (options['user'] as { id: string }).id
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(this.#point.x)],
      [-3, new Uint8Array(this.#point.y)],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, isoCBOR.encode(key)])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(this.#data(rpId, isVerified, attested))],
    ])
    return {
      id: b64(this.id),
      rawId: b64(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', options, origin),
        attestationObject: b64(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      },
    }
  }

  use(options: CeremonyOptions, { origin, rpId = 'localhost', isVerified = true }: Ceremony): Assertion {
    this.counter += 1
    const client = clientData('webauthn.get', options, origin)
    const data = this.#data(rpId, isVerified)
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
    return {
      id: b64(this.id),
      rawId: b64(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: client,
        authenticatorData: b64(data),
        signature: b64(sign('sha256', signed, this.#key)),
        userHandle: this.userHandle,
      },
    }
  }
}

const clientData = (type: string, options: CeremonyOptions, origin: string): string =>
  b64(Buffer.from(JSON.stringify({ type, challenge: options['challenge'], origin, crossOrigin: false })))
