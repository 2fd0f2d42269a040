import { z } from 'zod/mini'
import { AccessTokenName } from '../../contract/workspace/profile.ts'
import { ProjectKey } from '../../contract/projects/projects.ts'
import { CreateWorkspace } from '../../contract/session/session.ts'
import { ConfigError, type Config } from '../config.ts'
import type { Db } from '../db/open.ts'
import { createToken } from '../access/access-tokens.ts'
import { addProject } from '../projects/projects.ts'
import { foundWorkspace } from '../session/session.ts'

/** Sets up an empty database from the environment; does nothing otherwise. Returns whether it did. Throws `ConfigError`. */
export const setUpUnattended = async (db: Db, config: Config): Promise<boolean> => {
  if (config.ASSAY_OWNER_USERNAME === undefined) return false
  if (await db.selectFrom('workspace').select('id').executeTakeFirst()) return false
  const owner = check(
    CreateWorkspace,
    {
      workspaceName: 'Assay',
      username: config.ASSAY_OWNER_USERNAME,
      firstName: '',
      lastName: '',
      email: config.ASSAY_OWNER_EMAIL,
      password: config.ASSAY_OWNER_PASSWORD,
    },
    { username: 'ASSAY_OWNER_USERNAME', email: 'ASSAY_OWNER_EMAIL', password: 'ASSAY_OWNER_PASSWORD' },
  )
  const key =
    config.ASSAY_PROJECT_KEY === undefined
      ? undefined
      : check(z.object({ key: ProjectKey }), { key: config.ASSAY_PROJECT_KEY }, { key: 'ASSAY_PROJECT_KEY' }).key
  const ownerId = await foundWorkspace(db, owner)
  if (key !== undefined) await addProject(db, ownerId, { name: key, key, publiclyAccessible: false })
  if (config.ASSAY_ACCESS_TOKEN !== undefined)
    await createToken(
      db,
      ownerId,
      { name: AccessTokenName.parse('Set-up'), expiresAt: null },
      config.ASSAY_ACCESS_TOKEN,
    )
  return true
}

const check = <T>(schema: z.ZodMiniType<T>, value: unknown, names: Record<string, string>): T => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ConfigError(
    parsed.error.issues
      .map((issue) => `${names[String(issue.path[0])] ?? issue.path.join('.')}: ${issue.message}`)
      .join('\n'),
  )
}
