import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { LogLevel, type listTestLogs } from '../../../contract/launches/test-details.ts'
import type { Db } from '../../db/open.ts'
import { wrongField } from '../../http/refusal.ts'
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
export const readTestLogs = async (db: Db, testId: number, attempt: number, query: Query): Promise<Answer> => {
  const after = query.pageToken === undefined ? null : placeIn(query.pageToken)
  const { rows } = await sql<Row>`
    select * from (
      (select 'line' as kind, at, id, level, message, null::uuid as public_id from log_line
        where test_id = ${testId} and attempt = ${attempt} and ${afterIn('line', after)}
        order by at, id limit ${query.maxPageSize + 1})
      union all
      (select 'screenshot', at, id, null, name, public_id from artifact
        where test_id = ${testId} and attempt = ${attempt} and kind = 'screenshot' and ${afterIn('screenshot', after)}
        order by at, id limit ${query.maxPageSize + 1})
    ) entry order by at, kind, id limit ${query.maxPageSize + 1}`.execute(db)
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
