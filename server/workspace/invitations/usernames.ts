import { LIMITS } from '../../../contract/limits.ts'
import type { Tx } from '../../db/open.ts'
import { sql } from 'kysely'

/** Leaves room for a suffix that makes the name unique. */
const MAX = LIMITS.maxUsername - 6

/** Returns the local part of the address, reduced to characters that usernames allow. */
export const usernameFrom = (email: string): string => {
  const local = (email.split('@')[0] ?? '').replace(/[^A-Za-z0-9.-]/g, '-').slice(0, MAX)
  return local.length < LIMITS.minUsername ? local.padEnd(LIMITS.minUsername, '-') : local
}

/** Returns an unused username for each address: `ada`, `ada-2`, `ada-3`. */
export const usernamesFor = async (tx: Tx, emails: readonly string[]): Promise<string[]> => {
  const names = emails.map(usernameFrom)
  const patterns = names.map((name) => `${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
  const { rows } = await sql<{ name: string }>`
    select lower(username) as name from workspace_user where lower(username) like any(${patterns}::text[])`.execute(tx)
  const taken = new Set(rows.map(({ name }) => name))
  return names.map((name) => {
    let free = name
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name}-${number}`
    taken.add(free.toLowerCase())
    return free
  })
}
