import { ERROR_CODES } from '../../contract/errors.ts'
import { Refusal, wrongField } from './refusal.ts'

/** Maximum nesting: deeper than any legitimate body, and safe for recursive code. */
export const MAX_JSON_DEPTH = 64
/** Maximum number of values in a body. A batch of logs has a few hundred thousand; parsing a million takes a fraction of a second. */
const MAX_JSON_VALUES = 1_000_000

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Parses a JSON body; `undefined` for an empty one. Throws 400 for invalid or too deeply nested JSON, 413 for too many values. */
export const parseJson = (bytes: Buffer): unknown => {
  checkShape(bytes)
  const text = bytes.toString('utf8').trim()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw wrongField('body', 'The body is not JSON')
  }
}

/** Scans the bytes in one pass, so that no values of a rejected body are allocated. */
const checkShape = (bytes: Buffer): void => {
  let depth = 0
  let values = 0
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA) values += 1
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      values += 1
      if (depth > MAX_JSON_DEPTH) throw wrongField('body', `The body is nested deeper than ${MAX_JSON_DEPTH} levels`)
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
    if (values > MAX_JSON_VALUES)
      throw new Refusal(413, ERROR_CODES.tooLarge, `The body holds more than ${MAX_JSON_VALUES} values`)
  }
}
