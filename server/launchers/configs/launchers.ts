import type { LaunchConfig } from '../../../contract/launchers/launch-config.ts'
import { LAUNCHER_TEXTS } from '../../../contract/launchers/launcher-texts.ts'
import type { Launcher, Preset } from '../../../contract/launchers/launchers.ts'
import type { Db, Tx } from '../../db/open.ts'
import { notFound } from '../../http/refusal.ts'
import { readSchedules } from '../schedules/stored.ts'

interface Stored {
  id: number
  repositoryId: number
  name: string
  version: number
  config: LaunchConfig
}

/** 404 for a launcher of another project. `lock`: locks the row until the end of the transaction. */
export const findLauncher = async (db: Db | Tx, projectId: number, id: number, lock = false): Promise<Launcher> => {
  const row: Stored | undefined = await db
    .selectFrom('launcher')
    .select(['id', 'repository_id as repositoryId', 'name', 'version', 'config'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound(LAUNCHER_TEXTS.launcherUnknown)
  return row
}

/** 404 for a preset of another project. `lock`: locks the row until the end of the transaction. */
export const findPreset = async (db: Db | Tx, projectId: number, id: number, lock = false): Promise<Preset> => {
  const row: (Stored & { launcherId: number }) | undefined = await db
    .selectFrom('launcher_preset as p')
    .innerJoin('launcher as l', 'l.id', 'p.launcher_id')
    .select([
      'p.id',
      'p.launcher_id as launcherId',
      'l.repository_id as repositoryId',
      'p.name',
      'p.version',
      'p.config',
    ])
    .where('p.project_id', '=', projectId)
    .where('p.id', '=', id)
    .$if(lock, (query) => query.forUpdate('p'))
    .executeTakeFirst()
  if (!row) throw notFound(LAUNCHER_TEXTS.presetUnknown)
  return { ...row, schedules: await readSchedules(db, row.id) }
}
