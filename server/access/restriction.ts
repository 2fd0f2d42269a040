import { sql, type RawBuilder } from 'kysely'
import type { SessionRestriction } from '../../contract/session/session.ts'

/** Returns an SQL expression of whether a user has an active second factor; `user` is the alias of their row. */
export const hasFactor = (user: string): RawBuilder<boolean> => {
  const id = sql.ref(`${user}.id`)
  return sql<boolean>`(exists (select from second_factor sf where sf.user_id = ${id} and sf.confirmed_at is not null)
    or exists (select from passkey pk where pk.user_id = ${id}))`
}

/**
 * Returns an SQL expression of what a session still has to complete before it may do anything else; null if nothing, or for agents' tokens,
 * which have no session. `p` is the user's row, `s` the session's.
 */
export const restrictionOf = (): RawBuilder<SessionRestriction | null> =>
  sql<SessionRestriction | null>`(
    select case
      when s.id is null or not w.second_factor_required then null
      when p.source <> 'INTERNAL' and w.second_factor_exempts_sso then null
      when not ${hasFactor('p')} then 'enrol'
      when not s.second_factor then 'verify'
    end from workspace w)`
