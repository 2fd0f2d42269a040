import { INTEGRATION_KINDS, type FieldValues } from '../../contract/workspace/integration-kinds.ts'
import type { TestingPlatform } from '../../contract/workspace/integrations.ts'
import { appendEvents } from '../db/events.ts'
import type { Db } from '../db/open.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { openSecrets, type Kind } from './stored.ts'

const PLATFORMS: readonly Kind[] = INTEGRATION_KINDS.filter(({ group }) => group === 'platforms')

const credentialsOf = ({ hasKeyAndSecret }: Kind, values: FieldValues) => {
  const [name, secret] = [values.username || null, values.accessKey || null]
  return hasKeyAndSecret === true
    ? { username: null, accessKey: null, key: name, secret }
    : { username: name, accessKey: secret, key: null, secret: null }
}

/**
 * Returns the decrypted credentials of enabled testing platforms. They are returned only if the event that records who has seen them is
 * committed.
 */
export const revealPlatforms = (db: Db, secrets: Secrets, userId: number): Promise<TestingPlatform[]> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('integration').selectAll().where('enabled', '=', true).execute()
    const platforms = PLATFORMS.flatMap((kind): TestingPlatform[] => {
      const row = rows.find((one) => one.key === kind.key)
      const opened = row && openSecrets(secrets, row)
      if (!opened) return []
      return [
        {
          integration: kind.key,
          name: kind.name,
          icon: kind.key === 'selenium-hub' ? 'server' : 'cloud',
          hubUrl: row.field_values.hubUrl ?? '',
          ...credentialsOf(kind, { ...row.field_values, ...opened }),
        },
      ]
    })
    if (platforms.length > 0)
      await appendEvents(
        tx,
        platforms.map(({ integration, name }) => ({
          stream: 'workspace',
          type: 'integration/revealed',
          payload: { key: integration, name },
          userId,
        })),
      )
    return platforms
  })
