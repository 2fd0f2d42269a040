import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Deletes up to `limit` of the oldest events from before `olderThan`: all but `keepTypes` (those of the change log), or only `types` if
 * given. Records for each stream up to which number events may be missing. Returns the number of deleted events; call again while it equals
 * `limit`.
 */
export const pruneEvents = async (
  db: Db,
  {
    olderThan,
    types,
    keepTypes = [],
    limit,
  }: { olderThan: Date; types?: readonly string[]; keepTypes?: readonly string[]; limit: number },
): Promise<number> => {
  const { rows } = await sql<{ gone: number }>`
    with old as (
      select id from event
       where at < ${olderThan} and type <> all(${[...keepTypes]}::text[])
         and (${types === undefined} or type = any(${[...(types ?? [])]}::text[]))
       order by at, id limit ${limit}
    ), gone as (
      delete from event using old where event.id = old.id returning event.stream, event.sequence
    ), reached as (
      select stream, max(sequence) as sequence from gone group by stream
    ), locked as materialized (
      select stream from event_stream where stream in (select stream from reached) order by stream for update -- as writers do
    ), marked as (
      update event_stream s set pruned = greatest(s.pruned, r.sequence)
        from locked l join reached r using (stream)
       where s.stream = l.stream
    )
    select count(*) as gone from gone`.execute(db)
  return rows[0]?.gone ?? 0
}
