import { X509Certificate } from 'node:crypto'

/** Returns a certificate in PEM, from PEM or base64 DER; null for anything else. */
export const readCertificate = (content: string): string | null => {
  const text = content.trim()
  const isPem = text.startsWith('-----BEGIN CERTIFICATE-----')
  try {
    return new X509Certificate(isPem ? text : Buffer.from(text.replace(/\s/g, ''), 'base64')).toString()
  } catch {
    return null
  }
}

/** Returns the certificate's properties for display. */
export const describeCertificate = (pem: string): { algorithm: string; validUntil: string } => {
  const certificate = new X509Certificate(pem)
  const { asymmetricKeyType = 'unknown', asymmetricKeyDetails = {} } = certificate.publicKey
  const size = asymmetricKeyDetails.modulusLength ?? asymmetricKeyDetails.namedCurve
  const algorithm = [asymmetricKeyType.toUpperCase(), size].filter((part) => part !== undefined).join(' ')
  return { algorithm, validUntil: new Date(certificate.validTo).toISOString() }
}
