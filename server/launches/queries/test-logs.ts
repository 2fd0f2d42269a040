import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { LogLevel, type listTestLogs } from '../../../contract/launches/test-details.ts'
import { wrongField } from '../../http/refusal.ts'
import { compareLines, readPackedLines, type LinePosition, type LogReading } from '../logs/read-packed.ts'
import { artifactUrl } from '../rows.ts'

type Query = z.infer<typeof listTestLogs.query>
type Answer = z.infer<typeof listTestLogs.answer>

/** Cursor in a timeline: by time, lines before screenshots of the same moment, each in the order of arrival. */
interface Place {
  at: number
  kind: 'line' | 'screenshot'
  id: number
}

interface Row extends Place {
  level: string | null
  message: string | null
  public_id: string | null
}

/** Resolves with a page of an attempt's log and the screenshots taken meanwhile. Reads at most one page of each. */
export const readTestLogs = async (
  { db, files }: LogReading,
  testId: number,
  attempt: number,
  query: Query,
): Promise<Answer> => {
  const after = query.pageToken === undefined ? null : placeIn(query.pageToken)
  const max = query.maxPageSize + 1
  const { rows: stored } = await sql<Row>`
    select * from (
      (select 'line' as kind, at, id, level, message, null::uuid as public_id from log_line
        where test_id = ${testId} and attempt = ${attempt} and ${afterIn('line', after)}
        order by at, id limit ${max})
      union all
      (select 'screenshot', at, id, null, name, public_id from artifact
        where test_id = ${testId} and attempt = ${attempt} and kind = 'screenshot' and ${afterIn('screenshot', after)}
        order by at, id limit ${max})
    ) entry order by at, kind, id limit ${max}`.execute(db)
  // Read after the rows, packed lines include those that are packed in between; these are in both.
  const packed = await readPackedLines({ db, files }, { testId, attempt, after: lineBefore(after) }, max)
  const rows = packed.length === 0 ? stored : merge(stored, packed).slice(0, max)
  const shown = rows.slice(0, query.maxPageSize)
  const last = shown.at(-1)
  return {
    items: shown.map(({ id, kind, at, level, message, public_id: publicId }) =>
      publicId === null
        ? { id, kind, at, level: LogLevel.safeParse(level).data ?? null, message, url: null }
        : { id, kind, at, level: null, message: null, url: artifactUrl(publicId, message ?? 'screenshot.png') },
    ),
    nextPageToken: rows.length > shown.length && last ? tokenOf(last) : null,
  }
}

const merge = (
  stored: readonly Row[],
  packed: readonly { at: number; id: number; level: string; message: string }[],
): Row[] => {
  const ids = new Set(packed.map(({ id }) => id))
  return [
    ...stored.filter(({ kind, id }) => kind !== 'line' || !ids.has(id)),
    ...packed.map((line) => ({ ...line, kind: 'line' as const, public_id: null })),
  ].sort((a, b) => a.at - b.at || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compareLines(a, b))
}

/** In the order of entries of the same moment. */
const KINDS: Place['kind'][] = ['line', 'screenshot']

/** Returns the position that all lines of the next page are after. */
const lineBefore = (after: Place | null): LinePosition => {
  if (after === null) return { at: Number.MIN_SAFE_INTEGER, id: 0 }
  return after.kind === 'line' ? after : { at: after.at, id: Number.MAX_SAFE_INTEGER }
}

/** Entries of one kind after a cursor. */
const afterIn = (kind: Place['kind'], after: Place | null) => {
  if (after === null) return sql`true`
  if (after.kind === kind) return sql`(at, id) > (${after.at}::bigint, ${after.id}::bigint)`
  return kind === 'screenshot' ? sql`at >= ${after.at}::bigint` : sql`at > ${after.at}::bigint`
}

const tokenOf = ({ at, kind, id }: Place): string => Buffer.from(`${at}.${kind}.${id}`).toString('base64url')

const placeIn = (token: string): Place => {
  const match = /^(\d{1,15})\.(line|screenshot)\.(\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString())
  if (!match) throw wrongField('pageToken', 'Must be the nextPageToken of a page')
  return { at: Number(match[1]), kind: match[2] as Place['kind'], id: Number(match[3]) }
}
