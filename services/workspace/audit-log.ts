import { listAuditEntries, verifyAuditLog, type AuditQuery } from '../../contract/workspace/audit-log.ts'
import type { Send } from '../http/http.ts'

/** Calls about the audit log. */
export const createAuditLogService = (send: Send) => ({
  list: (query: Partial<AuditQuery>, signal?: AbortSignal) => send(listAuditEntries, { query, signal }),
  verify: () => send(verifyAuditLog),
})
