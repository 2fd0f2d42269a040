import { sql } from 'kysely'
import { appendEvents } from '../../db/events.ts'
import type { Db } from '../../db/open.ts'
import type { Where } from '../repository.ts'

/** Monthly limit of suggested cases in the workspace; undefined for no limit. */
export type CreditsPerMonth = number | undefined

const thisMonth = () => new Date().toISOString().slice(0, 7)

/** Returns the rest of this month's limit; null for no limit. */
export const creditsLeft = async (db: Db, max: CreditsPerMonth): Promise<number | null> => {
  if (max === undefined) return null
  const row = await db.selectFrom('ai_usage').select('used').where('month', '=', thisMonth()).executeTakeFirst()
  return Math.max(0, max - (row?.used ?? 0))
}

/** Spends one credit before a suggested case is sent. Returns false if none is left, also for the later of two concurrent calls. */
export const spendCredit = (db: Db, where: Where, suiteId: number, max: CreditsPerMonth): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const month = thisMonth()
    const { rows } = await sql<{ used: number }>`
      insert into ai_usage as u (month, used) select ${month}, 1 where ${max ?? null}::int is null or ${max ?? null}::int > 0
      on conflict (month) do update set used = u.used + 1 where ${max ?? null}::int is null or u.used < ${max ?? null}::int
      returning used`.execute(tx)
    const used = rows[0]?.used
    if (used === undefined) return false
    await appendEvents(tx, [
      { stream: 'assistant', type: 'assistant/suggested', payload: { suiteId, month, used }, ...where },
    ])
    return true
  })
