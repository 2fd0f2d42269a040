import type { Selectable } from 'kysely'
import type { LaunchEndingTable } from '../../db/schema.generated.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { LaunchRow } from '../rows.ts'

const AT_ONCE = 20
const OLD_MS = 24 * 3_600_000

export type LaunchEnding = Pick<Selectable<LaunchEndingTable>, 'id' | 'launch_id' | 'project_id' | 'status'>

/**
 * Passes the oldest ends of launches without a mark to `handle`, and sets the mark in the same transaction, so that several servers share
 * the work and each end is handled once. Resolves with the number of these ends.
 */
export const handleEndings = (
  db: Db,
  mark: 'handled' | 'is_published',
  handle: (tx: Tx, endings: readonly LaunchEnding[]) => Promise<void>,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const endings = await tx
      .selectFrom('launch_ending')
      .select(['id', 'launch_id', 'project_id', 'status'])
      .where(mark, '=', false)
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute()
    if (endings.length === 0) return 0
    await handle(tx, endings)
    await tx
      .updateTable('launch_ending')
      .set(mark, true)
      .where(
        'id',
        'in',
        endings.map(({ id }) => id),
      )
      .execute()
    return endings.length
  })

/** Returns whether a launch ended more than a day ago: nobody is notified of imported results of the past. */
export const hasEndedLongAgo = ({ ended_at: endedAt }: Pick<LaunchRow, 'ended_at'>): boolean =>
  endedAt !== null && endedAt.getTime() < Date.now() - OLD_MS
