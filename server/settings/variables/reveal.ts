import type { z } from 'zod/mini'
import type { revealSecrets } from '../../../contract/settings/variables.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents } from '../../db/events.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { settingsEvent } from '../changes.ts'
import { placeOf } from './stored.ts'

/** Returns the values of secrets in use. They are returned only if the event that records who has seen them is committed. */
export const revealed = async (
  tx: Tx,
  secrets: Secrets,
  { projectId, userId }: { projectId: number; userId: number },
  { variableIds }: z.infer<typeof revealSecrets.body>,
  isWithProjects: boolean,
): Promise<z.infer<typeof revealSecrets.answer>> => {
  const rows = await tx
    .selectFrom('variable as v')
    .leftJoin('environment as e', 'e.id', 'v.environment_id')
    .select(['v.id', 'v.key', 'v.encrypted_value', 'e.name as environment'])
    .where('v.project_id', '=', projectId)
    .where('v.secret', '=', true)
    .where('e.deleted_at', 'is', null)
    .$if(!isWithProjects, (query) => query.where('v.environment_id', 'is not', null))
    .$if(variableIds !== undefined, (query) =>
      query.where(({ eb }) => eb('v.id', '=', eb.fn.any(eb.val(variableIds ?? [])))),
    )
    .orderBy('v.id')
    .execute()
  const items = rows.map(({ id, encrypted_value }) => ({
    id,
    rawValue: encrypted_value === null ? null : secrets.open(encrypted_value, placeOf(projectId)),
  }))
  const changes = rows.map(({ key, environment }) => ({
    kind: 'revealed' as const,
    subject: environment === null ? key : `${environment}: ${key}`,
  }))
  if (changes.length > 0) await appendEvents(tx, [settingsEvent({ area: 'variables', projectId, userId, changes })])
  return { items }
}
