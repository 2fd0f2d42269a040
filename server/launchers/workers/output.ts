/** Stored output of runs. */
import { sql } from 'kysely'
import { isErrorLine } from '../../../contract/launchers/error-lines.ts'
import type { Db } from '../../db/open.ts'
import type { OutputLine } from './dispatch.ts'

/** Stores output lines idempotently, and counts those that report an error. */
export const keepLines = async (db: Db, executionId: number, lines: readonly OutputLine[]): Promise<void> => {
  if (lines.length === 0) return
  await db
    .with('added', (tables) =>
      tables
        .insertInto('launch_output')
        .values(lines.map((one) => ({ execution_id: executionId, ...one, is_error: isErrorLine(one.line) })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('is_error'),
    )
    .with('errors', (tables) =>
      tables
        .selectFrom('added')
        .where('is_error', '=', true)
        .select(({ fn }) => fn.countAll<number>().as('count')),
    )
    .updateTable('launch_execution')
    .from('errors')
    .set({ error_lines: sql`error_lines + errors.count` })
    .where('id', '=', executionId)
    .where('errors.count', '>', 0)
    .execute()
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
