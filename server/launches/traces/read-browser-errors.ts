import pLimit from 'p-limit'
import type { BrowserErrors } from '../../../contract/launches/test-details.ts'
import { isTrace } from '../../../contract/launches/traces.ts'
import type { Db } from '../../db/open.ts'
import type { FileStore } from '../../files/store.ts'
import { tooMany } from '../../http/refusal.ts'
import type { TestRow } from '../rows.ts'
import { uploadsOf } from '../queries/test-sessions.ts'
import { gatherTraceErrors, selectErrors, type TraceErrors } from './trace-errors.ts'

/** Traces of an attempt that are read: a test with several browser contexts of its own may report several. */
const MAX_TRACES = 3
const READ_AT_ONCE = 2
const MAX_WAITING = 50

/** Resolves with the console and network errors in the traces of an attempt, of the last one by default. Throws 429 if too many calls are waiting. */
export type ReadBrowserErrors = (
  test: Pick<TestRow, 'id' | 'attempt' | 'started_at'>,
  attempt: number | undefined,
) => Promise<BrowserErrors>

/** Reads traces in this process, because a trace is streamed: what it can take of memory and time has limits. */
export const createBrowserErrorsReader = (db: Db, files: Pick<FileStore, 'read'>): ReadBrowserErrors => {
  const limited = pLimit(READ_AT_ONCE)
  return async (test, requested) => {
    const attempt = requested ?? test.attempt
    const [uploads, earlier] = await Promise.all([
      uploadsOf(db)
        .select('a.file_hash')
        .where('a.test_id', '=', test.id)
        .where('a.attempt', '=', attempt)
        .where('a.kind', '=', 'file')
        .execute(),
      db
        .selectFrom('test_attempt')
        .select('started_at')
        .where('test_id', '=', test.id)
        .where('attempt', '=', attempt)
        .executeTakeFirst(),
    ])
    const traces = uploads.filter(isTrace)
    const found: TraceErrors = { items: [], omitted: 0, isComplete: traces.length <= MAX_TRACES }
    if (traces.length === 0) return found
    if (limited.pendingCount >= MAX_WAITING) throw tooMany('Too many traces are being read. Try again in a minute.')
    const startedAt = (earlier?.started_at ?? test.started_at).getTime()
    return limited(async () => {
      for (const { name, size_bytes: sizeBytes, file_hash: hash } of traces.slice(0, MAX_TRACES))
        await gatherTraceErrors({ name, sizeBytes, open: (range) => files.read(hash, range) }, startedAt, found)
      return selectErrors(found)
    })
  }
}
