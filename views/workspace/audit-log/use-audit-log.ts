import { useApplication } from '../../application/context.tsx'
import { listAuditEntries, verifyAuditLog, type AuditEntry } from '../../../contract/workspace/audit-log.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Send } from '../../../services/http/http.ts'
import { useSingleAction } from '../../shared/forms/use-single-action.ts'
import { usePagedList } from '../../shared/lists/use-paged-list.ts'
import { saveFile } from '../../ui/files/save-file.ts'
import { toast } from '../../ui/toasts/toasts.ts'
import { csvOf } from './csv.ts'
import { auditHref, callQueryOf, isAuditFiltered, readAuditQuery, type AuditListQuery } from './query.ts'

/** The audit log for the address's query, with verification and export. */
export function useAuditLog() {
  const { send } = useApplication()
  const list = usePagedList<AuditEntry, AuditListQuery>({
    load: async (query, signal) => {
      const { items, total } = await send(listAuditEntries, { query: callQueryOf(query), signal })
      return { rows: items, total }
    },
    read: readAuditQuery,
    hrefOf: auditHref,
    isFiltered: isAuditFiltered,
  })
  const verification = useSingleAction({
    perform: () => send(verifyAuditLog),
    onDone: (_: null, { entries, brokenAt }) =>
      brokenAt === null
        ? toast.success(`All ${entries.toLocaleString('en')} entries are as they were written`)
        : toast.error(
            brokenAt === 0
              ? 'The newest entries of the audit log are missing'
              : `Entry ${brokenAt} of the audit log is not as it was written, or one before it is missing`,
          ),
  })
  const download = useSingleAction({
    perform: async (query: AuditListQuery) => csvOf(await allOf(send, query)),
    onDone: (_, csv) => saveFile(new Blob([csv], { type: 'text/csv' }), 'audit-log.csv'),
  })
  return {
    ...list,
    isVerifying: verification.isRunning,
    verify: () => verification.start(null),
    isExporting: download.isRunning,
    exportAll: () => download.start(list.query),
  }
}

/** All entries of a query, page by page; the pages do not shift while entries are added. */
const allOf = async (send: Send, query: AuditListQuery): Promise<AuditEntry[]> => {
  const all: AuditEntry[] = []
  for (let page = 1; ; page += 1) {
    const upTo = all[0]?.id
    const { items, total } = await send(listAuditEntries, {
      query: {
        ...callQueryOf(query),
        page,
        pageSize: LIMITS.maxAuditPageSize,
        ...(upTo === undefined ? {} : { upTo }),
      },
    })
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
