import { sql } from 'kysely'
import { settingsStream } from '../../../contract/live.ts'
import type { StoredTable } from '../../backup/catalog.ts'
import type { Tx } from '../../db/open.ts'
import type { ArchiveIds } from './ids.ts'

/**
 * Appends past changes of the settings to the event log with the times at which they happened. They are the change log of the project, and no
 * entries of this installation's audit log.
 */
export const addPastChanges = async (
  tx: Tx,
  { projectId }: ArchiveIds,
  { columns }: StoredTable,
  lines: string,
): Promise<void> => {
  const valueOf = (column: string) => sql`line ->> ${sql.lit(columns.findIndex(({ name }) => name === column))}`
  const stream = settingsStream(projectId)
  await sql`
    with lines as (
      select line, place, count(*) over () as total
        from jsonb_array_elements(${`[${lines.replaceAll('\n', ',')}]`}::jsonb) with ordinality as l(line, place)
    ), advanced as (
      insert into event_stream as s (stream, sequence) select ${stream}, max(total) from lines
      on conflict (stream) do update set sequence = s.sequence + excluded.sequence
      returning s.sequence
    )
    insert into event (stream, sequence, type, payload, project_id, user_id, at)
    select ${stream}, a.sequence - l.total + l.place, ${valueOf('type')}, (${valueOf('payload')})::jsonb, ${projectId},
           (${valueOf('user_id')})::bigint, (${valueOf('at')})::timestamptz
      from lines l, advanced a order by l.place`.execute(tx)
}
