import { NO_RETENTION, type RetentionPolicy } from '../../contract/settings/retention.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import { differences, settingsEvent } from '../settings/settings.ts'

const FIELDS = Object.keys(NO_RETENTION) as (keyof RetentionPolicy)[]

/** Reads the policy of a project. */
export const readPolicy = async (db: Db | Tx, projectId: number): Promise<RetentionPolicy> => {
  const row = await db
    .selectFrom('retention_policy')
    .select([
      'launch_days as launchDays',
      'log_days as logDays',
      'attachment_days as attachmentDays',
      'video_days as videoDays',
      'exploratory_days as exploratoryDays',
      'keeps_milestones as keepsMilestones',
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row ?? NO_RETENTION
}

type Edit = Parameters<typeof mergeEdit<RetentionPolicy>>[1]

export const savePolicy = (
  db: Db,
  { projectId, userId }: { projectId: number; userId: number },
  edit: Edit,
): Promise<RetentionPolicy> =>
  db.transaction().execute(async (tx) => {
    // Locks the project's row, because the row of the policy may not exist yet.
    await tx.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute()
    const before = await readPolicy(tx, projectId)
    const after: RetentionPolicy = { ...before, ...(await mergeEdit<RetentionPolicy>(before, edit, () => before)) }
    const values = differences(before, after, FIELDS)
    if (Object.keys(values).length === 0) return after
    const columns = {
      launch_days: after.launchDays,
      log_days: after.logDays,
      attachment_days: after.attachmentDays,
      video_days: after.videoDays,
      exploratory_days: after.exploratoryDays,
      keeps_milestones: after.keepsMilestones,
      is_due: true,
    }
    await tx
      .insertInto('retention_policy')
      .values({ project_id: projectId, ...columns })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(columns))
      .execute()
    await appendEvents(tx, [
      settingsEvent({
        area: 'retention',
        projectId,
        userId,
        changes: [{ kind: 'changed', subject: 'Retention', values }],
      }),
    ])
    return after
  })
