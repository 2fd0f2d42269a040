import { sql } from 'kysely'
import type { SettingsChange } from '../../../contract/settings/changes.ts'
import type { Db, Tx } from '../../db/open.ts'
import { LOCKS, lockUntilEnd } from '../../db/locks.ts'
import { conflict, notFound, wrongField } from '../../http/refusal.ts'
import { appendChanges } from '../../settings/settings.ts'

interface By {
  projectId: number
  userId: number
}

/** Serializes merges and splits of a project: each has to see the previous one. */
const locked = <T>(db: Db, projectId: number, change: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, LOCKS.failureCauses, projectId)
    return change(tx)
  })

const rootOf = async (tx: Tx, projectId: number, key: string): Promise<string> => {
  const row = await tx
    .selectFrom('failure_cause')
    .select('root_key')
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.root_key ?? key
}

const requireFailure = async (tx: Tx, projectId: number, key: string): Promise<void> => {
  const row = await tx
    .selectFrom('test')
    .select('id')
    .where('project_id', '=', projectId)
    .where('failure_key', '=', key)
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) throw notFound('No failure of the project has this cause')
}

const recordChange = (
  tx: Tx,
  { projectId, userId }: By,
  label: string,
  values: NonNullable<SettingsChange['values']>,
): Promise<unknown> =>
  appendChanges(tx, {
    area: 'failure-causes',
    projectId,
    userId,
    changes: [{ kind: 'changed', subject: label, values }],
  })

/** Implements `mergeCause`. The merged cause keeps its tag, in case it is split off again. */
export const merge = (
  db: Db,
  by: By,
  key: string,
  { into, label }: { into: string; label: string },
): Promise<{ into: string; moved: string[] }> =>
  locked(db, by.projectId, async (tx) => {
    const { projectId, userId } = by
    await requireFailure(tx, projectId, key)
    await requireFailure(tx, projectId, into)
    if ((await rootOf(tx, projectId, key)) !== key) throw conflict('Somebody else merged this cause meanwhile')
    const root = await rootOf(tx, projectId, into)
    if (root === key) throw wrongField('into', 'A cause cannot be merged into itself')
    const moved = await tx
      .updateTable('failure_cause')
      .set({ root_key: root })
      .where('project_id', '=', projectId)
      .where('root_key', '=', key)
      .returning('key')
      .execute()
    await sql`insert into failure_cause (project_id, key, root_key, merged_by, merged_at)
              values (${projectId}, ${key}, ${root}, ${userId}, now())
              on conflict (project_id, key) do update set root_key = excluded.root_key, merged_by = excluded.merged_by,
                merged_at = excluded.merged_at`.execute(tx)
    await recordChange(tx, by, label, { cause: { before: 'on its own', after: 'merged' } })
    return { into: root, moved: moved.map((one) => one.key) }
  })

/** Implements `splitCause`. */
export const split = (
  db: Db,
  by: By,
  key: string,
  { from, label, withKeys }: { from: string; label: string; withKeys: readonly string[] },
): Promise<void> =>
  locked(db, by.projectId, async (tx) => {
    const { projectId } = by
    if (key === from || (await rootOf(tx, projectId, key)) !== from)
      throw conflict('Somebody else split this cause meanwhile')
    await tx
      .updateTable('failure_cause')
      .set({ root_key: null, merged_by: null, merged_at: null })
      .where('project_id', '=', projectId)
      .where('key', '=', key)
      .execute()
    if (withKeys.length > 0)
      await tx
        .updateTable('failure_cause')
        .set({ root_key: key })
        .where('project_id', '=', projectId)
        .where('root_key', '=', from)
        .where('key', 'in', [...withKeys])
        .execute()
    await recordChange(tx, by, label, { cause: { before: 'merged', after: 'on its own' } })
  })
