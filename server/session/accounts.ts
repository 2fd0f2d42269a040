import { isUser } from '../access/users.ts'
import type { Db } from '../db/open.ts'

export interface Account {
  /** Rate limit key of the account: the same for its username and its e-mail, ignoring case and surrounding blanks. */
  key: string
  /** Null also for accounts that cannot sign in: service accounts, deactivated users, and users with an open invitation. */
  user: { id: number; password_hash: string | null } | null
}

export const accountKey = (userId: number): string => `person:${userId}`

/** Finds the account of a username or an e-mail. An unknown name counts as an account of its own. */
export const findAccount = async (db: Db, login: string): Promise<Account> => {
  const name = login.trim().toLowerCase()
  const user = await db
    .selectFrom('workspace_user')
    .select(['id', 'password_hash', 'status'])
    .where(isUser('workspace_user'))
    .where(({ eb, fn, or }) => or([eb(fn('lower', ['username']), '=', name), eb(fn('lower', ['email']), '=', name)]))
    .executeTakeFirst()
  return { key: user ? accountKey(user.id) : `name:${name}`, user: user?.status === 'ACTIVE' ? user : null }
}
