/** Stored output of runs. */
import { sql } from 'kysely'
import { markOf } from '../../../contract/launchers/line-marks.ts'
import type { Db } from '../../db/open.ts'
import type { OutputLine } from './dispatch.ts'

/** Stores output lines idempotently, and counts those that report an error or a warning. */
export const keepLines = async (db: Db, executionId: number, lines: readonly OutputLine[]): Promise<void> => {
  if (lines.length === 0) return
  const marks = lines.map(({ line }) => markOf(line))
  // Arrays keep the statement's text the same for any number of lines, so that it is prepared once.
  await sql`
    with added as (
      insert into launch_output (execution_id, place, at, line, is_error, is_warning)
      select ${executionId}::bigint, r.place, r.at, r.line, coalesce(r.mark = 'error', false), coalesce(r.mark = 'warning', false)
        from unnest(${lines.map(({ place }) => place)}::int[], ${lines.map(({ at }) => at)}::timestamptz[],
                    ${lines.map(({ line }) => line)}::text[], ${marks}::text[]) as r(place, at, line, mark)
      on conflict do nothing
      returning is_error, is_warning
    ), marked as (
      select count(*) filter (where is_error)::int as errors, count(*) filter (where is_warning)::int as warnings from added
    )
    update launch_execution set error_lines = error_lines + errors, warning_lines = warning_lines + warnings
      from marked where id = ${executionId} and errors + warnings > 0`.execute(db)
}

/** Resolves with the number of the last line; 0 without lines. */
export const linesOf = async (db: Db, executionId: number): Promise<number> => {
  const row = await db
    .selectFrom('launch_output')
    .select(({ fn }) => fn.max('place').as('place'))
    .where('execution_id', '=', executionId)
    .executeTakeFirst()
  return row?.place ?? 0
}
