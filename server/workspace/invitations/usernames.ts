import { LIMITS } from '../../../contract/limits.ts'
import type { Tx } from '../../db/open.ts'
import { sql } from 'kysely'

/** Room for what makes a name unique. */
const MOST = LIMITS.usernameMost - 6

/** What stands before the @, in the characters that usernames have. */
export const usernameFrom = (email: string): string => {
  const local = (email.split('@')[0] ?? '').replace(/[^A-Za-z0-9.-]/g, '-').slice(0, MOST)
  return local.length < LIMITS.usernameLeast ? local.padEnd(LIMITS.usernameLeast, '-') : local
}

/** A username for each address, which nobody has: `ada`, `ada-2`, `ada-3`. */
export const usernamesFor = async (tx: Tx, emails: readonly string[]): Promise<string[]> => {
  const names = emails.map(usernameFrom)
  const patterns = names.map((name) => `${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
  const { rows } = await sql<{ name: string }>`
    select lower(username) as name from person where lower(username) like any(${patterns}::text[])`.execute(tx)
  const taken = new Set(rows.map(({ name }) => name))
  return names.map((name) => {
    let free = name
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name}-${number}`
    taken.add(free.toLowerCase())
    return free
  })
}
