import { X509Certificate } from 'node:crypto'

/** A certificate in PEM, from PEM or from DER in base64; null for anything else. */
export const readCertificate = (content: string): string | null => {
  const text = content.trim()
  const isPem = text.startsWith('-----BEGIN CERTIFICATE-----')
  try {
    return new X509Certificate(isPem ? text : Buffer.from(text.replace(/\s/g, ''), 'base64')).toString()
  } catch {
    return null
  }
}

/** What people want to know of a certificate. */
export const describeCertificate = (pem: string): { algorithm: string; validUntil: string } => {
  const certificate = new X509Certificate(pem)
  const { asymmetricKeyType = 'unknown', asymmetricKeyDetails = {} } = certificate.publicKey
  const size = asymmetricKeyDetails.modulusLength ?? asymmetricKeyDetails.namedCurve
  const algorithm = [asymmetricKeyType.toUpperCase(), size].filter((part) => part !== undefined).join(' ')
  return { algorithm, validUntil: new Date(certificate.validTo).toISOString() }
}
