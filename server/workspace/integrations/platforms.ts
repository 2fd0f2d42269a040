import { INTEGRATION_KINDS } from '../../../contract/workspace/integration-kinds.ts'
import type { TestingPlatform } from '../../../contract/workspace/integrations.ts'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { openSecrets } from './stored.ts'

const PLATFORMS = INTEGRATION_KINDS.filter(({ group }) => group === 'platforms')

/** Decrypted credentials of testing platforms that are on. They leave only if the event that tells who has seen them is written. */
export const revealPlatforms = (db: Db, secrets: Secrets, personId: number): Promise<TestingPlatform[]> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('integration').selectAll().where('enabled', '=', true).execute()
    const platforms = PLATFORMS.flatMap(({ key, name }): TestingPlatform[] => {
      const row = rows.find((one) => one.key === key)
      const opened = row && openSecrets(secrets, row)
      if (!opened) return []
      const { hubUrl = '', username = '' } = row.field_values
      return [{ key, name, hubUrl, username, accessKey: opened.accessKey ?? '' }]
    })
    if (platforms.length > 0)
      await appendEvents(
        tx,
        platforms.map(({ key, name }) => ({
          stream: 'workspace',
          type: 'integration/revealed',
          payload: { key, name },
          personId,
        })),
      )
    return platforms
  })
