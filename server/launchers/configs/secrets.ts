/** Secret values of variables: encrypted rows that configurations refer to by id. */
import { randomUUID } from 'node:crypto'
import type { ConfigItem, LaunchConfig } from '../../../contract/launchers/launch-config.ts'
import { TEXTS } from '../../../contract/texts.ts'
import type { Db, Tx } from '../../db/open.ts'
import { wrongField } from '../../http/refusal.ts'
import type { Secrets } from '../../secrets/secrets.ts'

export const secretPlace = (projectId: number, id: string): string => `launcher-secret:${projectId}:${id}`

export const ITEM_LISTS = ['envVars', 'providerCapabilities', 'customCapabilities'] as const

/**
 * Stores the secret values of a configuration; returns the configuration with their ids instead. Throws 400 for an id of another project.
 */
export const storeSecrets = async <Config extends Partial<LaunchConfig>>(
  tx: Tx,
  secrets: Secrets,
  projectId: number,
  config: Config,
): Promise<Config> => {
  const stored: Partial<LaunchConfig> = {}
  for (const list of ITEM_LISTS) {
    const items = config[list]
    if (items === undefined) continue
    const saved = items
      .filter(({ type, value }) => type === 'SECRET' && value === '')
      .flatMap(({ secretId }) => secretId ?? [])
    await requireSecrets(tx, projectId, saved, list)
    const next: ConfigItem[] = []
    for (const item of items) {
      const { secretId: _, ...plain } = item
      if (item.type !== 'SECRET') next.push(plain)
      else if (item.value === '') next.push(item)
      else {
        const id = randomUUID()
        await tx
          .insertInto('launcher_secret')
          .values({ id, project_id: projectId, value: secrets.seal(item.value, secretPlace(projectId, id)) })
          .execute()
        next.push({ ...plain, value: '', secretId: id })
      }
    }
    stored[list] = next
  }
  return { ...config, ...stored }
}

/** Throws 400 when the project has no such secret. */
export const requireSecrets = async (
  tx: Db | Tx,
  projectId: number,
  ids: readonly string[],
  field: string,
): Promise<void> => {
  if (ids.length === 0) return
  const found = await tx
    .selectFrom('launcher_secret')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', [...ids])
    .execute()
  const known = new Set(found.map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) throw wrongField(field, TEXTS.entryUnknown)
}
