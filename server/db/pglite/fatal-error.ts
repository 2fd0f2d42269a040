/** Type of an ErrorResponse in PostgreSQL's wire protocol. */
const ERROR_RESPONSE = 0x45
const HEADER_BYTES = 5
const ENDING = new Set(['FATAL', 'PANIC'])

/**
 * Returns a stream parser of the backend's messages. It returns the reason once the backend reports that it terminates (FATAL or PANIC),
 * and null otherwise. The embedded engine has no postmaster that would restart the backend: every later statement would hang.
 */
export const createFatalErrorReader = (): ((piece: Uint8Array) => string | null) => {
  let head = Buffer.alloc(0)
  /** Bytes missing from the current message. */
  let missingBytes = 0
  let error: Buffer[] | null = null

  return (piece) => {
    let at = 0
    while (at < piece.length) {
      if (missingBytes === 0) {
        const taken = piece.subarray(at, at + HEADER_BYTES - head.length)
        head = Buffer.concat([head, taken])
        at += taken.length
        if (head.length < HEADER_BYTES) return null
        missingBytes = head.readUInt32BE(1) - 4 // the length includes itself, but not the type
        error = head[0] === ERROR_RESPONSE ? [] : null
        head = Buffer.alloc(0)
      }
      const body = piece.subarray(at, at + missingBytes)
      at += body.length
      missingBytes -= body.length
      error?.push(Buffer.from(body))
      if (missingBytes > 0 || error === null) continue
      const reason = reasonOf(Buffer.concat(error))
      error = null
      if (reason !== null) return reason
    }
    return null
  }
}

/** Fields are a letter and a text each: V is the severity, C the code, M the message. */
const reasonOf = (body: Buffer): string | null => {
  const fields = new Map(
    body
      .toString('utf8')
      .split('\0')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  )
  const severity = fields.get('V') ?? fields.get('S') ?? ''
  return ENDING.has(severity) ? `${severity} ${fields.get('C')} ${fields.get('M')}` : null
}
