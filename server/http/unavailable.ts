import { isPlanChanged } from '../db/statement-names.ts'

/**
 * SQLSTATE classes: 08 connection lost, 53 out of disk, memory or connections, 57P the server stops or starts, 58 the server's own files
 * fail. 57014: the statement took too long. 25006: the database is read-only, as a standby or a full managed one.
 */
const SQL_STATES = /^(?:08...|25006|53...|57014|57P0[1-5]|58...)$/
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'])
/** SQLSTATEs of a connection that the server ends. */
const ENDED = /^(?:08...|57P0[1-5])$/
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])
/** Errors of `pg` without a code. */
const LOST =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Returns whether an error is a temporary failure of the database or the disk, rather than of the request or the code. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (SQL_STATES.test(code) || SYSTEM.has(code) || DISK.has(code))) return true
  if (isPlanChanged(error)) return true
  return LOST.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause))
}

/** Returns whether an error is a lost connection to the database: a transaction may have been committed although nothing answered. */
export const isConnectionLost = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (ENDED.test(code) || SYSTEM.has(code))) return true
  return LOST.test(error.message) || (error.cause !== undefined && isConnectionLost(error.cause))
}
