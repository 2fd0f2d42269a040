import type { LaunchConfig } from '../../../contract/launchers/launch-config.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db, Tx } from '../../db/open.ts'
import { wrongField } from '../../http/refusal.ts'
import { INSTANCE_TYPES } from '../options/instance-types.ts'

/** Throws 400 for a milestone of another project, and for an unknown instance type. */
export const requireReferences = async (
  tx: Db | Tx,
  projectId: number,
  { milestoneId, instanceTypeId }: Partial<Pick<LaunchConfig, 'milestoneId' | 'instanceTypeId'>>,
): Promise<void> => {
  if (milestoneId != null) {
    const found = await tx
      .selectFrom('milestone')
      .select('id')
      .where('project_id', '=', projectId)
      .where('id', '=', milestoneId)
      .executeTakeFirst()
    if (!found) throw wrongField('milestoneId', TEXTS.entryUnknown)
  }
  if (instanceTypeId != null && !INSTANCE_TYPES.some(({ id }) => id === instanceTypeId))
    throw wrongField('instanceTypeId', TEXTS.entryUnknown)
}
