import type { Db, Tx } from './open.ts'

interface LockedWorkspace {
  name: string
  seats: number | null
  read_only_seats: number | null
}

/**
 * Locks the workspace, so that changes of users and groups are serialised: two concurrent calls cannot both take the last seat or each
 * remove one of the last two super admins.
 */
export const withWorkspaceLocked = <Result>(
  db: Db,
  act: (tx: Tx, workspace: LockedWorkspace) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    const workspace = await tx
      .selectFrom('workspace')
      .select(['name', 'seats', 'read_only_seats'])
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    return act(tx, workspace)
  })
