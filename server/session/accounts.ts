import type { Db } from '../db/open.ts'

export interface Account {
  /** Names the account in limits: the same for its username and its e-mail, in whatever case and with whatever blanks around. */
  key: string
  /** Null also for somebody who cannot sign in: they have left, or have not accepted their invitation yet. */
  person: { id: number; password_hash: string | null } | null
}

export const accountKey = (personId: number): string => `person:${personId}`

/** Finds the account that a username or an e-mail stands for. A name that nobody has is an account of its own. */
export const findAccount = async (db: Db, login: string): Promise<Account> => {
  const name = login.trim().toLowerCase()
  const person = await db
    .selectFrom('person')
    .select(['id', 'password_hash', 'status'])
    .where(({ eb, fn, or }) => or([eb(fn('lower', ['username']), '=', name), eb(fn('lower', ['email']), '=', name)]))
    .executeTakeFirst()
  return { key: person ? accountKey(person.id) : `name:${name}`, person: person?.status === 'ACTIVE' ? person : null }
}
