import { DEFAULT_FLAKY, type FlakySettings } from '../../../contract/launches/flaky-tests.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { mergeEdit } from '../../http/merge-edit.ts'
import { differences, settingsEvent } from '../../settings/settings.ts'

const FIELDS = Object.keys(DEFAULT_FLAKY) as (keyof FlakySettings)[]

/** Reads the rules of a project. */
export const readFlakySettings = async (db: Db | Tx, projectId: number): Promise<FlakySettings> => {
  const row = await db
    .selectFrom('flaky_settings')
    .select([
      'window_days as windowDays',
      'min_retries as minRetries',
      'min_flips as minFlips',
      'min_commit_flips as minCommitFlips',
      'max_failed_share as maxFailedShare',
      'quarantines',
      'quarantine_days as quarantineDays',
      'release_after as releaseAfter',
      'max_quarantined_share as maxQuarantinedShare',
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row ?? DEFAULT_FLAKY
}

type Edit = Parameters<typeof mergeEdit<FlakySettings>>[1]

export const saveFlakySettings = (
  db: Db,
  { projectId, userId }: { projectId: number; userId: number },
  edit: Edit,
): Promise<FlakySettings> =>
  db.transaction().execute(async (tx) => {
    // Locks the project's row, because the row of the settings may not exist yet.
    await tx.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().execute()
    const before = await readFlakySettings(tx, projectId)
    const after: FlakySettings = { ...before, ...(await mergeEdit<FlakySettings>(before, edit, () => before)) }
    const values = differences(before, after, FIELDS)
    if (Object.keys(values).length === 0) return after
    const columns = {
      window_days: after.windowDays,
      min_retries: after.minRetries,
      min_flips: after.minFlips,
      min_commit_flips: after.minCommitFlips,
      max_failed_share: after.maxFailedShare,
      quarantines: after.quarantines,
      quarantine_days: after.quarantineDays,
      release_after: after.releaseAfter,
      max_quarantined_share: after.maxQuarantinedShare,
      // The next look is due.
      looked_at: null,
    }
    await tx
      .insertInto('flaky_settings')
      .values({ project_id: projectId, ...columns })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(columns))
      .execute()
    await appendEvents(tx, [
      settingsEvent({
        area: 'flaky-tests',
        projectId,
        userId,
        changes: [{ kind: 'changed', subject: 'Flaky tests', values }],
      }),
    ])
    return after
  })
