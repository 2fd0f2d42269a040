import type { Db } from '../db/open.ts'

export interface Account {
  /** Rate limit key of the account: the same for its username and its e-mail, ignoring case and surrounding blanks. */
  key: string
  /** Null also for users who cannot sign in: deactivated, or with an open invitation. */
  person: { id: number; password_hash: string | null } | null
}

export const accountKey = (personId: number): string => `person:${personId}`

/** Finds the account of a username or an e-mail. An unknown name counts as an account of its own. */
export const findAccount = async (db: Db, login: string): Promise<Account> => {
  const name = login.trim().toLowerCase()
  const person = await db
    .selectFrom('person')
    .select(['id', 'password_hash', 'status'])
    .where(({ eb, fn, or }) => or([eb(fn('lower', ['username']), '=', name), eb(fn('lower', ['email']), '=', name)]))
    .executeTakeFirst()
  return { key: person ? accountKey(person.id) : `name:${name}`, person: person?.status === 'ACTIVE' ? person : null }
}
