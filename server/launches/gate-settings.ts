import {
  NO_GATE,
  getGateSettings,
  updateGateSettings,
  type GateSettings,
} from '../../contract/launches/gate-settings.ts'
import { GATE_RULES } from '../../contract/launches/quality-gate.ts'
import { appendEvents } from '../db/events.ts'
import type { Db, Tx } from '../db/open.ts'
import { mergeEdit } from '../http/merge-edit.ts'
import type { Routes } from '../http/routes.ts'
import { differences, settingsEvent } from '../settings/settings.ts'

/** Reads the policy of a project. */
export const readGateSettings = async (db: Db | Tx, projectId: number): Promise<GateSettings> => {
  const row = await db
    .selectFrom('quality_gate')
    .select([
      'min_pass_rate as minPassRate',
      'max_failures as maxFailures',
      'max_new_failures as maxNewFailures',
      'max_skipped as maxSkipped',
      'max_retried as maxRetried',
      'min_tests as minTests',
      'allow_incomplete as allowIncomplete',
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row ?? NO_GATE
}

export const gateSettingsRoutes = (routes: Routes, db: Db): void => {
  routes.inProject(getGateSettings, ({ project }) => readGateSettings(db, project.id))

  routes.inProject(updateGateSettings, ({ project, caller, body }) =>
    db.transaction().execute(async (tx) => {
      // Locks the project's row, because the row of the settings may not exist yet.
      await tx.selectFrom('project').select('id').where('id', '=', project.id).forUpdate().execute()
      const before = await readGateSettings(tx, project.id)
      const after: GateSettings = { ...before, ...(await mergeEdit<GateSettings>(before, body, () => before)) }
      const values = differences(before, after, [...GATE_RULES, 'allowIncomplete'])
      if (Object.keys(values).length === 0) return after
      const columns = {
        min_pass_rate: after.minPassRate,
        max_failures: after.maxFailures,
        max_new_failures: after.maxNewFailures,
        max_skipped: after.maxSkipped,
        max_retried: after.maxRetried,
        min_tests: after.minTests,
        allow_incomplete: after.allowIncomplete,
      }
      await tx
        .insertInto('quality_gate')
        .values({ project_id: project.id, ...columns })
        .onConflict((conflict) => conflict.column('project_id').doUpdateSet(columns))
        .execute()
      await appendEvents(tx, [
        settingsEvent({
          area: 'quality-gate',
          projectId: project.id,
          userId: caller.userId,
          changes: [{ kind: 'changed', subject: 'Quality gate', values }],
        }),
      ])
      return after
    }),
  )
}
