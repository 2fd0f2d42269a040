import { sql } from 'kysely'
import { type Permission, type Role } from '../../../contract/access.ts'
import type { Db } from '../../../server/db/open.ts'
import { hashPassword } from '../../../server/secrets/passwords.ts'

export interface Member {
  username: string
  /** Null: of the workspace, and not a member. */
  role: Role | null
  readOnly?: boolean
  source?: 'INTERNAL' | 'SAML'
  /** Full name such as `Mara Koch`; without one, the username is shown. */
  name?: string
  /** In addition to everybody's permissions. */
  permissions?: readonly Permission[]
}
/** Of everybody in `people`. */
export const MEMBERS_PASSWORD = 'birch-tree-61'

/** The users of most files: `test.use({ people: TEAM })`. */
export const TEAM = {
  members: [
    { username: 'adam', role: 'ADMINISTRATOR', name: 'Adam Reed' },
    { username: 'mara', role: 'MANAGER' },
    { username: 'emil', role: 'ENGINEER', name: 'Emil Bauer' },
    { username: 'rita', role: 'ENGINEER', name: 'Rita Sand' },
    { username: 'lena', role: 'ENGINEER' },
    { username: 'sam', role: 'ENGINEER', source: 'SAML' },
    { username: 'greta', role: 'GUEST' },
    { username: 'rolf', role: 'MANAGER', readOnly: true },
  ],
} as const satisfies { members: readonly Member[] }

/** The group of all users, and one with these permissions. */
const groupsWith = async (db: Db, permissions: readonly Permission[]): Promise<number[]> => {
  const everybody = await db
    .selectFrom('user_group')
    .select('id')
    .where('name', '=', 'Engineers')
    .executeTakeFirstOrThrow()
  if (permissions.length === 0) return [everybody.id]
  const extra = await db
    .insertInto('user_group')
    .values({ name: `Holders of ${permissions.join(', ')}`, permissions: JSON.stringify(permissions) })
    .onConflict((c) => c.expression(sql`lower(name)`).doUpdateSet({ permissions: JSON.stringify(permissions) }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return [everybody.id, extra.id]
}

/** Gives the set-up project members. */
export const writeMembers = async (db: Db, members: readonly Member[]): Promise<void> => {
  if (members.length === 0) return
  const password = await hashPassword(MEMBERS_PASSWORD)
  const project = await db.selectFrom('project').select('id').executeTakeFirstOrThrow()
  for (const member of members) {
    const { username, role, readOnly = false, source = 'INTERNAL', name = '', permissions = [] } = member
    const [first = '', last = ''] = name.split(' ')
    const user = await db
      .insertInto('workspace_user')
      .values({
        username,
        email: `${username}@larkspur.test`,
        first_name: first,
        last_name: last,
        photo_url: null,
        password_hash: password,
        source,
        read_only: readOnly,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const groups = readOnly ? [] : [...(await groupsWith(db, permissions))]
    for (const group_id of groups)
      await db.insertInto('user_group_member').values({ group_id, user_id: user.id }).execute()
    if (role !== null)
      await db.insertInto('project_member').values({ project_id: project.id, user_id: user.id, role }).execute()
  }
}
