import { RUN_TEXTS } from '../../../contract/runs/run-texts.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db } from '../../db/open.ts'
import { invalid } from '../../http/errors.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import type { Where } from '../events.ts'
import { pushResults } from './push.ts'
import { pushSettingsOf } from './settings.ts'

/** See `pushLaunchResults`. Status names from the launch's agent apply as well. */
export const pushLaunches = async (
  db: Db,
  { project, userId }: Where,
  runId: number,
  launchIds: readonly number[],
): Promise<{ results: number }> => {
  const rows = await db
    .selectFrom('launch')
    .select(['id', 'tcm'])
    .where('project_id', '=', project.id)
    .where('id', 'in', [...launchIds])
    .execute()
  const known = new Map(rows.map((row) => [row.id, row.tcm]))
  const faults = launchIds.flatMap((id, place) =>
    known.has(id) ? [] : [{ field: `launchIds.${place}`, message: TEXTS.entryUnknown }],
  )
  if (faults.length > 0) throw invalid(faults)
  let results = 0
  for (const launchId of new Set(launchIds)) {
    const defaults = pushSettingsOf(known.get(launchId) ?? {})?.defaults ?? {}
    const pushed = await pushResults(db, { project, launchId, userId }, { runId, defaults })
    if ('problem' in pushed)
      throw pushed.problem === 'run-gone' ? notFound(RUN_TEXTS.notFound) : conflict(RUN_TEXTS.closed)
    results += pushed.results
  }
  return { results }
}
