import { createPublicKey, createSign, randomBytes } from 'node:crypto'

/** Encodes a DER value: tag, length and content. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...bytes), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const COMMON_NAME = der(0x06, Buffer.of(0x55, 0x04, 0x03))
const SHA256_WITH_RSA = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))

const nameOf = (commonName: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(commonName)))))

/** Encodes a GeneralizedTime without fractions of a second. */
const time = (at: Date) => der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`))

/** Creates a self-signed certificate for an RSA private key. Identity providers only use its key. Node cannot create certificates. */
export const selfSigned = (privateKey: string, commonName: string, from: Date, to: Date): string => {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  // The top bit would make the number negative, and leading zeros are not allowed.
  const serial = Buffer.concat([Buffer.of(0x40), randomBytes(15)])
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, serial),
    SHA256_WITH_RSA,
    nameOf(commonName),
    sequence(time(from), time(to)),
    nameOf(commonName),
    publicKey,
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const certificate = sequence(content, SHA256_WITH_RSA, der(0x03, Buffer.of(0), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
